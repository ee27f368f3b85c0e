//===- many-contexts.cpp - A compiler with a context for each thread ------===//
//
// many-contexts [--forked | --cloned | --sharing | --executed] PIPELINE FILE...
//
// Compiles each file on a thread of its own, all of which make their contexts
// at the same moment. Or all but the first in processes of their own: that it
// forks off, or clones without the C library's help, or forks off to use its
// own context; or in programs of their own that it executes in its place.
// Prints what comes of them in the order of the files.
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
#include <csignal>
#include <string>
#include <sys/syscall.h>
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

static void compile(Job &job, mlir::MLIRContext &context) {
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

static mlir::DialectRegistry dialects() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect>();
  return registry;
}

static void compile(Job &job) {
  mlir::DialectRegistry registry = dialects();
  for (--notReady; notReady > 0;)
    ;
  mlir::MLIRContext context(registry);
  compile(job, context);
}

static void compileInThreads(std::vector<Job> &jobs) {
  notReady = jobs.size();
  std::vector<std::thread> threads;
  for (Job &job : jobs)
    threads.emplace_back([&] { compile(job); });
  for (std::thread &thread : threads)
    thread.join();
}

static void print(const Job &job) {
  llvm::outs() << job.text;
  llvm::outs().flush();
}

static pid_t cloneProcess() {
  return syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
}

/// The first one in this process.
static void compileInProcesses(std::vector<Job> &jobs, pid_t (*makeProcess)(),
                               mlir::MLIRContext *shared = nullptr) {
  auto compileOne = [&](Job &job) {
    if (shared)
      compile(job, *shared);
    else
      compile(job);
    print(job);
  };
  compileOne(jobs.front());
  for (size_t i = 1; i < jobs.size(); ++i) {
    if (makeProcess() == 0) {
      compileOne(jobs[i]);
      _exit(jobs[i].text.empty());
    }
    wait(nullptr);
  }
}

static void compileSharing(std::vector<Job> &jobs) {
  mlir::MLIRContext context(dialects(), mlir::MLIRContext::Threading::DISABLED);
  compileInProcesses(jobs, fork, &context);
}

/// Takes the first file off the arguments.
static int compileInPrograms(Job &job, std::vector<char *> arguments) {
  compile(job);
  print(job);
  arguments.erase(arguments.begin() + 3);
  if (arguments.size() > 3) {
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
  }
  return job.text.empty();
}

int main(int argc, char **argv) {
  llvm::StringRef way = argc > 1 ? argv[1] : "";
  int first = way.starts_with("--") ? 2 : 1;
  if (argc < first + 2) {
    llvm::errs() << "usage: many-contexts [--forked | --cloned | --sharing | "
                    "--executed] PIPELINE FILE...\n";
    return 2;
  }
  mlir::registerTransformsPasses();
  std::vector<Job> jobs;
  for (int i = first + 1; i < argc; ++i)
    jobs.push_back({argv[first], argv[i], ""});
  if (way == "--executed")
    return compileInPrograms(jobs.front(), {argv, argv + argc});
  if (way == "--sharing")
    compileSharing(jobs);
  else if (way == "--forked" || way == "--cloned")
    compileInProcesses(jobs, way == "--forked" ? fork : cloneProcess);
  if (first == 2)
    return 0;
  compileInThreads(jobs);
  bool allDone = true;
  for (const Job &job : jobs) {
    llvm::outs() << job.text;
    allDone &= !job.text.empty();
  }
  return allDone ? 0 : 1;
}
