//===- TermAnswers.h - Which comparisons with one term hold ---------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_TERMANSWERS_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_TERMANSWERS_H

#include "breakpoints/ActionTerms.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <vector>

namespace mlir::trackdbg {

/// All comparisons of one term, none of whose values is a plain number, with
/// constants. Which of them hold is kept per value, so an action costs one
/// look-up, and a new value about as many comparisons as hold for it: texts and
/// numbers are found by hashes, regular expressions by four characters that
/// they need. Other comparisons are all tried.
class TermAnswers {
public:
  /// The number of that comparison, from 0; the same for equal ones.
  unsigned add(const Expression::Node &comparison, const TermValue &constant);

  /// The comparisons that hold for the term's value now. Valid until the next
  /// call.
  llvm::ArrayRef<unsigned> holding(ActionTerms &terms, unsigned term);
  /// See Interner::forgetPointers.
  void forgetPointers() { answers.clear(); }

private:
  using Numbers = llvm::SmallVector<unsigned, 1>;
  struct Comparison {
    Expression::Node node;
    TermValue constant;
  };
  Numbers *rarestGram(llvm::StringRef expression);
  void collectEqual(const TermValue &value, Numbers &found) const;
  void collectByGrams(llvm::StringRef text, Numbers &found) const;
  Numbers find(const TermValue &value) const;

  std::vector<Comparison> comparisons;
  llvm::StringMap<unsigned> known;
  llvm::StringMap<Numbers> equalTexts;
  std::map<int64_t, Numbers> equalNumbers;
  llvm::DenseMap<uint64_t, Numbers> byGram;
  Numbers others;
  llvm::DenseMap<uint64_t, Numbers> answers;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_TERMANSWERS_H
