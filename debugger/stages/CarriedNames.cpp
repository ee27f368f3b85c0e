//===- CarriedNames.cpp ---------------------------------------------------===//

#include "stages/CarriedNames.h"

#include "stages/ArgumentPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Through a text
//===----------------------------------------------------------------------===//

/// Goes through the lines in order, with the values that are visible in each.
class CarriedNames::Walk {
public:
  /// `uses` is filled in where it is not null.
  Walk(CarriedNames &carried, const DiffLines &text,
       llvm::ArrayRef<uint32_t> blockIds, Uses *uses = nullptr)
      : carried(carried), text(text), blockIds(blockIds), uses(uses) {
    for (auto [index, block] : llvm::enumerate(text.blocks))
      labels[{text.lines[block.label].parent, block.name}].push_back(index);
  }

  std::vector<std::string> run() {
    std::vector<std::string> result;
    for (const DiffTextLine &line : text.lines) {
      while (!scopes.empty() && scopes.back().line != line.parent)
        scopes.pop_back();
      result.push_back(line.isLabel ? renameLabel(line) : rename(line));
    }
    return result;
  }

private:
  using Names = llvm::DenseMap<llvm::StringRef, Value>;
  /// The contents of an op.
  struct Scope {
    uint32_t line; ///< Of the op.
    Names names;
  };

  uint32_t indexOf(const DiffTextLine &line) const {
    return &line - text.lines.data();
  }

  std::string rename(const DiffTextLine &line) {
    llvm::SmallVector<NameInLine, 8> names = namesIn(line.text);
    size_t results = line.beginsOp ? countResults(line.text, names) : 0;
    for (size_t i = 0; i < results; ++i)
      define(names[i].name, resultOf(line, i));
    if (line.hasContents)
      scopes.push_back({indexOf(line), Names()});
    if (line.hasContents || (!line.beginsOp && !scopes.empty()))
      defineArguments(line, llvm::ArrayRef(names).drop_front(results));
    return write(line, names);
  }

  static Value resultOf(const DiffTextLine &line, uint32_t number) {
    return line.op == 0 ? Value() : Value{Kind::Result, line.op, number};
  }

  /// Into the scope around the op that is being read.
  void define(llvm::StringRef name, Value value) {
    if (scopes.empty())
      outermost[name] = value;
    else
      scopes.back().names[name] = value;
  }

  /// What an op names before its region and nothing else defines.
  void defineArguments(const DiffTextLine &line,
                       llvm::ArrayRef<NameInLine> names) {
    llvm::SmallVector<llvm::StringRef, 4> arguments;
    for (const NameInLine &each : names)
      if (each.name.starts_with("%") && !find(each.name) &&
          !llvm::is_contained(arguments, each.name))
        arguments.push_back(each.name);
    const DiffTextLine &holder = line.beginsOp ? line : text.lines[line.parent];
    Value first{Kind::HeaderArgument, carried.holderBefore(holder.op),
                line.beginsOp ? 0 : (line.ordinal + 1) << 16};
    if (holder.op == 0)
      first = Value();
    defineAll(first, arguments);
  }

  void defineAll(Value first, llvm::ArrayRef<llvm::StringRef> arguments) {
    if (arguments.empty())
      return;
    for (auto [number, name] : llvm::enumerate(arguments))
      scopes.back().names[name] =
          first.kind == Kind::Printed
              ? first
              : carried.argument(first, number, arguments.size());
  }

  std::string renameLabel(const DiffTextLine &line) {
    llvm::SmallVector<NameInLine, 8> names = namesIn(line.text);
    llvm::SmallVector<llvm::StringRef, 4> arguments;
    for (const NameInLine &each : names)
      if (each.name.starts_with("%"))
        arguments.push_back(each.name);
    defineAll({Kind::BlockArgument, blockIds[line.block], 0}, arguments);
    return write(line, names);
  }

  std::string write(const DiffTextLine &line,
                    llvm::ArrayRef<NameInLine> names) {
    auto *used = uses && line.beginsOp && line.op ? &(*uses)[line.op] : nullptr;
    return renameIn(line.text, names, [&](const NameInLine &each) {
      std::optional<Value> value = each.name.starts_with("^")
                                       ? findBlock(line, each.name)
                                       : find(each.name);
      if (used)
        used->push_back(value.value_or(Value()));
      return value ? carried.nameIn(*value, each.name) : each.name.str();
    });
  }

