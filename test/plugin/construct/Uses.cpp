//===- Uses.cpp - Values that take over the uses of others ----------------===//

#include "Ways.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
/// Makes `t.new` and lets `takeOver(old, made)` give it what `t.old` had.
template <typename TakeOver> void takeOver(Subject &subject, TakeOver take) {
  Operation *old = subject.op("t.old");
  take(old, makeBefore(subject.rewriter, old));
}

void ofValue(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    old->getResult(0).replaceAllUsesWith(made->getResult(0));
    old->erase();
  });
}

void ofOperation(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    old->replaceAllUsesWith(made);
    old->erase();
  });
}

void ofOperationByOlder(Subject &subject) {
  Operation *old = subject.op("t.old");
  old->replaceAllUsesWith(subject.op("t.before"));
  old->erase();
}

void ofValueByArgument(Subject &subject) {
  Operation *old = subject.op("t.old");
  old->getResult(0).replaceAllUsesWith(old->getBlock()->getArgument(0));
  old->erase();
}

void ofArgument(Subject &subject) {
  Operation *first = subject.op("t.before");
  Value argument = first->getBlock()->getArgument(0);
  subject.rewriter.setInsertionPoint(first);
  Operation *made =
      make(subject.rewriter, first->getLoc(), "t.new", {}, {subject.i32});
  argument.replaceAllUsesWith(made->getResult(0));
}

/// The new op stands where it is used.
void atUser(
    Subject &subject,
    llvm::function_ref<void(Operation *, Operation *, Operation *)> take) {
  Operation *old = subject.op("t.old"), *user = subject.op("t.last");
  subject.rewriter.setInsertionPoint(user);
  take(old, user,
       make(subject.rewriter, old->getLoc(), "t.new", old->getOperands(),
            old->getResultTypes()));
}

void ofValueIfAtUser(Subject &subject) {
  atUser(subject, [&](Operation *old, Operation *user, Operation *made) {
    old->getResult(0).replaceUsesWithIf(
        made->getResult(0),
        [&](OpOperand &use) { return use.getOwner() == user; });
  });
}
void byRewriterIfAtUser(Subject &subject) {
  atUser(subject, [&](Operation *old, Operation *user, Operation *made) {
    subject.rewriter.replaceUsesWithIf(
        old->getResult(0), made->getResult(0),
        [&](OpOperand &use) { return use.getOwner() == user; });
  });
}
void ofOneOperandAtUser(Subject &subject) {
  atUser(subject, [&](Operation *, Operation *user, Operation *made) {
    user->setOperand(0, made->getResult(0));
  });
}
void ofOneOperandInPlaceAtUser(Subject &subject) {
  atUser(subject, [&](Operation *, Operation *user, Operation *made) {
    subject.rewriter.modifyOpInPlace(
        user, [&] { user->setOperand(0, made->getResult(0)); });
  });
}

void ofValueBehind(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPointAfter(old);
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new",
                         old->getOperands(), old->getResultTypes());
  old->getResult(0).replaceAllUsesWith(made->getResult(0));
  old->erase();
}
/// The old op is still there when the pass is over.
void ofValueKept(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPointAfter(old);
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new",
                         old->getOperands(), old->getResultTypes());
  old->getResult(0).replaceAllUsesWith(made->getResult(0));
}

void isUser(Subject &subject, bool eraseOld) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    Operation *user = subject.op("t.user");
    old->getResult(0).replaceUsesWithIf(
        made->getResult(0),
        [&](OpOperand &use) { return eraseOld || use.getOwner() == user; });
    if (eraseOld)
      old->erase();
  });
}
void ofValueIf(Subject &subject) { isUser(subject, /*eraseOld=*/false); }
void ofValueIfAll(Subject &subject) { isUser(subject, /*eraseOld=*/true); }

void ofOperationIf(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    Operation *user = subject.op("t.user");
    old->replaceUsesWithIf(made->getResults(), [&](OpOperand &use) {
      return use.getOwner() == user;
    });
  });
}

/// The new op uses the old one, and stands between it and its users.
void exceptTheNew(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPointAfter(old);
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new",
                         old->getResults(), {subject.i32});
  old->getResult(0).replaceAllUsesExcept(made->getResult(0), made);
}

void exceptOne(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    llvm::SmallPtrSet<Operation *, 1> kept = {subject.op("t.last")};
    old->getResult(0).replaceAllUsesExcept(made->getResult(0), kept);
  });
}

void byRewriterValue(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    subject.rewriter.replaceAllUsesWith(old->getResult(0), made->getResult(0));
    subject.rewriter.eraseOp(old);
  });
}

void byRewriterValues(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    subject.rewriter.replaceAllUsesWith(ValueRange(old->getResults()),
                                        ValueRange(made->getResults()));
    subject.rewriter.eraseOp(old);
  });
}

