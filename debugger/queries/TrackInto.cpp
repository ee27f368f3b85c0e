//===- TrackInto.cpp - Which ops became ops of another name ---------------===//
//
// One walk back from all of `into` at once answers for all of `from`, along the
// steps that became() goes forward.
//
//===----------------------------------------------------------------------===//

#include "queries/TrackInto.h"

#include "graph/Nesting.h"
#include "queries/Casts.h"
#include "queries/NameCounts.h"
#include "queries/TrackRows.h"
#include "trace/Cancellation.h"
#include "trace/Sentence.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <map>
#include <tuple>

namespace mlir::trackdbg {

llvm::StringRef toString(TrackedAs way) {
  switch (way) {
  case TrackedAs::Not:
    return "not";
  case TrackedAs::Same:
    return "same";
  case TrackedAs::Copy:
    return "copy";
  case TrackedAs::Result:
    return "result";
  case TrackedAs::Part:
    return "part";
  case TrackedAs::Inside:
    return "inside";
  case TrackedAs::Weak:
    return "weak";
  case TrackedAs::Place:
    return "place";
  }
  return "not";
}

namespace {
constexpr TrackedAs kWeakest = TrackedAs::Place;

TrackedAs wayOf(const Edge &edge) {
  switch (edge.evidence) {
  case Evidence::Replaced:
  case Evidence::Merged:
    return TrackedAs::Result;
  case Evidence::Cloned:
    return TrackedAs::Copy;
  case Evidence::Expanded:
    return strengthOf(edge.rule) == Strength::Weak ? TrackedAs::Weak
                                                   : TrackedAs::Part;
  case Evidence::Location:
    return TrackedAs::Place;
  }
  return TrackedAs::Place;
}

/// Finds all ops that became one of some targets, each in the strongest way.
/// How strong a way is, its weakest step says.
class WalkBack {
public:
  WalkBack(const Lineage &lineage, const TrackQuestion &question)
      : lineage(lineage),
        steps(lineage, Direction::Backward, question, Span::upTo(question.at)),
        reached(lineage.opCount()), targetsCount(question.at.has_value()) {}

  /// What became of an op inside one of `holders` counts as that one's.
  void countInside(llvm::ArrayRef<OpId> holders) {
    nestingAtStart = &lineage.nestingAt(Moment::start());
    isHolder.resize(lineage.opCount() + 1);
    for (OpId op : holders)
      isHolder.set(op);
    for (llvm::BitVector &each : climbed)
      each.resize(lineage.opCount() + 1);
  }

  void run(llvm::ArrayRef<OpId> targets) {
    for (OpId target : targets)
      push({{target}, target, /*isTarget=*/true}, TrackedAs::Same);
    for (size_t way = 0; way < open.size(); ++way)
      for (size_t i = 0; i < open[way].size() && !isCancelled(); ++i)
        leave(Entry(open[way][i]), TrackedAs(way));
  }

  /// A target that an op became in the strongest way; 0 if none.
  struct Found {
    OpId target = 0;
    TrackedAs way = TrackedAs::Not;
  };
  Found find(OpId op) const { return found.lookup(op); }

private:
  struct Entry {
    Reached at;
    OpId target = 0;
    bool isTarget = false; ///< No step has been taken.
  };

  void leave(const Entry &entry, TrackedAs way) {
    OpId op = entry.at.op;
    if (!entry.isTarget || targetsCount)
      found.try_emplace(op, Found{entry.target, way});
    if (!entry.isTarget)
      climb(op, entry.target, way);
    if (!reached.add(entry.at))
      return;
    steps.forEach(entry.at, [&](Reached before, const Edge &edge) {
      push({before, entry.target}, std::max(way, wayOf(edge)));
    });
  }
  void push(const Entry &entry, TrackedAs way) {
    open[size_t(way)].push_back(entry);
  }

  /// Goes out to what holds an op, and to what held it at the start.
  void climb(OpId op, OpId target, TrackedAs way) {
    if (!nestingAtStart)
      return;
    way = std::max(way, TrackedAs::Inside);
    for (bool isStart : {false, true})
      for (OpId around = holderOf(op, isStart);
           around != 0 && !climbed[isStart].test(around);
           around = holderOf(around, isStart)) {
        climbed[isStart].set(around);
        if (isHolder.test(around))
          push({{around}, target}, way);
      }
  }
  OpId holderOf(OpId op, bool isStart) const {
    return isStart ? nestingAtStart->parentOf(op) : lineage.op(op).parent;
  }

