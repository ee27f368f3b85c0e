//===- ActionWriter.h - What the exports of actions share -----------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_ACTIONWRITER_H
#define TRACKDBG_DEBUGGER_EXPORT_ACTIONWRITER_H

#include "export/ActionLog.h"
#include "export/JsonText.h"

#include "llvm/ADT/BitVector.h"

#include <vector>

namespace mlir::trackdbg {

/// For each action the ops that were born directly in it.
class OpsByAction {
public:
  explicit OpsByAction(const Lineage &lineage);
  llvm::ArrayRef<OpId> operator[](ActionId id) const {
    return llvm::ArrayRef(ops).slice(starts[id], starts[id + 1] - starts[id]);
  }

private:
  std::vector<uint32_t> starts;
  std::vector<OpId> ops;
};

/// The texts that come again and again, made once each.
class ActionTexts {
public:
  explicit ActionTexts(const Lineage &lineage)
      : lineage(lineage), definitions(lineage.definitions()) {}

  llvm::StringRef place(uint32_t location);
  const std::string &quotedPlace(uint32_t location);
  /// "a.f90:7"; empty where that is not known.
  llvm::StringRef line(uint32_t location);
  const std::string &quotedLine(uint32_t location);
  const std::string &quotedOpName(OpId op);
  /// The argument of the pass around an action, or the pass's name, or empty.
  llvm::StringRef passWord(ActionId action) const;
  const std::string &quotedPassWord(ActionId action);
  /// What an action of the compiler's own printed.
  const std::string &quotedText(const ActionInfo &action);
  /// The three words of an action kind as JSON.
  struct Kind {
    std::string tag, name, title;
  };
  const Kind &quotedKind(uint32_t kind);

private:
  const Lineage &lineage;
  const Definitions &definitions;
  std::vector<std::string> places, lines, passWords;
  std::vector<Kind> kinds;
  QuotedStrings quotedPlaces, quotedLines, strings;
};

void writeLog(const Lineage &lineage, const llvm::BitVector &selected,
              llvm::raw_ostream &out);
void writeJsonLines(const Lineage &lineage, const llvm::BitVector &selected,
                    llvm::raw_ostream &out);
void writeChromeTrace(const Lineage &lineage, const llvm::BitVector &selected,
                      std::chrono::nanoseconds foldBelow,
                      llvm::raw_ostream &out);
void writeCollapsed(const Lineage &lineage, const llvm::BitVector &selected,
                    llvm::raw_ostream &out);
/// The trace has changes.
void writePatches(const Lineage &lineage, const llvm::BitVector &selected,
                  llvm::raw_ostream &out);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_ACTIONWRITER_H
