//===- conditions.cpp - Any bytes as an expression ------------------------===//
//
// A libFuzzer target: what the debugger accepts as an expression must be the
// same after its variables were replaced, and evaluate to something, whatever
// the terms are; what comes to a value must be read back as that value.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "trackdbg/Expression.h"

#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace mlir::trackdbg;

/// A value for everything, of all kinds, that depends on the bytes.
static TermValue valueFor(size_t seed) {
  switch (seed % 5) {
  case 0:
    return {};
  case 1:
    return seed % 2 == 0;
  case 2:
    return int64_t(seed) - 100;
  case 3:
    return "arith.addi";
  default:
    return std::string("a\"\\\n\x80:") + std::to_string(seed);
  }
}

/// A regular expression may take any time to match; that is not looked for.
static bool isQuick(const Expression &expression) {
  const Expression::Node *last = &expression.root();
  for (const auto *node = &expression.node(0); node <= last; ++node)
    if (node->op == Expression::Operator::Matches)
      return false;
  return true;
}

static TermValue evaluate(const Expression &expression, size_t seed) {
  return expression.evaluate(
      [&](unsigned term) { return valueFor(seed + term); });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  Expected<Expression> parsed = Expression::parse(
      text, [&](StringRef name) { return valueFor(name.size() + size); });
  if (!parsed) {
    // What is refused is shown, with a caret.
    if (toString(parsed.takeError()).empty())
      std::abort();
    return 0;
  }
  Expected<Expression> again = Expression::parse(parsed->text());
  if (!again) {
    // Longer with its values than one may be, or a number that has no literal.
    consumeError(again.takeError());
    return 0;
  }
  if (again->text() != parsed->text())
    std::abort();
  if (!isQuick(*parsed))
    return 0;
  for (size_t seed = 0; seed < 10; ++seed) {
    TermValue value = evaluate(*parsed, seed);
    if (value != evaluate(*again, seed))
      std::abort();
    Expected<Expression> literal = Expression::parse(literalOf(value));
    if (!literal)
      consumeError(literal.takeError());
    else if (literal->evaluate([](unsigned) { return TermValue(); }) != value)
      std::abort();
  }
  return 0;
}
