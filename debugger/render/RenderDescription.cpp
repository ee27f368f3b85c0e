//===- RenderDescription.cpp - What an op has, as text --------------------===//

#include "render/LongAttributes.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/PlainText.h"

#include "llvm/Support/FormatVariadic.h"

#include <vector>

using namespace llvm;

namespace mlir::trackdbg {

/// Between an attribute and its value.
static constexpr StringLiteral kIs(" = ");

/// As IR that is printed: on a screen, long attributes are elided.
static std::string elided(StringRef text, StringRef joint,
                          const RenderStyle &style) {
  if (!style.isForScreen || !style.mostElements || joint != kIs)
    return text.str();
  std::string whole = (joint + text).str();
  return elideLongAttributes(whole, *style.mostElements).substr(joint.size());
}

static std::string renderParts(StringRef title,
                               const std::vector<NamedPart> &parts,
                               StringRef joint, const RenderStyle &style) {
  if (parts.empty())
    return "";
  std::string text = title.str() + ":\n";
  for (const NamedPart &part : parts) {
    text += formatv("  {0}{1}{2}", paint(part.name, Ink::Op, style), joint,
                    OneLine(elided(part.text, joint, style)));
    if (!part.by.empty())
      text += formatv(", {0}", OneLine(part.by));
    text += "\n";
  }
  return text;
}

static std::string renderTypes(const DescribeAnswer &answer) {
  if (answer.results.empty())
    return formatv("{0} has no results.\n", OneLine(answer.title));
  if (answer.results.size() == 1)
    return formatv("type = {0}\n", OneLine(answer.results.front().text));
  std::string text;
  for (const NamedPart &result : answer.results)
    text += formatv("{0}: type = {1}\n", OneLine(result.name),
                    OneLine(result.text));
  return text;
}

static std::string renderAllTypes(const DescribeAnswer &answer,
                                  const RenderStyle &style) {
  if (answer.results.empty())
    return "No such types.\n";
  std::string text = formatv("{0,8}  {1}\n", "Values",
                             "Type in " + OneLine(answer.title).str());
  for (const NamedPart &type : answer.results)
    text += formatv("{0,8}  {1}\n", type.by, OneLine(type.text));
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

std::string renderDescription(const DescriptionReply &reply,
                              const RenderStyle &style) {
  const DescribeAnswer &answer = reply.answer;
  std::string text;
  switch (reply.shown) {
  case DescriptionShown::Types:
    return renderTypes(answer);
  case DescriptionShown::AllTypes:
    return renderAllTypes(answer, style);
  case DescriptionShown::Arguments:
    text =
        renderParts(OneLine(answer.title).str(), answer.arguments, ": ", style);
    return text.empty()
               ? formatv("{0} has no arguments.\n", OneLine(answer.title)).str()
               : fitScreen(std::move(text), /*isWhole=*/true, style);
  case DescriptionShown::Parts:
    text = paint(OneLine(answer.title), Ink::Title, style) + "\n" +
           renderParts("results", answer.results, ": ", style) +
           renderParts("operands", answer.operands, ": ", style) +
           renderParts("attributes", answer.attributes, kIs, style) +
           renderParts("arguments", answer.arguments, ": ", style);
    return fitScreen(std::move(text), /*isWhole=*/true, style);
  }
  return text;
}

} // namespace mlir::trackdbg
