//===- WatchSet.cpp - What becomes of the ops that are watched ------------===//

#include "breakpoints/WatchSet.h"

#include "ir/LocationText.h"
#include "ir/Printing.h"
#include "ir/StructureHash.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static void addAll(WatchSet::Ids &ids, const WatchSet::Ids &others) {
  for (int64_t id : others)
    if (!llvm::is_contained(ids, id))
      ids.push_back(id);
}

/// That of the ops that `action` and those around it work on. Null where none
/// of them says: then it may be any.
static const MLIRContext *contextOf(const ActiveAction *action) {
  for (; action; action = action->parent)
    if (action->root && action->rootAlive)
      return action->root->getContext();
  return nullptr;
}

static bool mayBe(const MLIRContext *context, const MLIRContext *wanted) {
  return !wanted || context == wanted;
}

//===----------------------------------------------------------------------===//
// Who is watched
//===----------------------------------------------------------------------===//

void WatchSet::assign(ArrayRef<BreakpointSpec> specs, uint64_t position) {
  llvm::MapVector<int64_t, std::string> before = std::move(names);
  names.clear();
  for (const BreakpointSpec &spec : specs)
    names[spec.id] = spec.name;
  auto forget = [&](Ids &ids) {
    llvm::erase_if(ids, [&](int64_t id) { return !names.contains(id); });
    return ids.empty();
  };
  ops.remove_if([&](auto &entry) { return forget(entry.second.ids); });
  for (auto it = unborn.begin(); it != unborn.end(); ++it)
    if (forget(it->second))
      unborn.erase(it);
  llvm::erase_if(touches, [&](Touch &touch) { return forget(touch.ids); });
  if (names.empty()) {
    made.clear();
    equals.clear();
    copies.clear();
    lost = 0;
  }
  for (const BreakpointSpec &spec : specs)
    for (const WatchedOp &watched : spec.ops) {
      if (before.contains(spec.id))
        continue;
      if (uint64_t(watched.born) > position)
        unborn[watched.born].push_back(spec.id);
      else if (auto *op = reinterpret_cast<Operation *>(watched.address))
        join(nullptr, op, {spec.id});
    }
}

void WatchSet::join(const ActiveAction *top, Operation *op, const Ids &ids) {
  auto *known = ops.find(op);
  if (known != ops.end())
    return addAll(known->second.ids, ids);
  if (ops.size() >= kMost) {
    ++lost;
    return;
  }
  Watched &watched = ops[op];
  watched.ids = ids;
  watched.context = op->getContext();
  watched.joining = top ? top->number : 0;
  if (!watched.joining)
    watched.hash = opHash(op);
}

void WatchSet::inherit(const ActiveAction *top, Touch &touch, Operation *heir) {
  if (!heir || heir == touch.op || llvm::is_contained(touch.heirs, heir))
    return;
  touch.heirs.push_back(heir);
  join(top, heir, touch.ids);
}

//===----------------------------------------------------------------------===//
// What happens to them
//===----------------------------------------------------------------------===//

WatchSet::Touch *WatchSet::findTouch(uint64_t action, Operation *op) {
  auto found = llvm::find_if(touches, [&](const Touch &touch) {
    return touch.action == action && touch.op == op && !touch.died;
  });
  return found == touches.end() ? nullptr : &*found;
}

/// Null for an op that nobody watches, or that nothing is to be told of.
WatchSet::Touch *WatchSet::touch(const ActiveAction *top, Operation *op) {
  auto *watched = ops.find(op);
  if (watched == ops.end() || !top ||
      (watched->second.joining && watched->second.joining == top->number))
    return nullptr;
  if (Touch *known = findTouch(top->number, op))
    return known;
  Touch &touch = touches.emplace_back();
  touch.action = top->number;
  touch.op = op;
  touch.context = watched->second.context;
  touch.ids = watched->second.ids;
  touch.before = watched->second.look;
  return &touch;
}

/// Of an action on a watched op, which may have ended that already.
void WatchSet::noteMade(const ActiveAction *top, Operation *op) {
  if (!top || !top->root || top->root == op || made.size() >= kMost)
    return;
  bool isOnWatched =
      ops.contains(top->root) || llvm::any_of(touches, [&](const Touch &touch) {
        return touch.action == top->number && touch.op == top->root;
      });
  if (isOnWatched)
    made.push_back({op, top->root, top->number, op->getContext()});
}

void WatchSet::happened(const ActiveAction *top, EventKind kind, Operation *op,
                        const void *object, uint64_t position) {
  auto *other = static_cast<Operation *>(const_cast<void *>(object));
  switch (kind) {
  case EventKind::Create:
  case EventKind::Clone:
    if (auto born = unborn.find(position); position && born != unborn.end()) {
      join(nullptr, op, born->second);
      unborn.erase(born);
      if (Touch *touch = this->touch(top, op))
        touch->born = true;
    }
    noteMade(top, op);
    if (kind == EventKind::Create)
      return;
    [[fallthrough]];
  case EventKind::CopyOf:
    if (auto *source = ops.find(other); source != ops.end()) {
      join(top, op, Ids(source->second.ids));
      if (top && copies.size() < kMost)
        copies.push_back({other, op, top->number});
    }
    return;
  case EventKind::Equal:
    if (ops.contains(op) || ops.contains(other)) {
      equals[op] = other;
      equals[other] = op;
    }
    return;
  default:
    break;
  }
  Touch *touch = this->touch(top, op);
  if (!touch)
    return;
  if (kind == EventKind::Replace) {
    touch->replaced = true;
    inherit(top, *touch, other);
  }
  touch->moved |= kind == EventKind::Insert;
  touch->dropped |= kind == EventKind::Drop;
}

