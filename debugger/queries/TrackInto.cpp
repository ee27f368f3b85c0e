//===- TrackInto.cpp - Which ops became ops of another name ---------------===//
//
// One walk back from all of `into` at once answers for all of `from`. What a
// step may lead to depends on how the op before it stands to the one asked
// about, so the walk goes over pairs of an op and its Standing.
//
//===----------------------------------------------------------------------===//

#include "queries/TrackInto.h"

#include "queries/PlaceSteps.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>

namespace mlir::trackdbg {

llvm::StringRef toString(TrackedAs way) {
  switch (way) {
  case TrackedAs::Not:
    return "not";
  case TrackedAs::Result:
    return "result";
  case TrackedAs::Part:
    return "part";
  case TrackedAs::Place:
    return "place";
  }
  return "not";
}

namespace {
/// How an op on the way stands to the op asked about.
struct Standing {
  bool isResult; ///< It stands for its results, and not for a part of it.
  bool isOwn;    ///< It is not shared with what was there already.

  unsigned index() const { return 2 * isResult + isOwn; }
};
constexpr Standing kStandings[] = {
    {false, false}, {false, true}, {true, false}, {true, true}};
constexpr Standing kSelf = {true, true};

/// How the op after a step stands, if the one before it stands like `before`;
/// none where the step says nothing about what that became.
std::optional<Standing> after(const Edge &edge, Standing before,
                              Followed followed) {
  if (!followed.contains(edge))
    return std::nullopt;
  switch (edge.evidence) {
  case Evidence::Cloned:
    return before;
  case Evidence::Expanded:
    // What stands beside a shared part was made for one of those that share.
    if (before.isOwn || before.isResult)
      return Standing{false, before.isOwn};
    return std::nullopt;
  case Evidence::Merged:
    return Standing{before.isResult, before.isOwn && before.isResult};
  case Evidence::Replaced:
    if (edge.role == EdgeRole::MadeFrom)
      return before;
    if (before.isResult)
      return Standing{true, false};
    return std::nullopt;
  case Evidence::Location:
    if (before.isOwn)
      return Standing{false, true};
    return std::nullopt;
  }
  return std::nullopt;
}

/// Finds all ops that became one of some targets, the strongest ways first.
class WalkBack {
public:
  WalkBack(const Lineage &lineage, std::optional<OpsAt> moment,
           const PlaceSteps &places, Followed followed)
      : lineage(lineage), moment(std::move(moment)), places(places),
        followed(followed), seen(lineage.opCount() + 1) {}

  void run(llvm::ArrayRef<OpId> targets) {
    way = TrackedAs::Result;
    for (OpId target : targets)
      reach(target, {true, false}, target);
    drain();
    way = TrackedAs::Part;
    for (OpId target : targets)
      reach(target, {false, false}, target);
    drain();
    if (followed.exactOnly)
      return;
    way = TrackedAs::Place;
    walkPlaces();
  }

  /// What `op` became first, in the order of the ways; 0 if nothing.
  struct Found {
    OpId target = 0;
    TrackedAs way = TrackedAs::Not;
  };
  Found find(OpId op) const { return found.lookup(op); }
  /// The same, if `op` is a target itself, for what it became later.
  Found findBeyond(OpId op) const {
    Found best;
    lineage.forEachChild(op, [&](const Edge &edge) {
      std::optional<Standing> standing = after(edge, kSelf, followed);
      if (!isPast(edge) || !standing || !isSeen(edge.to, *standing))
        return;
      Found next = found.lookup(edge.to);
      if (!standing->isResult && next.way == TrackedAs::Result)
        next.way = TrackedAs::Part;
      if (next.target != 0 && (best.target == 0 || next.way < best.way))
        best = next;
    });
    return best;
  }

private:
  struct Reached {
    OpId op, target;
    Standing standing;
  };

  bool isPast(const Edge &edge) const {
    return !moment || moment->isPast(edge.action);
  }
  bool isSeen(OpId op, Standing standing) const {
    return seen[op] >> standing.index() & 1;
  }
  /// A way that is open to a shared part is open to a result and to an own one.
  void reach(OpId op, Standing standing, OpId target) {
    for (Standing each : kStandings) {
      if (each.isResult < standing.isResult || each.isOwn < standing.isOwn ||
          isSeen(op, each))
        continue;
      seen[op] |= 1 << each.index();
      open.push_back({op, target, each});
      if (each.index() == kSelf.index())
        found.try_emplace(op, Found{target, way});
    }
  }
  void drain() {
    for (; next < open.size() && !isCancelled(); ++next) {
      Reached at = open[next];
      lineage.forEachParent(at.op, [&](const Edge &edge) {
        if (isPast(edge))
          stepBack(edge, at);
      });
    }
  }
  void stepBack(const Edge &edge, const Reached &at) {
    for (Standing before : kStandings) {
      std::optional<Standing> standing = after(edge, before, followed);
      if (standing && standing->index() == at.standing.index())
        reach(edge.from, before, at.target);
    }
  }
  void walkPlaces() {
    PlaceSteps::Walk walk(places);
    for (size_t i = 0; i < open.size() && !isCancelled(); ++i) {
      Reached at = open[i];
      if (at.standing.isResult || !at.standing.isOwn)
        continue;
      walk.forEachParent(at.op, [&](const Edge &edge) { stepBack(edge, at); });
      drain();
    }
  }

