//===- PlanServer.cpp - Answers programs that may need a plan -------------===//

#include "injection/PlanServer.h"

#include "injection/LocalSocket.h"
#include "injection/SystemError.h"
#include "trace/PlainText.h"
#include "trackdbg/FileMessage.h"
#include "trackdbg/PatchPlan.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<std::unique_ptr<PlanServer>>
PlanServer::start(const std::string &path, PlanStore store, Passes passes) {
  Expected<FileDescriptor> socket = listenAt(path, SOCK_SEQPACKET);
  if (!socket)
    return socket.takeError();
  // A server may have few descriptors left by the time somebody asks.
  store.trackers().readAll();
  std::unique_ptr<PlanServer> server(
      new PlanServer(std::move(*socket), std::move(store), passes));
  if (int error = server->startThread())
    return createStringError(
        fmt::format("cannot make a thread: {}", errorText(error)));
  return server;
}

PlanServer::PlanServer(FileDescriptor listening, PlanStore plans, Passes passes)
    : socket(std::move(listening)), store(std::move(plans)), passes(passes) {}

/// An errno, or 0.
int PlanServer::startThread() {
  // Signals are for the debugger's own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // std::thread throws where there is no room for one more.
  int error = pthread_create(
      &thread, nullptr,
      [](void *server) -> void * {
        static_cast<PlanServer *>(server)->serve();
        return nullptr;
      },
      this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  hasThread = error == 0;
  if (hasThread)
    pthread_setname_np(thread, "mtd-plans");
  return error;
}

PlanServer::~PlanServer() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
    shutdown(socket.get(), SHUT_RDWR);
  }
  ending.notify_one();
  if (hasThread)
    pthread_join(thread, nullptr);
}

void PlanServer::serve() {
  // Without a free descriptor nobody can be accepted. After a second of tries
  // the socket is closed, and the processes that wait go on untracked.
  constexpr int kMostTries = 100;
  constexpr std::chrono::milliseconds kPause{10};
  for (int tries = 0; !isEnding;) {
    FileDescriptor client(retryOnSignal(
        [&] { return accept4(socket.get(), nullptr, nullptr, SOCK_CLOEXEC); }));
    if (client) {
      tries = 0;
      answer(client);
    } else if (++tries < kMostTries) {
      std::unique_lock lock(mutex);
      ending.wait_for(lock, kPause, [&] { return isEnding.load(); });
    } else {
      note({fmt::format("what was started was not tracked: the debugger cannot "
                        "take a connection: {}",
                        errorText(errno))});
      std::lock_guard lock(mutex);
      socket = FileDescriptor();
      return;
    }
  }
}

namespace {

struct Question {
  plan::Ask ask{};
  std::string text;    ///< What follows it.
  FileDescriptor file; ///< None where none was asked.
};

Question receiveQuestion(const FileDescriptor &client) {
  constexpr size_t kMostText = 4096;
  char bytes[1 + kMostText];
  int received;
  ssize_t count = receiveWithFile(client.get(), bytes, sizeof(bytes), received);
  Question question;
  question.file = FileDescriptor(received);
  if (count < 1)
    return {};
  question.ask = plan::Ask(bytes[0]);
  question.text.assign(bytes + 1, count - 1);
  return question;
}

/// The bytes as a file without a name; none, with errno, if there is no room.
FileDescriptor fileOf(ArrayRef<uint8_t> bytes) {
  FileDescriptor file(memfd_create("mlir-track-dbg-plan", MFD_CLOEXEC));
  while (file && !bytes.empty()) {
    ssize_t count = retryOnSignal(
        [&] { return write(file.get(), bytes.data(), bytes.size()); });
    if (count <= 0)
      return FileDescriptor();
    bytes = bytes.drop_front(count);
  }
  return file;
}

std::string describe(plan::Outcome outcome) {
  switch (outcome) {
  case plan::Outcome::Patched:
    return "";
  case plan::Outcome::Differs:
    return "was changed while it was started";
  case plan::Outcome::Misread:
    return "was not patched, as libtrackdbg-preload.so is of another build: "
           "build or install mlir-track-dbg again, all of it";
  case plan::Outcome::NoRoom:
    return "has no free addresses near its code: link it with "
           "MLIRTrackDbg::tracker";
  case plan::Outcome::Forbidden:
    return "cannot be patched, as the system does not let changed code run "
           "(SELinux, seccomp or PR_SET_MDWE): link it with "
           "MLIRTrackDbg::tracker";
  }
  return "gave an answer that mlir-track-dbg does not know";
}

} // namespace

