//===- LastUsers.cpp - Since when nothing uses an op ----------------------===//
//
// The graph keeps no users. They are followed through the events once more, by
// address, for the ops that are asked for alone: what ops use when they are
// born and, of those that a comparison found changed, from then on.
//
// An op that takes over from another one takes its users too, so those of the
// other one are followed until it dies. When a region is copied, the copies are
// born without operands and get them without a word. They are guessed from what
// the originals use, and what an op used when it died confirms the guess.
//
//===----------------------------------------------------------------------===//

#include "queries/LastUsers.h"

#include "trace/Cancellation.h"
#include "trace/EventCursor.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

using namespace trace;

llvm::StringRef toString(Disuse disuse) {
  switch (disuse) {
  case Disuse::NotSeen:
    return "not seen";
  case Disuse::NotOver:
    return "not over";
  case Disuse::NoResults:
    return "no results";
  case Disuse::NeverUsed:
    return "never used";
  case Disuse::Unused:
    return "unused";
  case Disuse::LastKnown:
    return "last known";
  }
  return "not seen";
}

namespace {
constexpr uint32_t kNone = ~uint32_t(0);
/// Stands for an op whose users are not followed.
constexpr uint32_t kOther = kNone - 1;
/// Ops whose users are followed; a trace may be as large as a disk.
constexpr size_t kMaxFollowed = size_t(1) << 20;
/// Operands from this one on have the same number in an OperandChanged event.
constexpr unsigned kMaxOperand = UINT16_MAX;

/// The end of a use.
struct UseEnd {
  OpId user = 0; ///< 0 where only its address is known.
  uint64_t userAddress = 0;
  uint64_t position = 0; ///< Of the event; 0: there was none.
  OpId used = 0;
  unsigned operand = 0;
  bool isCertain = false; ///< It had been a use up to then.
  bool livesOn = false;   ///< The user uses something else.
};

/// An op whose users are followed.
struct UsedOp {
  OpId op = 0;
  uint64_t address = 0;
  uint32_t takenBy = kNone; ///< By which, when it dies, its users are taken.
  uint32_t untaken = 0;     ///< So many will give theirs to this one.
  uint32_t uses = 0;        ///< That have not ended.
  uint32_t guesses = 0;     ///< The same, of those that are but guessed.
  uint32_t newestCopy = kNone;
  uint64_t growthsBefore = 0;
  uint32_t results = 0;
  bool knowsResults = false;
  bool isAsked = false;
  bool isForwardReference = false;
  bool isDead = false;
  bool isTaken = false;
  bool wasUsed = false;
  bool isDoubtful = false; ///< It may have users that are not known.
  UseEnd last;
};

struct Use {
  OpId user = 0;
  uint32_t used = 0; ///< Index of a UsedOp.
  unsigned operand = 0;
  bool isGuess = false;
};

/// DenseMap keeps the largest keys for itself.
bool isAddress(uint64_t address) { return address != 0 && address <= kLow48; }

class UserWalk {
public:
  UserWalk(const Lineage &lineage, llvm::ArrayRef<OpId> asked)
      : lineage(lineage), cursor(lineage.trace()) {
    for (OpId op : asked)
      usedOps[add(op)].isAsked = true;
    left = asked.size();
    addSources();
    for (uint32_t i = 0; i < usedOps.size(); ++i)
      births.push_back({usedOps[i].op, i});
    llvm::sort(births);
  }

  void run() {
    cursor.drain(
        [&](const Event &event, uint32_t thread) {
          if (left != 0 && !isCancelled())
            read(event, thread);
        },
        [](auto &&...) {});
  }
  /// Of the one asked for at `index`.
  const UsedOp &result(size_t index) const { return usedOps[index]; }

private:
  // Before the walk
  uint32_t add(OpId op) {
    auto [known, isNew] = indices.try_emplace(op, usedOps.size());
    if (isNew) {
      usedOps.emplace_back();
      usedOps.back().op = op;
    }
    return known->second;
  }
  void addSources();
  void addSource(OpId from, uint32_t taker);
  OpId onlyTaker(OpId from);

  // The walk
  void read(const Event &event, uint32_t thread);
  void born(const Event &event, llvm::SmallVectorImpl<ValueRef> &operands);
  void addUses(const Event &event, llvm::SmallVectorImpl<ValueRef> &operands);
  void addUse(uint64_t user, const Use &use);
  void guessUses(uint64_t original, uint64_t copy);
  void startFollowing(uint32_t index, uint64_t address);
  void died(const Event &event);
  void forget(uint64_t address, uint64_t position);
  void endUses(const Event &event);
  void endUse(const Use &use, UseEnd end);
  void usedOpDied(uint32_t index);
  void forwardReferenceDied(UsedOp &dead);
  void giveUses(UsedOp &from, uint32_t to);
  void replaced(const Event &event);
  void operandChanged(const Event &event);
  void operandsCounted(const Event &event);
  bool isForwardReference(OpId op) const;
  uint32_t indexAt(uint64_t address) const {
    auto known = isAddress(address) ? byAddress.find(address) : byAddress.end();
    return known == byAddress.end() ? kNone : known->second;
  }
  uint32_t owner(uint32_t index);

