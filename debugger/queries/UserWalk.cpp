//===- UserWalk.cpp -------------------------------------------------------===//

#include "queries/UserWalk.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using namespace trace;

namespace {
/// Stands for an op whose users are not followed.
constexpr uint32_t kOther = UsedOp::kNone - 1;
/// Ops whose users are followed; a trace may be as large as a disk.
constexpr size_t kMaxFollowed = size_t(1) << 20;
/// Operands from this one on have the same number in an OperandChanged event.
constexpr unsigned kMaxOperand = UINT16_MAX;
} // namespace

UserWalk::UserWalk(const Lineage &lineage, llvm::ArrayRef<OpId> asked)
    : lineage(lineage), cursor(lineage.trace()) {
  for (OpId op : asked)
    usedOps[add(op)].isAsked = true;
  left = asked.size();
  addSources();
  for (uint32_t i = 0; i < usedOps.size(); ++i)
    births.push_back({usedOps[i].op, i});
  llvm::sort(births);
}

void UserWalk::run() {
  cursor.drain(
      [&](const trace::Event &event, uint32_t thread) {
        if (left != 0 && !isCancelled())
          read(event, thread);
      },
      [](auto &&...) {});
}

//===----------------------------------------------------------------------===//
// Whose users are followed
//===----------------------------------------------------------------------===//

void UserWalk::addSources() {
  for (uint32_t i = 0; i < usedOps.size() && !isCancelled(); ++i) {
    if (usedOps.size() > kMaxFollowed) {
      usedOps[i].isDoubtful = true;
      continue;
    }
    lineage.forEachParent(usedOps[i].op, [&](const Edge &edge) {
      if (takesOver(edge.evidence))
        addSource(edge.from, i);
      else if (edge.evidence == Evidence::Cloned)
        add(edge.from);
    });
  }
}

void UserWalk::addSource(OpId from, uint32_t taker) {
  // Which of the users went to which is not known.
  if (onlyTaker(from) == 0) {
    usedOps[taker].isDoubtful = true;
    return;
  }
  UsedOp &source = usedOps[add(from)];
  if (source.takenBy == kNone) {
    source.takenBy = taker;
    ++usedOps[taker].untaken;
  }
}

