//===- OmittedActions.cpp - Actions that are not run ----------------------===//

#include "core/OmittedActions.h"

#include "core/ActionNames.h"
#include "core/LLVMPass.h"
#include "ir/LocationText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

OmittedActions::OmittedActions(const Omission &omission, Interner &interner)
    : interner(interner), of(omission.of), from(omission.from),
      knowsSites(!omission.kept.empty()) {
  if (knowsSites)
    readSites(omission.kept);
  for (StringRef pass : llvm::split(StringRef(omission.passes), '\n'))
    if (!pass.empty())
      passes.insert(pass);
}

/// "1f.0 2e.3 ": the text in hexadecimal, and the index.
void OmittedActions::readSites(StringRef text) {
  for (StringRef word : llvm::split(text.trim(), ' ')) {
    auto [hash, index] = word.split('.');
    RewriteSite site;
    if (!hash.getAsInteger(16, site.text) &&
        !index.getAsInteger(10, site.index))
      kept.insert({site.text, site.index});
  }
}

uint8_t OmittedActions::traitsOf(uint32_t kind) {
  if (kind >= traits.size())
    traits.resize(kind + 1);
  uint8_t &known = traits[kind];
  if (known)
    return known;
  const ActionKind &action = interner.actionKind(kind);
  known = Known;
  if (action.tag == kApplyPatternTag)
    known |= Pattern;
  if (action.tag == "apply-conversion")
    known |= Conversion;
  if (action.tag == "GreedyPatternRewriteIteration")
    known |= Iteration;
  if (action.tag == kLLVMPassTag)
    known |= LLVMPass;
  if (action.isAdaptor)
    known |= Adaptor;
  return known;
}

bool OmittedActions::isOfClass(const ActiveAction &action) {
  uint8_t own = traitsOf(action.kind);
  if (of == ActionClass::Passes)
    return action.isPass;
  if (of == ActionClass::LLVMPasses)
    return own & LLVMPass;
  if ((own & Iteration) || (of == ActionClass::Patterns && !(own & Pattern)))
    return false;
  for (ActiveAction *around = action.parent; around; around = around->parent)
    if (traitsOf(around->kind) & Conversion)
      return false;
  return true;
}

bool OmittedActions::isKept(const ActiveAction &action) {
  if (const LLVMPassAction *pass = llvmPassOf(action)) {
    uint64_t hash =
        RewriteText{kLLVMPassTag, pass->name, pass->unit.title, {}}.hash();
    return kept.contains({hash, counts[hash]++});
  }
  if (!action.root)
    return true;
  // What runs in it is chosen, not it.
  if (traitsOf(action.kind) & Adaptor)
    return true;
  const ActionKind &kind = interner.actionKind(action.kind);
  RewriteText text{
      kind.tag, kind.name, action.root->getName().getStringRef(), {}};
  if (FileLineColRange place = firstFileLocation(action.root->getLoc())) {
    text.file = place.getFilename().getValue();
    text.line = place.getStartLine();
    text.column = place.getStartColumn();
  }
  uint64_t hash = text.hash();
  if (action.isPass)
    return kept.contains({hash, counts[hash]++});
  auto &known = sites[action.root];
  auto *site = llvm::find_if(
      known, [&](const RewriteSite &each) { return each.text == hash; });
  if (site == known.end()) {
    known.push_back({hash, counts[hash]++});
    site = &known.back();
  }
  return kept.contains({hash, site->index});
}

bool OmittedActions::isInPasses(const ActiveAction &action) const {
  if (passes.empty())
    return true;
  for (const ActiveAction *around = &action; around; around = around->parent)
    if (around->isPass) {
      const ActionKind &kind = interner.actionKind(around->kind);
      return passes.contains(kind.argument.empty() ? kind.name : kind.argument);
    }
  return false;
}

bool OmittedActions::contains(const ActiveAction &action) {
  if (!knowsSites && (!from || action.number < from))
    return false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isOfClass(action))
    return false;
  // Sites are counted, whatever pass they are in.
  return !(knowsSites && isKept(action)) && isInPasses(action);
}

void OmittedActions::noteDeath(Operation *op) {
  std::lock_guard<std::mutex> lock(mutex);
  sites.erase(op);
}