  const Lineage &lineage;
  EventCursor cursor;
  std::vector<UsedOp> usedOps;
  llvm::DenseMap<OpId, uint32_t> indices;
  llvm::DenseMap<OpId, OpId> onlyTakers;         ///< What onlyTaker has found.
  std::vector<std::pair<OpId, uint32_t>> births; ///< Ops and their indices.
  size_t nextBirth = 0;
  size_t left = 0; ///< Of those asked for, that have not died.

  llvm::DenseMap<uint64_t, uint32_t> byAddress; ///< Of the living ones.
  llvm::DenseMap<uint64_t, llvm::SmallVector<Use, 1>> users;
  llvm::DenseMap<uint32_t, llvm::SmallVector<ValueRef, 8>> operandsByThread;
  OpId newest = 0;
  uint64_t lastBirth = 0; ///< Its position.
  /// How often an op was found with more operands than before: they may be
  /// anything.
  uint64_t growths = 0;
  // While the input is read:
  bool isReading = true;
  uint64_t lastForwardReference = 0; ///< The position of its death.
  bool hasUnknownUses = false;
};

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
    return operandChanged(event);
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

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

/// The ops that were at addresses when their uses ended.
void nameUsers(const Lineage &lineage, llvm::ArrayRef<UseEnd *> unnamed) {
  struct Address {
    OpId newest = 0;
    std::vector<UseEnd *> ends; ///< The latest first.
  };
  llvm::DenseMap<uint64_t, Address> addresses;
  for (UseEnd *end : unnamed)
    addresses[end->userAddress].ends.push_back(end);
  for (auto &[address, entry] : addresses)
    llvm::sort(entry.ends, [](const UseEnd *a, const UseEnd *b) {
      return a->position > b->position;
    });
  auto nameUpTo = [](Address &entry, uint64_t position) {
    while (!entry.ends.empty() && entry.ends.back()->position < position) {
      entry.ends.back()->user = entry.newest;
      entry.ends.pop_back();
    }
  };
  OpId newest = 0;
  auto read = [&](const Event &event, uint32_t) {
    if (!event.isBirth())
      return;
    ++newest;
    auto known = isAddress(event.subjectAddress())
                     ? addresses.find(event.subjectAddress())
                     : addresses.end();
    if (known == addresses.end())
      return;
    nameUpTo(known->second, event.position());
    known->second.newest = newest;
  };
  EventCursor(lineage.trace()).drain(read, [](auto &&...) {});
  for (auto &[address, entry] : addresses)
    nameUpTo(entry, ~uint64_t(0));
}

/// The action that gave the user something else to use.
ActionId actionOfChange(const Lineage &lineage, const UseEnd &end) {
  ActionId action = 0;
  lineage.forEachChange(end.user, [&](const OpChange &change) {
    if (!change.what && change.operand == end.operand &&
        change.from == end.used)
      action = change.action;
  });
  return action;
}

/// Whether what took over from an op that `action` ended was looked for, and
/// whether that is done.
bool isCompared(const Lineage &lineage, ActionId action) {
  ActionId uncomparedFrom = lineage.uncomparedFrom();
  return lineage.passOf(action) != 0 &&
         (uncomparedFrom == 0 || action < uncomparedFrom);
}
bool isOver(const Lineage &lineage, ActionId action) {
  return lineage.action(lineage.passOf(action)).ended;
}

LastUse lastUseOf(const Lineage &lineage, const UsedOp &op) {
  LastUse result;
  ActionId end = lineage.op(op.op).endAction;
  if (op.knowsResults && op.results == 0) {
    result.disuse = Disuse::NoResults;
    return result;
  }
  if (!op.isDead || !isCompared(lineage, end))
    return result;
  if (!isOver(lineage, end)) {
    result.disuse = Disuse::NotOver;
    return result;
  }
  if (op.uses != 0 || (op.isDoubtful && op.last.user == 0))
    return result;
  if (!op.wasUsed) {
    result.disuse = Disuse::NeverUsed;
    return result;
  }
  if (op.last.user == 0)
    return result;
  bool isCertain = op.last.isCertain && !op.isDoubtful;
  result.disuse = isCertain ? Disuse::Unused : Disuse::LastKnown;
  result.user = op.last.user;
  result.livesOn = op.last.livesOn;
  result.action = result.livesOn ? actionOfChange(lineage, op.last)
                                 : lineage.op(result.user).endAction;
  return result;
}
} // namespace

std::vector<LastUse> lastUsesOf(const Lineage &lineage,
                                llvm::ArrayRef<OpId> ops) {
  if (ops.empty())
    return {};
  UserWalk walk(lineage, ops);
  walk.run();
  std::vector<UsedOp> found;
  for (size_t i = 0; i < ops.size(); ++i)
    found.push_back(walk.result(i));
  std::vector<UseEnd *> unnamed;
  for (UsedOp &each : found)
    if (each.last.position != 0 && each.last.user == 0)
      unnamed.push_back(&each.last);
  if (!unnamed.empty())
    nameUsers(lineage, unnamed);
  std::vector<LastUse> result;
  for (const UsedOp &each : found)
    result.push_back(lastUseOf(lineage, each));
  return result;
}

} // namespace mlir::trackdbg