  const Lineage &lineage;
  Steps steps;
  ReachedOps reached;
  /// An op that is a target already counts as one that became it.
  bool targetsCount;
  const Nesting *nestingAtStart = nullptr;
  llvm::BitVector isHolder;
  std::array<llvm::BitVector, 2> climbed; ///< What is done: last, at start.
  std::array<std::vector<Entry>, size_t(kWeakest) + 1> open;
  llvm::DenseMap<OpId, Found> found;
};

/// The op, what took over its results, what took over from that, and so on.
llvm::SmallVector<OpId, 8> takersOf(const Lineage &lineage, const OpsAt &at,
                                    OpId op) {
  // A chain that is longer is a broken trace.
  constexpr unsigned kMaxSteps = 256;
  llvm::SmallVector<OpId, 8> chain{op};
  for (unsigned i = 0; i < kMaxSteps; ++i) {
    OpInfo info = lineage.op(op);
    if (!at.hasEnded(info))
      break;
    OpId next = 0;
    lineage.forEachChild(op, [&](const Edge &edge) {
      if (next == 0 && takesOver(edge.evidence) &&
          edge.action == info.endAction)
        next = edge.to;
    });
    if (next == 0)
      break;
    op = next;
    chain.push_back(op);
  }
  return chain;
}

/// What stands for the results of an op now; itself where nothing does.
OpId standsFor(const Lineage &lineage, const OpsAt &at, OpId op) {
  return takersOf(lineage, at, op).back();
}

/// Whether it is written like "linalg.matmul".
bool isOpName(llvm::StringRef spec) {
  return spec.contains('.') && llvm::all_of(spec, [](char c) {
           return llvm::isAlnum(c) || c == '.' || c == '_' || c == '$' ||
                  c == '-';
         });
}

class Tracking {
public:
  Tracking(const Lineage &lineage, const TrackQuestion &question)
      : lineage(lineage), question(question),
        at(lineage, question.at.value_or(Moment::end())) {}

  TrackAnswer run(NamedOps named, std::vector<OpId> into) {
    std::vector<OpId> &from = named.ops;
    if (question.at) {
      auto isLater = [&](OpId op) { return !at.wasBorn(lineage.op(op)); };
      llvm::erase_if(from, isLater);
      llvm::erase_if(named.others, isLater);
      llvm::erase_if(into, [&](OpId op) { return !at.contains(op); });
      answer.at = describeMoment(lineage, *question.at);
    }
    answer.from = question.from.str();
    answer.into = question.into.str();
    WalkBack walk(lineage, question);
    walk.countInside(from);
    walk.run(into);
    keepOriginals(named);
    answer.total = from.size();
    std::vector<OpId> others;
    for (OpId op : from)
      if (walk.find(op).way == TrackedAs::Not)
        others.push_back(op);
    WorkProgress progress("tracking the ops", others.size() + from.size());
    WalkBack towardsLiving(lineage, question);
    std::vector<OpId> living = livingOf(others, progress);
    countMadeFor(living);
    towardsLiving.run(living);
    if (question.by)
      rows.emplace(lineage, *question.by);
    for (OpId op : from) {
      progress.step();
      if (isCancelled())
        break;
      WalkBack::Found found = walk.find(op);
      if (found.way == TrackedAs::Not)
        addOther(op, towardsLiving.find(op).target);
      else
        add(op, found);
    }
    sortInstead();
    if (rows)
      addRows();
    return std::move(answer);
  }

private:
  /// Takes out the ops that were made from others of the list.
  void keepOriginals(NamedOps &named) {
    // What outside every action was read came from nothing.
    if (named.others.empty() && llvm::none_of(named.ops, [&](OpId op) {
          return lineage.op(op).birthAction != 0;
        }))
      return;
    Steps steps(lineage, Direction::Forward, {question.exactOnly, false});
    StepWalk walk(steps);
    llvm::erase_if(named.ops,
                   [&](OpId op) { return !walk.run(op, [](OpId, bool) {}); });
    answer.atPlace = countOthers(lineage, named.others, at,
                                 [&](OpId op) { return walk.contains(op); });
  }

  /// What is there of them where nothing stands for their results.
  std::vector<OpId> livingOf(llvm::ArrayRef<OpId> ops,
                             WorkProgress &progress) const {
    std::vector<OpId> living;
    Steps steps(lineage, Direction::Forward, question, Span::upTo(question.at));
    StepWalk walk(steps);
    for (OpId op : ops) {
      progress.step();
      if (isCancelled())
        break;
      if (at.hasEnded(lineage.op(standsFor(lineage, at, op))))
        walk.run(op, [&](OpId next, bool) {
          if (at.contains(next))
            living.push_back(next);
        });
    }
    return living;
  }

  void countMadeFor(std::vector<OpId> &living) {
    llvm::sort(living);
    living.erase(llvm::unique(living), living.end());
    llvm::DenseMap<uint32_t, uint64_t> names;
    for (OpId op : living)
      ++names[lineage.opNameId(op)];
    answer.madeFor = byFrequency(lineage.definitions(), names);
  }