  const Lineage &lineage;
  std::optional<OpsAt> moment;
  const PlaceSteps &places;
  Followed followed;
  TrackedAs way = TrackedAs::Not;
  std::vector<uint8_t> seen; ///< By op, one bit for each Standing.
  std::vector<Reached> open; ///< All that was reached.
  size_t next = 0;           ///< The first of them to go on from.
  llvm::DenseMap<OpId, Found> found;
};

/// Takes out the ops that were made from others of the list.
class Originals {
public:
  Originals(const Lineage &lineage, const PlaceSteps &places, Followed followed)
      : lineage(lineage), places(places), followed(followed),
        seen(lineage.opCount() + 1), derived(lineage.opCount() + 1) {}

  void keep(std::vector<OpId> &ops) {
    // What outside every action was read came from nothing.
    if (llvm::none_of(ops,
                      [&](OpId op) { return lineage.op(op).birthAction != 0; }))
      return;
    PlaceSteps::Walk walk(places);
    for (OpId op : ops)
      reach(op, kSelf);
    while (!open.empty() && !isCancelled()) {
      auto [op, standing] = open.back();
      open.pop_back();
      auto step = [&, standing = standing](const Edge &edge) {
        if (std::optional<Standing> next = after(edge, standing, followed)) {
          if (edge.role == EdgeRole::MadeFrom)
            derived.set(edge.to);
          reach(edge.to, *next);
        }
      };
      lineage.forEachChild(op, step);
      if (standing.isOwn)
        walk.forEachChild(op, step);
    }
    llvm::erase_if(ops, [&](OpId op) { return derived.test(op); });
  }

private:
  void reach(OpId op, Standing standing) {
    if (seen[op] >> standing.index() & 1)
      return;
    // What a result may do, a part of the same kind is not asked for again.
    for (Standing each : kStandings)
      if (each.isResult <= standing.isResult && each.isOwn <= standing.isOwn)
        seen[op] |= 1 << each.index();
    open.push_back({op, standing});
  }

  const Lineage &lineage;
  const PlaceSteps &places;
  Followed followed;
  std::vector<uint8_t> seen;
  llvm::BitVector derived;
  std::vector<std::pair<OpId, Standing>> open;
};

/// What stands for the results of an op now; itself where nothing does.
OpId standsFor(const Lineage &lineage, const std::optional<OpsAt> &moment,
               OpId op) {
  // A chain that is longer is a broken trace.
  constexpr unsigned kMaxSteps = 256;
  for (unsigned i = 0; i < kMaxSteps; ++i) {
    OpInfo info = lineage.op(op);
    if (info.isAlive() || (moment && moment->contains(info)))
      break;
    OpId next = 0;
    lineage.forEachChild(op, [&](const Edge &edge) {
      bool takesOver = edge.evidence == Evidence::Replaced ||
                       edge.evidence == Evidence::Merged;
      if (next == 0 && takesOver && edge.action == info.endAction)
        next = edge.to;
    });
    if (next == 0)
      break;
    op = next;
  }
  return op;
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
      : lineage(lineage), question(question) {
    if (question.at)
      moment.emplace(lineage, *question.at);
  }

  TrackAnswer run(std::vector<OpId> from, std::vector<OpId> into) {
    if (moment) {
      llvm::erase_if(from,
                     [&](OpId op) { return !moment->wasBorn(lineage.op(op)); });
      llvm::erase_if(into, [&](OpId op) { return !moment->contains(op); });
      answer.at = describeMoment(lineage, *question.at);
    }
    answer.from = question.from.str();
    answer.into = question.into.str();
    PlaceSteps places(lineage);
    const Followed &followed = question;
    WalkBack walk(lineage, moment, places, followed);
    walk.run(into);
    Originals(lineage, places, followed).keep(from);
    llvm::BitVector isTarget(lineage.opCount() + 1);
    for (OpId op : into)
      isTarget.set(op);
    answer.total = from.size();
    for (OpId op : from)
      add(op,
          isTarget.test(op) && !moment ? walk.findBeyond(op) : walk.find(op));
    sortInstead();
    return std::move(answer);
  }

private:
  void add(OpId op, WalkBack::Found found) {
    if (found.way == TrackedAs::Not)
      return addOther(op);
    ++answer.did;
    ++(found.way == TrackedAs::Result ? answer.asResult
       : found.way == TrackedAs::Part ? answer.asPart
                                      : answer.asPlace);
    list(answer.became, op, found.way, found.target);
  }
  void addOther(OpId op) {
    OpId now = standsFor(lineage, moment, op);
    OpInfo info = lineage.op(now);
    Ended ended = moment && moment->contains(info) ? Ended::Alive : info.ended;
    ++instead[{info.nameId, unsigned(ended)}];
    list(answer.others, op, TrackedAs::Not, now);
  }
  void list(std::vector<TrackedOp> &ops, OpId op, TrackedAs way, OpId other) {
    if (ops.size() < question.maxListed)
      ops.push_back({describeOp(lineage, op), way, describeOp(lineage, other)});
  }
  void sortInstead() {
    for (auto [key, count] : instead)
      answer.instead.push_back({lineage.definitions().string(key.first).str(),
                                Ended(key.second), count});
    llvm::sort(answer.instead, [](const auto &a, const auto &b) {
      return std::tuple(b.count, a.name, a.ended) <
             std::tuple(a.count, b.name, b.ended);
    });
  }

  const Lineage &lineage;
  const TrackQuestion &question;
  std::optional<OpsAt> moment;
  TrackAnswer answer;
  llvm::DenseMap<std::pair<uint32_t, unsigned>, uint64_t> instead;
};
} // namespace

llvm::Expected<TrackAnswer> trackInto(const Lineage &lineage,
                                      const TrackQuestion &question) {
  auto from = resolveOps(lineage, question.from, question.resolver);
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
  answer.note = toString(into.takeError()) + ".";
  return answer;
}

} // namespace mlir::trackdbg