  std::optional<Value> find(llvm::StringRef name) {
    for (const Scope &scope : llvm::reverse(scopes))
      if (auto known = scope.names.find(name); known != scope.names.end())
        return known->second;
    if (auto known = outermost.find(name); known != outermost.end())
      return known->second;
    return findLater(name);
  }

  /// A block may use what stands behind it in the text.
  std::optional<Value> findLater(llvm::StringRef name) {
    if (!hasReadResults)
      readResults();
    for (const Scope &scope : llvm::reverse(scopes)) {
      auto inside = resultsIn.find(scope.line);
      if (inside == resultsIn.end())
        continue;
      if (auto known = inside->second.find(name); known != inside->second.end())
        return known->second;
    }
    return std::nullopt;
  }

  void readResults() {
    hasReadResults = true;
    for (const DiffTextLine &line : text.lines) {
      if (!line.beginsOp || line.parent == DiffTextLine::kNone)
        continue;
      llvm::SmallVector<NameInLine, 8> names = namesIn(line.text);
      for (size_t i = 0, e = countResults(line.text, names); i < e; ++i)
        resultsIn[line.parent].try_emplace(names[i].name, resultOf(line, i));
    }
  }

  /// Blocks are referred to from where they are; another region of the op may
  /// have one of that name too.
  std::optional<Value> findBlock(const DiffTextLine &line,
                                 llvm::StringRef name) const {
    for (uint32_t parent = line.parent; parent != DiffTextLine::kNone;
         parent = text.lines[parent].parent) {
      auto known = labels.find({parent, name});
      if (known == labels.end())
        continue;
      uint32_t found = known->second.front();
      for (uint32_t index : known->second)
        if (text.lines[text.blocks[index].label].ordinal <= line.ordinal)
          found = index;
      return Value{Kind::Block, blockIds[found], 0};
    }
    return std::nullopt;
  }

  CarriedNames &carried;
  const DiffLines &text;
  llvm::ArrayRef<uint32_t> blockIds;
  Uses *uses;
  Names outermost;
  std::vector<Scope> scopes;
  /// Indices of blocks, by the line of their op and their name.
  llvm::DenseMap<std::pair<uint32_t, llvm::StringRef>,
                 llvm::SmallVector<uint32_t, 1>>
      labels;
  bool hasReadResults = false;
  llvm::DenseMap<uint32_t, Names> resultsIn; ///< By the line of the op around.
};

//===----------------------------------------------------------------------===//
// From one text to the other
//===----------------------------------------------------------------------===//

CarriedNames::CarriedNames(const DiffLines &before, const DiffLines &after,
                           HasSameOperands hasSameOperands) {
  for (const DiffLines *text : {&before, &after})
    for (const DiffTextLine &line : text->lines)
      for (const NameInLine &each : namesIn(line.text))
        newNames.avoid(each.name);
  std::vector<uint32_t> own(before.blocks.size());
  for (auto [index, id] : llvm::enumerate(own))
    id = index;
  Walk(*this, before, own).run();
  isEarlier = false;
  matchBlocks(before, after);
  findMovedOps(before, after);
  matchHolders(before, after);
  const NewNames unused = newNames;
  renamed = Walk(*this, after, blockIds).run();
  bool isAnyNew = hasSameOperands && isAnyArgumentNew;
  if (!isAnyCountOther && !isAnyNew)
    return;
  Uses usesBefore, usesAfter;
  isEarlier = true;
  Walk(*this, before, own, &usesBefore).run();
  isEarlier = false;
  Walk(*this, after, blockIds, &usesAfter).run();
  matchArguments(usesBefore, usesAfter);
  if (isAnyNew)
    matchOperands(usesBefore, usesAfter, hasSameOperands);
  laterNames.clear();
  newNames = unused;
  renamed = Walk(*this, after, blockIds).run();
}

void CarriedNames::matchBlocks(const DiffLines &before,
                               const DiffLines &after) {
  llvm::DenseMap<OpId, uint32_t> blockOf;
  for (auto [index, block] : llvm::enumerate(before.blocks))
    for (OpId op : block.ops)
      if (op != 0)
        blockOf[op] = index;
  llvm::DenseSet<uint32_t> isTaken;
  for (const DiffBlock &block : after.blocks) {
    uint32_t id = before.blocks.size() + blockIds.size();
    for (OpId op : block.ops)
      if (auto known = blockOf.find(op);
          known != blockOf.end() && isTaken.insert(known->second).second) {
        id = known->second;
        break;
      }
    blockIds.push_back(id);
  }
  matchEmptyBlocks(before, after);
  findMovedBlocks(before, after);
}

