//===- Protocol.cpp - Messages to JSON and back ---------------------------===//

#include "trackdbg/Protocol.h"

#include "trackdbg/RequestFields.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

#define TRACKDBG_FIELD(name) visit(#name, m.name, d.name)

template <typename V> void fields(V &visit, Hello &m, Hello &d) {
  TRACKDBG_FIELD(version);
  TRACKDBG_FIELD(kind);
  TRACKDBG_FIELD(origin);
  TRACKDBG_FIELD(mark);
  TRACKDBG_FIELD(wanted);
  TRACKDBG_FIELD(processId);
  TRACKDBG_FIELD(commandLine);
  TRACKDBG_FIELD(workingDirectory);
  TRACKDBG_FIELD(mlirVersion);
  TRACKDBG_FIELD(wayIn);
}

template <typename V> void fields(V &visit, Configure &m, Configure &d) {
  TRACKDBG_FIELD(version);
  TRACKDBG_FIELD(interactive);
  TRACKDBG_FIELD(tracePath);
  TRACKDBG_FIELD(breakpoints);
  TRACKDBG_FIELD(control);
  TRACKDBG_FIELD(snapshots);
  TRACKDBG_FIELD(endsOnDemand);
  TRACKDBG_FIELD(checkpoints);
  TRACKDBG_FIELD(folds);
  TRACKDBG_FIELD(reasons);
  TRACKDBG_FIELD(changes);
  TRACKDBG_FIELD(stacks);
  TRACKDBG_FIELD(llvmPasses);
  TRACKDBG_FIELD(finalCode);
  TRACKDBG_FIELD(omission);
}

template <typename V> void fields(V &visit, Response &m, Response &d) {
  TRACKDBG_FIELD(error);
  TRACKDBG_FIELD(answer);
}

template <typename V> void fields(V &visit, Resume &m, Resume &d) {
  TRACKDBG_FIELD(control);
  TRACKDBG_FIELD(breakpoints);
  TRACKDBG_FIELD(target);
  TRACKDBG_FIELD(noteHits);
  TRACKDBG_FIELD(skipped);
  TRACKDBG_FIELD(checkpointAt);
  TRACKDBG_FIELD(unmutesOutput);
}

template <typename V> void fields(V &visit, ReleasePipes &m, ReleasePipes &d) {
  TRACKDBG_FIELD(kept);
}

template <typename V> void fields(V &visit, SwapOut &m, SwapOut &d) {
  TRACKDBG_FIELD(folder);
}

template <typename V> void fields(V &visit, ExitAs &m, ExitAs &d) {
  TRACKDBG_FIELD(code);
  TRACKDBG_FIELD(signal);
}

template <typename V> void fields(V &visit, Farewell &m, Farewell &d) {
  TRACKDBG_FIELD(hits);
  TRACKDBG_FIELD(copies);
}

template <typename V> void fields(V &visit, Restart &m, Restart &d) {
  TRACKDBG_FIELD(silentUntil);
  TRACKDBG_FIELD(breakpoints);
  TRACKDBG_FIELD(printsStages);
}

template <typename V> void fields(V &visit, Message &m, Message &d) {
  TRACKDBG_FIELD(hello);
  TRACKDBG_FIELD(configure);
  TRACKDBG_FIELD(stopped);
  TRACKDBG_FIELD(request);
  TRACKDBG_FIELD(response);
  TRACKDBG_FIELD(resume);
  TRACKDBG_FIELD(farewell);
  TRACKDBG_FIELD(restart);
  TRACKDBG_FIELD(releasePipes);
  TRACKDBG_FIELD(swapOut);
  TRACKDBG_FIELD(exitAs);
}

#undef TRACKDBG_FIELD

std::string encode(const Message &message) {
  std::string line;
  raw_string_ostream out(line);
  // Texts are written character by character. A print of a large function has
  // a million of them.
  constexpr size_t kBufferSize = 1 << 14;
  out.SetBufferSize(kBufferSize);
  out << Writer::toValue(message) << '\n';
  out.flush();
  return line;
}

/// What a line has more of than any message, or null. The parser recurses into
/// each array and object, and a stack has its end. It holds a value in many
/// times the bytes that the line needs for it, and an object in the room of a
/// hundred of them, and so has the memory.
static const char *findExcess(StringRef line) {
  constexpr unsigned kDeepest = 32;
  constexpr uint64_t kMostRoom = 32'000'000, kRoomOfAnObject = 100;
  unsigned depth = 0;
  uint64_t room = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (c == '"') {
      // To the quote that ends the text, past those behind a backslash.
      while (++i < line.size() && line[i] != '"')
        i += line[i] == '\\';
    } else if (c == '[' || c == '{') {
      room += c == '{' ? kRoomOfAnObject : 1;
      if (++depth > kDeepest)
        return "the message is nested too deeply";
    } else if (c == ',') {
      ++room;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
    if (room > kMostRoom)
      return "the message has too many parts";
  }
  return nullptr;
}

Expected<Message> decode(StringRef line) {
  if (const char *excess = findExcess(line))
    return createStringError(excess);
  Expected<json::Value> value = json::parse(line);
  if (!value)
    return value.takeError();
  Message message;
  json::Path::Root root("message");
  if (!Reader::fromValue(*value, message, root))
    return root.getError();
  int present = message.hello.has_value() + message.configure.has_value() +
                message.stopped.has_value() + message.request.has_value() +
                message.response.has_value() + message.resume.has_value() +
                message.farewell.has_value() + message.restart.has_value() +
                message.releasePipes.has_value() + message.swapOut.has_value() +
                message.exitAs.has_value();
  if (present != 1)
    return createStringError("not one message but %d", present);
  return message;
}

} // namespace mlir::trackdbg