/// What took over from an op, if that is one op, or 0.
OpId UserWalk::onlyTaker(OpId from) {
  auto [known, isNew] = onlyTakers.try_emplace(from, 0);
  if (!isNew)
    return known->second;
  OpId taker = 0;
  bool areSeveral = false;
  lineage.forEachChild(from, [&](const Edge &edge) {
    if (!takesOver(edge.evidence))
      return;
    areSeveral |= taker != 0 && taker != edge.to;
    taker = edge.to;
  });
  return known->second = areSeveral ? 0 : taker;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void UserWalk::read(const Event &event, uint32_t thread) {
  switch (event.kind()) {
  case EventKind::ActionBegin:
  case EventKind::ActionLeaf:
    // A reader of bytecode lets go of all forward references at its end, so
    // what they stood for is not known.
    if (std::exchange(isReading, false))
      hasUnknownUses |= lastForwardReference > lastBirth;
    return;
  case EventKind::Operands:
    operandsByThread[thread].append(
        {event.subject, event.object, nameAndLocation(event)});
    return;
  case EventKind::Create:
  case EventKind::Clone:
    return born(event, operandsByThread[thread]);
  case EventKind::Erase:
    return died(event);
  case EventKind::Replace:
    return replaced(event);
  case EventKind::OperandChanged:
    // The uses went when the value was replaced.
    return event.wasTold() ? void() : operandChanged(event);
  case EventKind::Changed:
    return operandsCounted(event);
  default:
    return;
  }
}

void UserWalk::born(const Event &event,
                    llvm::SmallVectorImpl<ValueRef> &operands) {
  ++newest;
  lastBirth = event.position();
  uint64_t address = event.subjectAddress();
  forget(address, event.position());
  addUses(event, operands);
  uint32_t index = kOther;
  if (nextBirth < births.size() && births[nextBirth].first == newest) {
    index = births[nextBirth++].second;
    startFollowing(index, address);
  } else if (isReading && isForwardReference(newest)) {
    usedOps.emplace_back();
    usedOps.back().op = newest;
    usedOps.back().isForwardReference = true;
    startFollowing(usedOps.size() - 1, address);
  }
  if (event.kind() == EventKind::Clone) {
    if (uint32_t original = indexAt(event.objectAddress()); original != kNone)
      usedOps[original].newestCopy = index;
    if (operands.empty())
      guessUses(event.objectAddress(), address);
  }
  operands.clear();
}

void UserWalk::addUses(const Event &event,
                       llvm::SmallVectorImpl<ValueRef> &operands) {
  uint64_t address = event.subjectAddress();
  BirthNotes notes(event);
  for (unsigned i = 0; i < 2; ++i)
    if (ValueRef operand = notes.operand(i, address))
      operands.push_back(operand);
  for (auto [number, operand] : llvm::enumerate(operands))
    if (uint32_t used = indexAt(operand); used != kNone)
      addUse(address, {newest, used, unsigned(number)});
}

void UserWalk::addUse(uint64_t user, const Use &use) {
  if (!isAddress(user))
    return;
  users[user].push_back(use);
  UsedOp &used = usedOps[use.used];
  used.wasUsed = true;
  ++(use.isGuess ? used.guesses : used.uses);
}

/// Where what the original uses was copied too, the copy uses that copy.
void UserWalk::guessUses(uint64_t original, uint64_t copy) {
  auto known = isAddress(original) ? users.find(original) : users.end();
  if (known == users.end())
    return;
  llvm::SmallVector<Use, 1> uses = known->second;
  for (const Use &use : uses) {
    uint32_t used = owner(use.used);
    uint32_t usedCopy = usedOps[used].newestCopy;
    if (usedCopy != kOther)
      addUse(copy, {newest, usedCopy == kNone ? used : usedCopy, use.operand,
                    /*isGuess=*/true});
  }
}

void UserWalk::startFollowing(uint32_t index, uint64_t address) {
  if (!isAddress(address))
    return;
  usedOps[index].address = address;
  usedOps[index].growthsBefore = growths;
  byAddress[address] = index;
}

/// What the parser makes for a value that is used before it is defined.
bool UserWalk::isForwardReference(OpId op) const {
  return lineage.opName(op) == "builtin.unrealized_conversion_cast";
}

/// The address has come again: what was there must have died unnoticed.
void UserWalk::forget(uint64_t address, uint64_t position) {
  if (uint32_t index = indexAt(address); index != kNone) {
    usedOps[index].isDoubtful = true;
    usedOpDied(index);
  }
  auto known = isAddress(address) ? users.find(address) : users.end();
  if (known == users.end())
    return;
  for (const Use &use : known->second)
    endUse(use, {use.user, address, position, 0, use.operand});
  users.erase(known);
}

void UserWalk::died(const Event &event) {
  if (!isAddress(event.subject))
    return;
  endUses(event);
  uint32_t index = indexAt(event.subject);
  if (index == kNone)
    return;
  UsedOp &dead = usedOps[index];
  DeathNotes notes(event);
  dead.knowsResults = notes.isRecorded();
  dead.results = dead.knowsResults ? notes.resultCount() : 0;
  if (dead.isForwardReference && dead.uses != 0)
    lastForwardReference = event.position();
  usedOpDied(index);
}

void UserWalk::endUses(const Event &event) {
  auto known = users.find(event.subject);
  if (known == users.end())
    return;
  DeathNotes notes(event);
  for (const Use &use : known->second) {
    UseEnd end{use.user, event.subject, event.position(), 0, use.operand};
    end.isCertain = notes.uses(use.operand, usedOps[use.used].address) ||
                    notes.uses(use.operand, usedOps[owner(use.used)].address);
    endUse(use, end);
  }
  users.erase(known);
}

void UserWalk::endUse(const Use &use, UseEnd end) {
  UsedOp &used = usedOps[owner(use.used)];
  uint32_t &open = use.isGuess ? used.guesses : used.uses;
  open -= open != 0;
  // That this op was meant was but a guess.
  if (use.isGuess && !end.isCertain)
    return;
  if (usedOps[use.used].isForwardReference && !end.isCertain) {
    hasUnknownUses = true;
    return;
  }
  end.used = used.op;
  end.isCertain |= used.last.position == end.position && used.last.isCertain;
  used.last = end;
}

/// Follows who took over from whom up to now.
uint32_t UserWalk::owner(uint32_t index) {
  uint32_t last = index;
  while (usedOps[last].isTaken)
    last = usedOps[last].takenBy;
  while (usedOps[index].isTaken)
    index = std::exchange(usedOps[index].takenBy, last);
  return last;
}

void UserWalk::usedOpDied(uint32_t index) {
  UsedOp &dead = usedOps[index];
  byAddress.erase(dead.address);
  dead.isDead = true;
  if (dead.isForwardReference)
    return forwardReferenceDied(dead);
  dead.isDoubtful |= hasUnknownUses || dead.untaken != 0 || dead.guesses != 0 ||
                     growths != dead.growthsBefore;
  left -= dead.isAsked;
  if (dead.takenBy != kNone && !usedOps[dead.takenBy].isDead) {
    --usedOps[dead.takenBy].untaken;
    giveUses(dead, dead.takenBy);
  }
}

/// It is let go of when the value is defined, which is when the op is made or,
/// of an argument of a block, at any time.
void UserWalk::forwardReferenceDied(UsedOp &dead) {
  bool isFollowed = nextBirth != 0 && births[nextBirth - 1].first == newest;
  if (isReading && isFollowed)
    giveUses(dead, births[nextBirth - 1].second);
}

void UserWalk::giveUses(UsedOp &from, uint32_t to) {
  UsedOp &taker = usedOps[to];
  from.takenBy = to;
  from.isTaken = true;
  taker.uses += std::exchange(from.uses, 0);
  taker.guesses += std::exchange(from.guesses, 0);
  taker.wasUsed |= from.wasUsed;
  taker.isDoubtful |= from.isDoubtful;
  if (from.last.position > taker.last.position)
    taker.last = from.last;
}

/// Where the two live on, and the users do not say what they use.
void UserWalk::replaced(const Event &event) {
  uint32_t from = indexAt(event.subject), to = indexAt(event.object);
  if (from != kNone && usedOps[from].takenBy == kNone)
    usedOps[from].isDoubtful = true;
  bool isKnown = from != kNone && usedOps[from].takenBy == to;
  if (to != kNone && !isKnown)
    usedOps[to].isDoubtful = true;
}

void UserWalk::operandChanged(const Event &event) {
  uint64_t user = event.subjectAddress();
  unsigned operand = event.subject >> 48;
  OpId id = 0;
  if (auto known = users.find(user); known != users.end()) {
    id = known->second.front().user;
    llvm::erase_if(known->second, [&](const Use &use) {
      if (use.operand != operand || operand == kMaxOperand)
        return false;
      UseEnd end{use.user, user, event.position(), 0, operand, true, true};
      endUse(use, end);
      return true;
    });
    if (known->second.empty())
      users.erase(known);
  }
  if (uint32_t used = indexAt(nameAndLocation(event)); used != kNone)
    addUse(user, {id, used, operand});
}

void UserWalk::operandsCounted(const Event &event) {
  Change change(event);
  growths += change.kind == ChangeKind::OperandCount && change.to > change.from;
}

} // namespace mlir::trackdbg