void PlanServer::answer(const FileDescriptor &client) {
  constexpr timeval kLongest{2, 0};
  setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &kLongest,
             sizeof(kLongest));
  Question question = receiveQuestion(client);
  if (!question.file)
    return;
  switch (question.ask) {
  case plan::Ask::Plan:
    return sendPlan(client, question.file, /*isOfCompiler=*/true);
  case plan::Ask::Watch:
    return sendPlan(client, question.file, /*isOfCompiler=*/false);
  case plan::Ask::Tracker:
    return sendTracker(client, question.file);
  case plan::Ask::LLVMTracker:
    return sendLLVMTracker(client, question.file);
  case plan::Ask::Trouble:
    return noteRefusal(question.file, "cannot load its tracker: " +
                                          plainText(question.text, Lines::One));
  case plan::Ask::Another:
    return noteRefusal(question.file,
                       "made a context that is not tracked: of several MLIRs "
                       "in one process, only one is");
  }
}

static void sendPath(const FileDescriptor &client, const std::string &tracker) {
  std::string text = char(plan::Reply::Tracker) + tracker;
  send(client.get(), text.c_str(), text.size() + 1, MSG_NOSIGNAL);
}

void PlanServer::sendTracker(const FileDescriptor &client,
                             const FileDescriptor &library) {
  Expected<TrackerFiles> files = store.trackerFor(library.get());
  if (!files)
    return noteRefusal(library, toString(files.takeError()));
  sendPath(client, files->tracker);
}

void PlanServer::sendLLVMTracker(const FileDescriptor &client,
                                 const FileDescriptor &library) {
  if (passes == Passes::OfMLIR)
    return;
  Expected<std::string> tracker = store.llvmTrackerFor(library.get());
  if (!tracker)
    return noteRefusal(library, toString(tracker.takeError()));
  sendPath(client, *tracker);
}

void PlanServer::sendPlan(const FileDescriptor &client,
                          const FileDescriptor &program, bool isOfCompiler) {
  Expected<const ProgramPlan &> plan = store.planFor(program.get());
  if (!plan)
    return noteRefusal(program, "cannot be read: " + toString(plan.takeError()),
                       isOfCompiler);
  if (plan->kind == ProgramPlan::Kind::Refused)
    noteRefusal(program, plan->reason, isOfCompiler);
  if (plan->kind != ProgramPlan::Kind::Patch)
    return;
  FileDescriptor file = fileOf(plan->bytes);
  if (!file)
    return noteRefusal(program,
                       "cannot be patched, as there is no room for the plan: " +
                           errorText(errno),
                       isOfCompiler);
  std::string text = char(plan::Reply::Plan) + plan->files.tracker;
  plan::Outcome outcome;
  if (sendWithFile(client.get(), text.c_str(), text.size() + 1, file.get()) <=
          0 ||
      recv(client.get(), &outcome, sizeof(outcome), 0) != sizeof(outcome))
    return;
  if (outcome != plan::Outcome::Patched)
    noteRefusal(program, describe(outcome), isOfCompiler);
  else if (isOfCompiler)
    noteUnseen(program, *plan);
}

void PlanServer::noteUnseen(const FileDescriptor &file,
                            const ProgramPlan &plan) {
  if (plan.unseen.empty())
    return;
  std::string remark =
      fmt::format("'{}' {}", pathOfOpenFile(file.get()), plan.unseen);
  std::lock_guard lock(mutex);
  if (!is_contained(remarks, remark))
    remarks.push_back(std::move(remark));
}

void PlanServer::noteRefusal(const FileDescriptor &file, const std::string &why,
                             bool isOfCompiler) {
  note({fmt::format("'{}' {}", pathOfOpenFile(file.get()), why), isOfCompiler});
}

void PlanServer::note(Refusal refusal) {
  std::lock_guard lock(mutex);
  // make may start it many times.
  auto known = find_if(refused, [&](const Refusal &each) {
    return each.sentence == refusal.sentence;
  });
  if (known == refused.end())
    refused.push_back(std::move(refusal));
  else
    known->isOfCompiler |= refusal.isOfCompiler;
}

std::vector<std::string> PlanServer::takeRemarks() {
  std::lock_guard lock(mutex);
  size_t from = std::exchange(takenRemarks, remarks.size());
  return {remarks.begin() + from, remarks.end()};
}

std::vector<PlanServer::Refusal> PlanServer::refusals() const {
  std::lock_guard lock(mutex);
  return refused;
}

} // namespace mlir::trackdbg
