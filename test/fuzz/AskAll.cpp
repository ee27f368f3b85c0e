//===- AskAll.cpp - Every question that a trace can be asked --------------===//

#include "AskAll.h"
#include "SilentFrontend.h"

#include "commands/Command.h"
#include "commands/Console.h"
#include "export/Dump.h"
#include "graph/KnownNames.h"
#include "python/SourceRange.h"
#include "python/StageOps.h"
#include "queries/Statistics.h"
#include "queries/TraceOfFiles.h"
#include "render/Render.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace mlir::trackdbg {

namespace {
// As llvm::cantFail, which says nothing where assertions are off.
void must(llvm::Error error) {
  if (!error)
    return;
  llvm::errs() << llvm::toString(std::move(error)) << '\n';
  std::abort();
}
template <typename T> T must(llvm::Expected<T> value) {
  if (!value)
    must(value.takeError());
  return std::move(*value);
}

/// Questions to the whole trace.
constexpr const char *kQuestions[] = {
    "stages",
    "stages --json",
    "show-stage start",
    "show-stage end",
    "show-stage 1 /./",
    "show-stage a2",
    "diff a1",
    "diff a3 --full",
    "diff-stages 0 1",
    "diff-stages end start #1",
    "info actions",
    "info passes",
    "info crash",
    "info crash --json",
    "backtrace",
    "ops",
    "ops --at start --json",
    "fate",
    "fate --by pass --json",
    "fate --by pattern",
    "lost",
    "lost --json",
    "order",
    "order --json --at 1",
    "order --key ([0-9]+) --at start",
    "track /./ into /./ --json",
    "track /./ into /./ --at 1 --exact",
    "why-not",
    "why-not /./ --json",
    "info patterns",
    "info patterns --wasted --all --json",
    "info source -native a1",
    "info source -native a3 --json",
    "fate --by native-line --json",
    "info actions --by native-line",
    "ops --made-by a.cpp:3",
};

/// Questions about ops; '%' is what names them.
constexpr const char *kQuestionsAboutOps[] = {
    "became %",
    "why-not %",
    "became % --all --json",
    "became % --outermost --at 1",
    "became % --at a2 --depth 3 --exact",
    "origin % --json",
    "origin % --at start --limit 3",
    "history % --depth 2",
    "history % --at 1 --json",
    "blame %",
    "blame % --at 1 --json",
    "why-erased %",
    "why-erased % --exact --json",
    "ops % --at end",
    "track % into /./",
    "info line %",
    "info line % --all --json",
    "backtrace -native %",
    "backtrace -native % --all --json",
};

class Asker {
public:
  explicit Asker(Console &console, const Lineage &lineage)
      : console(console), lineage(lineage) {}

  void run() {
    for (const char *question : kQuestions)
      ask(question);
    // One spec for each question, another one in the next trace: to ask for all
    // of them would make an input three times as slow.
    std::vector<std::string> specs = this->specs();
    size_t next = lineage.opCount();
    for (llvm::StringRef question : kQuestionsAboutOps) {
      auto [before, behind] = question.split('%');
      ask(before.str() + specs[next++ % specs.size()] + behind.str());
    }
  }

private:
  /// As the terminal does, answered or refused.
  void ask(const std::string &line) {
    llvm::Expected<Reply> reply = execute(console, line);
    std::string shown = reply ? render(*reply, RenderStyle())
                              : llvm::toString(reply.takeError());
    // An answer to nothing would be a fault too.
    if (shown.empty())
      std::abort();
  }
  /// Some that may name nothing, and some that the trace knows.
  std::vector<std::string> specs() const {
    std::vector<std::string> specs = {"#1", "/./", "@stage1/%0", "@f", "@0/@m"};
    for (NameKind kind : {NameKind::Op, NameKind::File})
      if (std::vector<std::string> known = names(lineage, kind); !known.empty())
        specs.push_back(known.back());
    return specs;
  }

  Console &console;
  const Lineage &lineage;
};

/// All ops by their names, of which some steps are followed.
std::optional<Subgraph> somePart(const Lineage &lineage) {
  SubgraphQuestion question;
  question.became = {"/./"};
  question.origin = {"#1", "#7"};
  question.depth = 2;
  auto part = findSubgraph(lineage, question);
  if (part)
    return std::move(*part);
  llvm::consumeError(part.takeError());
  return std::nullopt;
}

void exportAll(const Lineage &lineage) {
  if (std::optional<Subgraph> part = somePart(lineage))
    for (DumpFormat format :
         {DumpFormat::Json, DumpFormat::Dot, DumpFormat::Text})
      dump(lineage, format, llvm::nulls(), &*part);
  for (DumpFormat format :
       {DumpFormat::Json, DumpFormat::Dot, DumpFormat::Text})
    dump(lineage, format, llvm::nulls());
  for (LogFormat format : {LogFormat::Log, LogFormat::JsonLines,
                           LogFormat::ChromeTrace, LogFormat::Patches}) {
    ExportOptions options;
    options.format = format;
    llvm::consumeError(exportActions(lineage, options, llvm::nulls()));
    options.foldBelow = std::chrono::nanoseconds(1000);
    must(options.filter.add("descendants=/./"));
    llvm::consumeError(exportActions(lineage, options, llvm::nulls()));
  }
}

/// What a script sees.
void lookAsScriptsDo(const Lineage &lineage) {
  // Not more: a stage costs as much as the trace.
  constexpr size_t kMostStages = 4;
  std::vector<Stage> stages = stagesOf(lineage);
  for (const Stage &stage : llvm::ArrayRef(stages).take_front(kMostStages)) {
    auto texts = snapshotsOf(lineage).textsOf(stage);
    StageOps ops = texts ? StageOps(lineage, std::move(*texts))
                         : StageOps(lineage, stage.moment());
    if (!texts)
      llvm::consumeError(texts.takeError());
    for (uint32_t entry = 0; entry < ops.size(); ++entry) {
      ops.inside(entry);
      ops.findPath(lineage, ops.path(lineage, entry));
      ops.text(entry);
      SourceRange::ofLocation(lineage.definitions(),
                              lineage.lastLocation(ops.op(entry)).location)
          .str();
    }
  }
}

void writeTraceOfItself(const std::string &path, const std::string &scratch) {
  std::vector<ReadFile> files(2);
  for (ReadFile &file : files) {
    file.path = "a.mlir";
    file.lineage = must(Lineage::open(path));
  }
  must(writeTraceOfFiles(files, {{"a", "b"}}, scratch));
  // What we write is sound, whatever it was made from.
  std::unique_ptr<Lineage> written = must(Lineage::open(scratch));
  if (!written->trace().problem().empty())
    std::abort();
}
} // namespace

void askAll(const std::string &path, const std::string &scratch,
            FilesWritten files) {
  auto debugger = Debugger::open(path);
  if (!debugger)
    return llvm::consumeError(debugger.takeError());
  SilentFrontend frontend;
  Console console(std::move(*debugger), frontend);
  std::shared_ptr<Lineage> lineage = must(console.debugger->sharedLineage());
  Asker(console, *lineage).run();
  exportAll(*lineage);
  lookAsScriptsDo(*lineage);
  if (files == FilesWritten::Database) {
    must(dumpToFile(*lineage, DumpFormat::Sqlite, scratch));
    if (std::optional<Subgraph> part = somePart(*lineage))
      must(dumpToFile(*lineage, DumpFormat::Sqlite, scratch, &*part));
  }
  if (files == FilesWritten::TraceOfFiles)
    writeTraceOfItself(path, scratch);
}

} // namespace mlir::trackdbg
