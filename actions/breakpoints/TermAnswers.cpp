//===- TermAnswers.cpp - Which comparisons with one term hold -------------===//

#include "breakpoints/TermAnswers.h"

#include "breakpoints/RegexLiteral.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mlir::trackdbg;
using Operator = Expression::Operator;

static constexpr size_t kGram = sizeof(uint32_t);

static uint64_t gramAt(StringRef text, size_t position) {
  return llvm::support::endian::read32le(text.data() + position);
}

static std::optional<int64_t> numberIn(const TermValue &value) {
  if (const auto *number = std::get_if<int64_t>(&value))
    return *number;
  if (const auto *truth = std::get_if<bool>(&value))
    return *truth;
  return std::nullopt;
}

static std::string textIn(const TermValue &value) {
  const auto *text = std::get_if<std::string>(&value);
  return text ? *text : literalOf(value);
}

/// Those that need the four characters that fewest others do, out of what the
/// expression needs; null if that is less. Places in one file differ at their
/// ends, so of equals the last is taken.
TermAnswers::Numbers *TermAnswers::rarestGram(StringRef expression) {
  std::optional<uint64_t> rarest;
  size_t fewest = 0;
  for (const std::string &literal : requiredLiterals(expression))
    for (size_t i = 0; i + kGram <= literal.size(); ++i) {
      uint64_t gram = gramAt(literal, i);
      auto users = byGram.find(gram);
      size_t count = users == byGram.end() ? 0 : users->second.size();
      if (rarest && count > fewest)
        continue;
      rarest = gram;
      fewest = count;
    }
  return rarest ? &byGram[*rarest] : nullptr;
}

unsigned TermAnswers::add(const Expression::Node &comparison,
                          const TermValue &constant) {
  std::string key =
      std::to_string(int(comparison.op)) + " " + literalOf(constant);
  auto [entry, isNew] = known.try_emplace(key, comparisons.size());
  unsigned number = entry->second;
  if (!isNew)
    return number;
  comparisons.push_back({comparison, constant});
  if (comparison.op == Operator::Equal &&
      comparison.compared != Expression::Type::Name) {
    equalTexts[textIn(constant)].push_back(number);
    if (std::optional<int64_t> wanted = numberIn(constant))
      equalNumbers[*wanted].push_back(number);
    return number;
  }
  Numbers *needing = comparison.op == Operator::Matches
                         ? rarestGram(textIn(constant))
                         : nullptr;
  (needing ? *needing : others).push_back(number);
  return number;
}

void TermAnswers::collectEqual(const TermValue &value, Numbers &found) const {
  if (auto texts = equalTexts.find(textIn(value)); texts != equalTexts.end())
    llvm::append_range(found, texts->second);
  if (std::optional<int64_t> number = numberIn(value))
    if (auto equal = equalNumbers.find(*number); equal != equalNumbers.end())
      llvm::append_range(found, equal->second);
}

void TermAnswers::collectByGrams(StringRef text, Numbers &found) const {
  for (size_t i = 0; i + kGram <= text.size() && !byGram.empty(); ++i)
    if (auto needing = byGram.find(gramAt(text, i)); needing != byGram.end())
      llvm::append_range(found, needing->second);
}

TermAnswers::Numbers TermAnswers::find(const TermValue &value) const {
  Numbers found = others;
  collectEqual(value, found);
  collectByGrams(textIn(value), found);
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  llvm::erase_if(found, [&](unsigned number) {
    const Comparison &each = comparisons[number];
    return !Expression::compare(each.node, value, each.constant);
  });
  return found;
}

ArrayRef<unsigned> TermAnswers::holding(ActionTerms &terms, unsigned term) {
  TermKey key = terms.key(term);
  if (key.isVoid)
    return {};
  auto [entry, isNew] = answers.try_emplace(key.bits);
  if (!isNew)
    return entry->second;
  // A compile may go through any number of values.
  constexpr size_t kMost = 1 << 20;
  if (answers.size() > kMost) {
    answers.clear();
    entry = answers.try_emplace(key.bits).first;
  }
  entry->second = find(terms.value(term));
  return entry->second;
}
