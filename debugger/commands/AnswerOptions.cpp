//===- AnswerOptions.cpp - Options that questions have in common ----------===//

#include "commands/AnswerOptions.h"

#include "commands/Errors.h"
#include "commands/NamedUnits.h"

using namespace llvm;

namespace mlir::trackdbg {

AnswerFormat formatOf(const Arguments &arguments) {
  if (arguments.has("--json"))
    return AnswerFormat::Json;
  return arguments.has("--dot") ? AnswerFormat::Dot : AnswerFormat::Text;
}

Error checkDot(const Arguments &arguments, ArrayRef<StringRef> others) {
  for (StringRef other : others)
    if (arguments.has("--dot") && arguments.has(other))
      return fail("--dot does not go with {0}.", other);
  return Error::success();
}

Expected<std::optional<Moment>> momentOf(const Lineage &lineage,
                                         const Arguments &arguments) {
  if (!arguments.has("--at"))
    return std::nullopt;
  return parseMoment(lineage, arguments.text("--at"));
}

Followed followedBy(const Arguments &arguments) {
  return {arguments.has("--exact"), arguments.has("--through")};
}

Expected<std::optional<unsigned>> depthOf(const Arguments &arguments) {
  std::optional<int64_t> depth = arguments.number("--depth");
  if (!depth)
    return std::nullopt;
  if (*depth < 0 || *depth > UINT32_MAX)
    return fail("Invalid depth \"{0}\": it counts steps from 0.", *depth);
  return unsigned(*depth);
}

Expected<QueryOptions> queryOptions(Console &console, const Lineage &lineage,
                                    const Arguments &arguments) {
  QueryOptions options;
  static_cast<Followed &>(options) = followedBy(arguments);
  options.resolver = liveResolver(console);
  // JSON is for programs, which can cut it themselves.
  if (formatOf(arguments) == AnswerFormat::Json)
    options.maxNodes = SIZE_MAX;
  if (arguments.has("--all")) {
    options.fold = Fold::Nothing;
    options.wholePlace = true;
    options.maxNodes = SIZE_MAX;
  }
  if (arguments.has("--outermost"))
    options.listed = Listed::Outermost;
  options.pass = arguments.text("--pass").str();
  if (Error error = depthOf(arguments).moveInto(options.depth))
    return error;
  if (std::optional<int64_t> limit = arguments.number("--limit")) {
    if (*limit < 1)
      return fail("Invalid limit \"{0}\": it counts ops from 1.", *limit);
    options.maxNodes = *limit;
  }
  if (Error error = momentOf(lineage, arguments).moveInto(options.at))
    return error;
  return options;
}

} // namespace mlir::trackdbg