/// Blocks without ops are known by their place among those of their region.
void CarriedNames::matchEmptyBlocks(const DiffLines &before,
                                    const DiffLines &after) {
  using Place = std::pair<std::pair<OpId, uint32_t>, uint32_t>;
  llvm::DenseMap<Place, uint32_t> emptyAt;
  auto forEachEmpty = [](const DiffLines &text,
                         llvm::function_ref<void(Place, uint32_t)> visit) {
    llvm::DenseMap<std::pair<OpId, uint32_t>, uint32_t> counts;
    for (auto [index, block] : llvm::enumerate(text.blocks)) {
      const DiffTextLine &label = text.lines[block.label];
      std::pair region(text.parentOp(label), label.ordinal);
      if (block.ops.empty() && region.first != 0)
        visit({region, counts[region]++}, index);
    }
  };
  forEachEmpty(before,
               [&](Place place, uint32_t block) { emptyAt[place] = block; });
  forEachEmpty(after, [&](Place place, uint32_t block) {
    if (auto known = emptyAt.find(place); known != emptyAt.end())
      blockIds[block] = known->second;
  });
}

namespace {
/// Tells what has left its names behind: in the op where it is now, others may
/// have them. A new op has those of one other op, the first one that it took
/// something from.
class LeftBehind {
public:
  explicit LeftBehind(const DiffLines &before) {
    for (const DiffTextLine &line : before.lines)
      if (line.beginsOp)
        isThereBefore.insert(line.op);
  }
  bool isLeftBehind(OpId was, OpId is) {
    return was != is && (isThereBefore.contains(is) ||
                         takenFrom.try_emplace(is, was).first->second != was);
  }

private:
  llvm::DenseSet<OpId> isThereBefore;
  llvm::DenseMap<OpId, OpId> takenFrom;
};
} // namespace

/// Calls `visit` with each op and the one around it that has a symbol name, as
/// a function does: a name of a value is one of that.
static void
forEachInFunction(const DiffLines &text,
                  llvm::function_ref<void(OpId op, OpId function)> visit) {
  std::vector<OpId> functions(text.lines.size(), 0);
  for (auto [index, line] : llvm::enumerate(text.lines)) {
    OpId around =
        line.parent == DiffTextLine::kNone ? 0 : functions[line.parent];
    if (line.beginsOp && line.op != 0)
      visit(line.op, around);
    bool isFunction = line.hasContents && line.text.contains(" @");
    functions[index] = isFunction ? line.op : around;
  }
}

void CarriedNames::findMovedOps(const DiffLines &before,
                                const DiffLines &after) {
  llvm::DenseMap<OpId, OpId> functionBefore;
  forEachInFunction(
      before, [&](OpId op, OpId function) { functionBefore[op] = function; });
  LeftBehind names(before);
  forEachInFunction(after, [&](OpId op, OpId function) {
    OpId was = functionBefore.lookup(op);
    if (was != 0 && function != 0 && names.isLeftBehind(was, function))
      movedOps.insert(op);
  });
}

/// A lowering makes another function, or loop, around the same ops.
void CarriedNames::matchHolders(const DiffLines &before,
                                const DiffLines &after) {
  llvm::DenseMap<OpId, OpId> holderOf;
  for (const DiffTextLine &line : before.lines)
    if (line.beginsOp)
      holderOf[line.op] = before.parentOp(line);
  // What still holds ops has its names for itself.
  llvm::DenseSet<OpId> isTaken;
  for (const DiffTextLine &line : after.lines)
    if (line.beginsOp)
      isTaken.insert(after.parentOp(line));
  // What is inside comes before what is around.
  for (const DiffTextLine &line : llvm::reverse(after.lines)) {
    OpId was = line.beginsOp ? holderOf.lookup(holderBefore(line.op)) : 0;
    OpId is = after.parentOp(line);
    if (was != 0 && is != 0 && line.op != 0 && !holderOf.contains(is) &&
        !holdersBefore.contains(is) && isTaken.insert(was).second)
      holdersBefore[is] = was;
  }
}