  /// What is there of ops that took over one from the other: made for the last
  /// one that has any.
  OpId nearestLiving(llvm::ArrayRef<OpId> chain) {
    for (OpId link : llvm::reverse(chain)) {
      // Many ops may have been merged into one.
      auto [known, isNew] = nearest.try_emplace(link, 0);
      if (isNew)
        known->second = findLiving(link);
      if (known->second != 0)
        return known->second;
    }
    return 0;
  }
  /// What is there of what was made from an op, of its name if there is one.
  /// Casts, constants and ends of blocks say little.
  OpId findLiving(OpId op) const {
    constexpr unsigned kMostLooked = 256;
    unsigned looked = 0;
    OpId sameName = 0, any = 0;
    llvm::SmallVector<OpId, 16> open{op};
    for (size_t i = 0; i < open.size() && sameName == 0; ++i)
      lineage.forEachChild(open[i], [&](const Edge &edge) {
        if (edge.role != EdgeRole::MadeFrom || !question.contains(edge) ||
            ++looked > kMostLooked)
          return;
        if (!at.contains(edge.to))
          return open.push_back(edge.to);
        if (isCast(lineage, edge.to) ||
            isConstantOrTerminator(lineage, edge.to))
          return;
        any = any != 0 ? any : edge.to;
        if (sameName == 0 && lineage.opNameId(edge.to) == lineage.opNameId(op))
          sameName = edge.to;
      });
    return sameName != 0 ? sameName : any;
  }

  void add(OpId op, WalkBack::Found found) {
    ++answer.did;
    ++answer.as[size_t(found.way)];
    list(answer.became, op, found.way, found.target);
  }
  void addOther(OpId op, OpId living) {
    llvm::SmallVector<OpId, 8> chain = takersOf(lineage, at, op);
    OpId now = chain.back();
    bool isMadeFor = false;
    if (at.hasEnded(lineage.op(now)))
      if (OpId near = nearestLiving(chain); near != 0 || living != 0) {
        now = near != 0 ? near : living;
        isMadeFor = true;
      }
    OpInfo info = lineage.op(now);
    Ended ended = at.hasEnded(info) ? info.ended : Ended::Alive;
    ++instead[{info.nameId, unsigned(ended), isMadeFor}];
    list(answer.others, op, TrackedAs::Not, now, isMadeFor);
  }
  void list(std::vector<TrackedOp> &ops, OpId op, TrackedAs way, OpId other,
            bool isMadeFor = false) {
    bool isListed = ops.size() < question.maxListed;
    if (!isListed && !rows)
      return;
    TrackedOp tracked{describeOp(lineage, op), way,
                      describeOp(lineage, other, at), isMadeFor};
    if (rows)
      rows->add(tracked);
    if (isListed)
      ops.push_back(std::move(tracked));
  }
  void sortInstead() {
    for (auto [key, count] : instead) {
      auto [name, ended, isMadeFor] = key;
      answer.instead.push_back({lineage.definitions().string(name).str(),
                                Ended(ended), count, isMadeFor});
    }
    llvm::sort(answer.instead, [](const auto &a, const auto &b) {
      return std::tuple(b.count, a.name, a.ended, a.isMadeFor) <
             std::tuple(a.count, b.name, b.ended, b.isMadeFor);
    });
  }
  void addRows() {
    answer.by = question.by;
    answer.rows = rows->take();
    size_t listed = std::min(answer.rows.size(), question.maxListed);
    answer.moreRows = answer.rows.size() - listed;
    answer.rows.resize(listed);
  }

  const Lineage &lineage;
  const TrackQuestion &question;
  OpsAt at;
  TrackAnswer answer;
  std::optional<TrackRows> rows;
  /// By name, how it ended, and whether it was only made for them.
  std::map<std::tuple<uint32_t, unsigned, bool>, uint64_t> instead;
  llvm::DenseMap<OpId, OpId> nearest; ///< See nearestLiving.
};
} // namespace

llvm::Expected<TrackAnswer> trackInto(const Lineage &lineage,
                                      const TrackQuestion &question) {
  auto from = nameOps(lineage, question.from, question.resolver,
                      question.wholePlace ? AtPlace::All : AtPlace::Input);
  if (!from)
    return from.takeError();
  auto into = resolveOps(lineage, question.into, question.resolver);
  Tracking tracking(lineage, question);
  if (into)
    return tracking.run(std::move(*from), std::move(*into));
  // That there never was an op of that name is an answer.
  if (!isOpName(question.into))
    return into.takeError();
  TrackAnswer answer = tracking.run(std::move(*from), {});
  answer.note = withPeriod(toString(into.takeError()));
  return answer;
}

} // namespace mlir::trackdbg