void WatchSet::dying(const ActiveAction *top, Operation *op) {
  for (const std::weak_ptr<ValueNames> &table : tables)
    if (std::shared_ptr<ValueNames> names = table.lock())
      names->erase(op);
  Touch *touch = this->touch(top, op);
  if (touch && !touch->replaced) {
    if (auto equal = equals.find(op); equal != equals.end())
      inherit(top, *touch, equal->second);
    for (const Copy &each : copies)
      if (each.source == op && ops.contains(each.copy))
        inherit(top, *touch, each.copy);
  }
  llvm::erase_if(copies, [&](const Copy &each) {
    return each.source == op || each.copy == op;
  });
  for (Touch &each : touches) {
    llvm::erase(each.heirs, op);
    each.died |= each.op == op;
  }
  llvm::erase_if(made, [&](const Made &each) { return each.op == op; });
  equals.remove_if([&](const auto &entry) {
    return entry.first == op || entry.second == op;
  });
  ops.erase(op);
}

//===----------------------------------------------------------------------===//
// When an action begins or ends
//===----------------------------------------------------------------------===//

/// What has changed since an action began or ended last was changed by the
/// innermost one since then.
void WatchSet::compare(const ActiveAction *action, const MLIRContext *context) {
  for (auto &[op, watched] : ops) {
    if (watched.joining || !mayBe(watched.context, context))
      continue;
    uint64_t hash = opHash(op);
    if (std::exchange(watched.hash, hash) == hash)
      continue;
    watched.lookIsOld = true;
    if (Touch *touch = this->touch(action, op))
      touch->changed = true;
  }
}

/// An op that ends in an action on it becomes what that has made.
void WatchSet::giveRise(const ActiveAction &action) {
  for (const Made &each : made) {
    if (each.action != action.number)
      continue;
    auto touch = llvm::find_if(touches, [&](const Touch &touch) {
      return touch.action == each.action && touch.op == each.root &&
             (touch.died || touch.replaced || touch.dropped);
    });
    if (touch != touches.end())
      inherit(&action, *touch, each.op);
  }
}

void WatchSet::settle(const ActiveAction &action) {
  const MLIRContext *context = contextOf(&action);
  for (auto &[op, watched] : ops)
    if (watched.joining >= action.number && mayBe(watched.context, context)) {
      watched.joining = 0;
      watched.hash = opHash(op);
    }
}

void WatchSet::beginning(const ActiveAction &action, Attention attention) {
  compare(action.parent, contextOf(&action));
  if (attention == Attention::Everything)
    refreshTexts(&action);
}

/// What is kept of the action and of those nested in it.
void WatchSet::forgetFrom(const ActiveAction &action) {
  const MLIRContext *context = contextOf(&action);
  auto isOver = [&](const auto &each) {
    return each.action >= action.number && mayBe(each.context, context);
  };
  llvm::erase_if(made, isOver);
  llvm::erase_if(touches, isOver);
  equals.remove_if([&](const auto &entry) {
    return mayBe(entry.first->getContext(), context);
  });
  llvm::erase_if(copies, [&](Copy &each) {
    if (each.action < action.number || !mayBe(each.copy->getContext(), context))
      return false;
    each.action = action.parent ? action.parent->number : 0;
    return std::exchange(each.isOfInner, true) || each.action == 0;
  });
}

void WatchSet::ended(const ActiveAction &action, Attention attention,
                     std::vector<Sighting> &sightings) {
  compare(&action, contextOf(&action));
  giveRise(action);
  settle(action);
  std::vector<Touch> told;
  for (Touch &touch : touches)
    if (touch.action == action.number && isWorthTelling(touch)) {
      if (auto *watched = ops.find(touch.op); watched != ops.end())
        watched->second.lookIsOld = true;
      told.push_back(std::move(touch));
    }
  forgetFrom(action);
  if (attention == Attention::Everything)
    refreshTexts(&action);
  size_t before = sightings.size();
  for (const Touch &touch : told)
    tell(touch, attention, sightings);
  if (attention == Attention::Everything && sightings.size() > before)
    tellRest(sightings);
  untold.clear();
}

//===----------------------------------------------------------------------===//
// What is told of it
//===----------------------------------------------------------------------===//

std::shared_ptr<ValueNames> WatchSet::makeTable() {
  llvm::erase_if(tables, [](const auto &table) { return table.expired(); });
  auto table = std::make_shared<ValueNames>();
  tables.push_back(table);
  return table;
}