void CarriedNames::findMovedBlocks(const DiffLines &before,
                                   const DiffLines &after) {
  auto holderOf = [](const DiffLines &text, const DiffBlock &block) {
    return text.parentOp(text.lines[block.label]);
  };
  LeftBehind names(before);
  for (auto [block, id] : llvm::zip_equal(after.blocks, blockIds)) {
    if (id >= before.blocks.size())
      continue;
    OpId was = holderOf(before, before.blocks[id]), is = holderOf(after, block);
    if (names.isLeftBehind(was, is))
      movedBlocks.insert(id);
  }
}

/// Those of one region or block are numbered from a multiple of this.
static constexpr uint32_t kMostArguments = 1 << 16;

template <typename Visit>
void CarriedNames::forEachUse(const Uses &before, const Uses &after,
                              Visit visit) {
  for (const auto &[op, now] : after)
    if (auto known = before.find(op);
        known != before.end() && known->second.size() == now.size())
      for (auto [was, is] : llvm::zip_equal(known->second, now))
        visit(op, was, is);
}

void CarriedNames::matchArguments(const Uses &before, const Uses &after) {
  auto firstOf = [](Value value) {
    value.number -= value.number % kMostArguments;
    return value.key();
  };
  llvm::DenseMap<Key, ArgumentVotes> votes;
  forEachUse(before, after, [&](OpId, Value was, Value is) {
    if (isArgument(is.kind) && firstOf(was) == firstOf(is))
      ++votes[firstOf(is)]
             [{was.number % kMostArguments, is.number % kMostArguments}];
  });
  for (auto [first, count] : countsAfter)
    if (auto known = countsBefore.find(first);
        known != countsBefore.end() && known->second != count)
      places[first] = alignArguments(votes[first], known->second, count);
}

/// An argument of a block that a lowering has put elsewhere is known by the ops
/// that use it as before.
void CarriedNames::matchOperands(const Uses &before, const Uses &after,
                                 HasSameOperands hasSameOperands) {
  llvm::DenseSet<Key> isTaken;
  for (const auto &each : after)
    for (const Value &is : each.second)
      isTaken.insert(is.key());
  forEachUse(before, after, [&](OpId op, Value was, Value is) {
    if (isArgument(was.kind) && isArgument(is.kind) &&
        !names.contains(is.key()) && !sameAs.contains(is.key()) &&
        !isTaken.contains(was.key()) && hasSameOperands(op)) {
      isTaken.insert(was.key());
      sameAs[is.key()] = was.key();
    }
  });
}

CarriedNames::Value CarriedNames::argument(Value first, uint32_t number,
                                           uint32_t count) {
  (isEarlier ? countsBefore : countsAfter)[first.key()] = count;
  Value own = first;
  own.number += number;
  if (isEarlier)
    return own;
  auto before = countsBefore.find(first.key());
  isAnyCountOther |= before != countsBefore.end() && before->second != count;
  if (auto known = places.find(first.key()); known != places.end())
    own.number = first.number + known->second[number];
  return own;
}

std::string CarriedNames::nameIn(const Value &value, llvm::StringRef printed) {
  if (value.kind == Kind::Printed)
    return printed.str();
  if (isEarlier)
    return names.try_emplace(value.key(), printed.str()).first->second;
  bool isMoved =
      (value.kind == Kind::Block && movedBlocks.contains(value.of)) ||
      (value.kind == Kind::Result && movedOps.contains(value.of));
  if (auto known = names.find(value.key()); known != names.end() && !isMoved)
    return known->second;
  if (auto same = sameAs.find(value.key()); same != sameAs.end())
    return names.lookup(same->second);
  auto [known, isNew] = laterNames.try_emplace(value.key());
  if (isNew)
    known->second = newNames.make(printed.front());
  isAnyArgumentNew |= isArgument(value.kind);
  return known->second;
}

llvm::StringRef CarriedNames::nameOf(OpId op) const {
  Key key = Value{Kind::Result, op, 0}.key();
  auto known = names.find(key);
  if (known != names.end() && !movedOps.contains(op))
    return known->second;
  known = laterNames.find(key);
  return known == laterNames.end() ? "" : llvm::StringRef(known->second);
}

} // namespace mlir::trackdbg
