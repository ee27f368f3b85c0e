//===- PlanServer.cpp - Answers programs that may need a plan -------------===//

#include "injection/PlanServer.h"

#include "injection/LocalSocket.h"
#include "injection/SystemError.h"
#include "trackdbg/FileMessage.h"
#include "trackdbg/PatchPlan.h"

#include "llvm/ADT/STLExtras.h"

#include <climits>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<std::unique_ptr<PlanServer>> PlanServer::start(const std::string &path,
                                                        PlanStore store) {
  Expected<FileDescriptor> socket = listenAt(path, SOCK_SEQPACKET);
  if (!socket)
    return socket.takeError();
  std::unique_ptr<PlanServer> server(
      new PlanServer(std::move(*socket), std::move(store)));
  if (int error = server->startThread())
    return createStringError(
        fmt::format("cannot make a thread: {}", errorText(error)));
  return server;
}

PlanServer::PlanServer(FileDescriptor listening, PlanStore plans)
    : socket(std::move(listening)), store(std::move(plans)) {}

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
  isEnding = true;
  shutdown(socket.get(), SHUT_RDWR);
  if (hasThread)
    pthread_join(thread, nullptr);
}

void PlanServer::serve() {
  while (!isEnding) {
    FileDescriptor client(retryOnSignal(
        [&] { return accept4(socket.get(), nullptr, nullptr, SOCK_CLOEXEC); }));
    if (client) {
      answer(client);
      continue;
    }
    // There may be a number for it when another file has been closed.
    constexpr timespec kPause{0, 10'000'000};
    nanosleep(&kPause, nullptr);
  }
}

namespace {

/// Takes the question of a program: its file.
FileDescriptor receiveProgram(const FileDescriptor &client) {
  plan::Ask ask{};
  int received;
  ssize_t count = receiveWithFile(client.get(), &ask, sizeof(ask), received);
  FileDescriptor file(received);
  bool isAsked = count == sizeof(ask) && ask == plan::Ask::Plan;
  return isAsked ? std::move(file) : FileDescriptor();
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
  case plan::Outcome::NoRoom:
    return "has no free addresses near its code";
  case plan::Outcome::Forbidden:
    return "may not be changed here: link it with MLIRTrackDbg::tracker";
  }
  return "gave an answer that mlir-track-dbg does not know";
}

} // namespace

void PlanServer::answer(const FileDescriptor &client) {
  constexpr timeval kLongest{2, 0};
  setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &kLongest,
             sizeof(kLongest));
  if (FileDescriptor program = receiveProgram(client))
    answerProgram(client, program);
}

void PlanServer::answerProgram(const FileDescriptor &client,
                               const FileDescriptor &program) {
  Expected<const ProgramPlan &> plan = store.planFor(program.get());
  if (!plan)
    return noteRefusal(program,
                       "cannot be read: " + toString(plan.takeError()));
  if (plan->kind == ProgramPlan::Kind::Refused)
    noteRefusal(program, plan->reason);
  if (plan->kind != ProgramPlan::Kind::Patch)
    return;
  FileDescriptor file = fileOf(plan->bytes);
  if (!file)
    return noteRefusal(program, "has no plan: " + errorText(errno));
  std::string text(1, char(plan::Reply::Plan));
  for (const std::string &path : {store.trackerPath(), store.fallbackPath()}) {
    text += path;
    text += '\0';
  }
  plan::Outcome outcome;
  if (sendWithFile(client.get(), text.data(), text.size(), file.get()) > 0 &&
      recv(client.get(), &outcome, sizeof(outcome), 0) == sizeof(outcome) &&
      outcome != plan::Outcome::Patched)
    noteRefusal(program, describe(outcome));
}

void PlanServer::noteRefusal(const FileDescriptor &program,
                             const std::string &why) {
  char path[PATH_MAX];
  ssize_t size =
      readlink(fmt::format("/proc/self/fd/{}", program.get()).c_str(), path,
               sizeof(path));
  std::string sentence = fmt::format(
      "'{}' {}", StringRef(path, std::max<ssize_t>(size, 0)).str(), why);
  std::lock_guard lock(mutex);
  // make may start it many times.
  if (!is_contained(refused, sentence))
    refused.push_back(std::move(sentence));
}

std::vector<std::string> PlanServer::refusals() const {
  std::lock_guard lock(mutex);
  return refused;
}

} // namespace mlir::trackdbg