void byRewriterOp(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    subject.rewriter.replaceAllOpUsesWith(old, made);
    subject.rewriter.eraseOp(old);
  });
}

void byRewriterOpKept(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    subject.rewriter.replaceAllOpUsesWith(old, made->getResults());
  });
}

void byRewriterIf(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    Operation *user = subject.op("t.user");
    subject.rewriter.replaceUsesWithIf(
        old->getResult(0), made->getResult(0),
        [&](OpOperand &use) { return use.getOwner() == user; });
  });
}

void byRewriterOpIf(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    Operation *user = subject.op("t.user");
    subject.rewriter.replaceOpUsesWithIf(
        old, made->getResults(),
        [&](OpOperand &use) { return use.getOwner() == user; });
  });
}

void byRewriterExcept(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPointAfter(old);
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new",
                         old->getResults(), {subject.i32});
  subject.rewriter.replaceAllUsesExcept(old->getResult(0), made->getResult(0),
                                        made);
}

void byRewriterWithinBlock(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *inside = subject.op("t.inside");
  subject.rewriter.setInsertionPoint(inside);
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new",
                         old->getOperands(), {subject.i32});
  subject.rewriter.replaceOpUsesWithinBlock(old, made->getResults(),
                                            inside->getBlock());
}

void ofOneOperand(Subject &subject) {
  takeOver(subject, [&](Operation *, Operation *made) {
    subject.op("t.user")->setOperand(0, made->getResult(0));
  });
}

void ofOneOperandByOlder(Subject &subject) {
  subject.op("t.user")->setOperand(0, subject.result("t.before"));
}

void ofEachOperand(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    for (OpOperand &use :
         llvm::make_early_inc_range(old->getResult(0).getUses()))
      use.set(made->getResult(0));
    old->erase();
  });
}

void ofValueInUser(Subject &subject) {
  takeOver(subject, [&](Operation *old, Operation *made) {
    for (llvm::StringRef name : {"t.user", "t.last"})
      subject.op(name)->replaceUsesOfWith(old->getResult(0),
                                          made->getResult(0));
    old->erase();
  });
}

constexpr llvm::StringLiteral kInside = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old"(%a) : (i32) -> i32
  "t.holder"() ({
    %c = "t.inside"(%b) : (i32) -> i32
    "t.yield"() : () -> ()
  }) : () -> ()
  %d = "t.last"(%b) : (i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kMade = "+t.new from t.old";
// It does what the old op does, for the sake of one user.
constexpr llvm::StringLiteral kMadeForUser =
    "+t.new from t.old | +t.new from t.old, t.last";

constexpr Way kWays[] = {
    {"value-rauw", kLine, kMade, ofValue},
    {"op-rauw", kLine, kMade, ofOperation},
    {"op-rauw-older", kLine, "t.before for t.old", ofOperationByOlder},
    {"value-rauw-argument", kLine, "value for t.old", ofValueByArgument},
    {"argument-rauw", kLine, "+t.new from func.func", ofArgument},
    {"value-rauw-behind", kLine, kMade, ofValueBehind},
    {"value-rauw-kept", kLine, kMade, ofValueKept},
    {"value-uses-if-at-user", kLine, kMadeForUser, ofValueIfAtUser},
    {"rewriter-uses-if-at-user", kLine, kMadeForUser, byRewriterIfAtUser},
    {"one-operand-at-user", kLine, kMadeForUser, ofOneOperandAtUser},
    {"one-operand-in-place-at-user", kLine, kMadeForUser,
     ofOneOperandInPlaceAtUser},
    {"value-uses-if", kLine, kMade, ofValueIf},
    {"value-uses-if-all", kLine, kMade, ofValueIfAll},
    {"op-uses-if", kLine, kMade, ofOperationIf},
    {"value-uses-except-the-new", kLine, kMade, exceptTheNew},
    {"value-uses-except-one", kLine, kMade, exceptOne},
    {"rewriter-value-uses", kLine, kMade, byRewriterValue},
    {"rewriter-values-uses", kLine, kMade, byRewriterValues},
    {"rewriter-op-uses", kLine, kMade, byRewriterOp},
    {"rewriter-op-uses-kept", kLine, kMade, byRewriterOpKept},
    {"rewriter-uses-if", kLine, kMade, byRewriterIf},
    {"rewriter-op-uses-if", kLine, kMade, byRewriterOpIf},
    {"rewriter-uses-except", kLine, kMade, byRewriterExcept},
    {"rewriter-op-uses-within-block", kInside,
     "+t.new from t.old | +t.new from t.old, t.inside", byRewriterWithinBlock},
    {"one-operand", kLine, kMade, ofOneOperand},
    {"one-operand-older", kLine, "", ofOneOperandByOlder},
    {"each-operand", kLine, kMade, ofEachOperand},
    {"uses-of-with", kLine, kMade, ofValueInUser},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::useWays() { return kWays; }