/// Looks at all ops of the context if one of them has changed, so that the
/// names of all are of the same print.
void WatchSet::refreshTexts(const ActiveAction *action) {
  const MLIRContext *context = contextOf(action);
  SmallVector<Operation *> seen;
  bool isAnyOld = false;
  for (auto &[op, watched] : ops)
    if (!watched.joining && mayBe(watched.context, context)) {
      seen.push_back(op);
      isAnyOld |= watched.lookIsOld;
    }
  if (!isAnyOld)
    return;
  std::shared_ptr<ValueNames> names = makeTable();
  std::vector<NamedLine> lines = printLines(seen, names.get());
  for (auto [op, line] : llvm::zip(seen, lines)) {
    Operation *parent = op->getParentOp();
    ops[op].look = {std::move(line), names, LocationAttr(op->getLoc()),
                    parent ? titleOf(parent) : ""};
    ops[op].lookIsOld = false;
  }
}

/// A rewriter says of more ops that it modifies them than it does.
bool WatchSet::isWorthTelling(const Touch &touch) {
  return touch.born || touch.moved || touch.changed || touch.replaced ||
         touch.dropped || touch.died;
}

std::string WatchSet::describe(const Touch &touch) const {
  if (touch.born)
    return touch.died ? "created and erased" : "created";
  if (touch.replaced && touch.heirs.empty())
    return "replaced by a block argument";
  if (touch.replaced || (touch.died && !touch.heirs.empty()))
    return "replaced";
  if (touch.died)
    return "erased";
  if (touch.dropped)
    return "to be erased";
  auto *watched = ops.find(touch.op);
  if (watched == ops.end())
    return "";
  const Look &after = watched->second.look;
  std::vector<std::string> parts;
  if (touch.before.parent != after.parent)
    parts.push_back("moved from " + touch.before.parent + " into " +
                    after.parent);
  else if (touch.moved)
    parts.push_back("moved");
  if (touch.before.location && touch.before.location != after.location)
    parts.push_back("location changed from " +
                    locationText(touch.before.location) + " to " +
                    locationText(after.location));
  return llvm::join(parts, ", ");
}

/// In a line each.
std::string WatchSet::describeAfter(const Touch &touch) const {
  SmallVector<Operation *, 2> after(touch.heirs);
  if (!touch.died && !touch.replaced)
    after = {touch.op};
  std::optional<NameCarrier> carrier;
  if (touch.before.names)
    carrier.emplace(*touch.before.names);
  std::string text;
  for (Operation *op : ArrayRef(after).take_front(kMostTold)) {
    text += text.empty() ? "" : "\n";
    auto *watched = ops.find(op);
    if (watched == ops.end())
      continue;
    const NamedLine &line = watched->second.look.line;
    text += carrier ? carrier->carry(line) : line.text;
  }
  if (after.size() > kMostTold)
    text += "\n... and " + std::to_string(after.size() - kMostTold) + " more";
  return text;
}

void WatchSet::tell(const Touch &touch, Attention attention,
                    std::vector<Sighting> &sightings) {
  Sighting sighting;
  if (attention == Attention::Everything) {
    sighting.before = touch.before.line.text;
    sighting.what = describe(touch);
    sighting.after = describeAfter(touch);
    if (sighting.what.empty() && sighting.after == sighting.before)
      sighting.what = "changed, but printed as before";
  }
  for (int64_t id : touch.ids) {
    size_t known = llvm::count_if(
        sightings, [&](const Sighting &each) { return each.breakpoint == id; });
    if (known >= kMostTold) {
      ++untold[id];
      continue;
    }
    sighting.breakpoint = id;
    sighting.name = names.lookup(id);
    sightings.push_back(sighting);
  }
}

bool WatchSet::isFollowing(int64_t id) const {
  auto has = [&](const auto &entry) {
    return llvm::is_contained(entry.second, id);
  };
  return llvm::any_of(unborn, has) || llvm::any_of(ops, [&](const auto &entry) {
           return llvm::is_contained(entry.second.ids, id);
         });
}

/// What is too much for sightings of its own goes with the last ones.
void WatchSet::tellRest(std::vector<Sighting> &sightings) {
  auto add = [](Sighting &sighting, const std::string &what) {
    sighting.what += (sighting.what.empty() ? "" : "; ") + what;
  };
  llvm::SmallSet<int64_t, 4> known;
  for (Sighting &sighting : llvm::reverse(sightings))
    if (sighting.kind == BreakpointSpec::Kind::Watch &&
        known.insert(sighting.breakpoint).second &&
        !isFollowing(sighting.breakpoint))
      add(sighting, "nothing is left to watch");
  for (auto [id, count] : untold)
    for (Sighting &sighting : llvm::reverse(sightings))
      if (sighting.breakpoint == id) {
        add(sighting, "and " + std::to_string(count) + " more were touched");
        break;
      }
  if (size_t count = std::exchange(lost, 0))
    add(sightings.back(), std::to_string(count) +
                              " of what it became are not followed, " +
                              std::to_string(kMost) + " are the most");
}
