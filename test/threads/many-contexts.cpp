//===- many-contexts.cpp - A compiler with a context for each thread ------===//
//
// many-contexts [--forked | --executed] PIPELINE FILE...
//
// Compiles each file on a thread of its own, all of which make their contexts
// at the same moment; or in a process of its own that it forks off; or in a
// program of its own that it executes in its place. Prints what comes of them
// in the order of the files.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include <atomic>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {
struct Job {
  const char *pipeline, *file;
  std::string text;
};
} // namespace

static std::atomic<int> notReady;

static void compile(Job &job) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect>();
  for (--notReady; notReady > 0;)
    ;
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(job.file, &context);
  auto passes = mlir::parsePassPipeline(job.pipeline);
  if (!module || mlir::failed(passes))
    return;
  mlir::PassManager manager(&context);
  static_cast<mlir::OpPassManager &>(manager) = std::move(*passes);
  if (mlir::failed(manager.run(*module)))
    return;
  llvm::raw_string_ostream out(job.text);
  module->print(out);
}

static void compileInThreads(std::vector<Job> &jobs) {
  notReady = jobs.size();
  std::vector<std::thread> threads;
  for (Job &job : jobs)
    threads.emplace_back([&] { compile(job); });
  for (std::thread &thread : threads)
    thread.join();
}

/// The first one in this process.
static void compileInProcesses(std::vector<Job> &jobs) {
  compile(jobs.front());
  llvm::outs() << jobs.front().text;
  llvm::outs().flush();
  for (size_t i = 1; i < jobs.size(); ++i) {
    if (fork() == 0) {
      compile(jobs[i]);
      llvm::outs() << jobs[i].text;
      llvm::outs().flush();
      _exit(jobs[i].text.empty());
    }
    wait(nullptr);
  }
}

/// Takes the first file off the arguments.
static int compileInPrograms(Job &job, std::vector<char *> arguments) {
  compile(job);
  llvm::outs() << job.text;
  llvm::outs().flush();
  arguments.erase(arguments.begin() + 3);
  if (arguments.size() > 3) {
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
  }
  return job.text.empty();
}

int main(int argc, char **argv) {
  bool forked = argc > 1 && strcmp(argv[1], "--forked") == 0;
  bool executed = argc > 1 && strcmp(argv[1], "--executed") == 0;
  int first = forked || executed ? 2 : 1;
  if (argc < first + 2) {
    llvm::errs() << "usage: many-contexts [--forked | --executed] PIPELINE "
                    "FILE...\n";
    return 2;
  }
  mlir::registerTransformsPasses();
  std::vector<Job> jobs;
  for (int i = first + 1; i < argc; ++i)
    jobs.push_back({argv[first], argv[i], ""});
  if (forked) {
    compileInProcesses(jobs);
    return 0;
  }
  if (executed)
    return compileInPrograms(jobs.front(), {argv, argv + argc});
  compileInThreads(jobs);
  bool allDone = true;
  for (const Job &job : jobs) {
    llvm::outs() << job.text;
    allDone &= !job.text.empty();
  }
  return allDone ? 0 : 1;
}
