#include "analyzers/understanding/operands.h"

namespace allreview::understanding {

using ir::Operator;
using Kind = AtomKind;

namespace {

bool IsSequence(const Atom& atom) {
  return atom.kind == Kind::kTuple || atom.kind == Kind::kList || atom.kind == Kind::kText;
}

}  // namespace

bool IsCustom(const Atom& atom) {
  return atom.kind == Kind::kInstance || atom.kind == Kind::kExternal ||
         atom.kind == Kind::kReference || atom.kind == Kind::kTensor;
}

bool IsPromise(const Atom& atom) {
  const bool is_any_tensor =
      atom.kind == Kind::kTensor &&
      (atom.tensor == nullptr || (!atom.tensor->has_rank && atom.tensor->sizes.empty() &&
                                  atom.tensor->dtype == Dtype::kUnknown));
  return !atom.is_exact || is_any_tensor;
}

bool IsPlain(const Atom& atom) {
  return atom.is_exact &&
         (IsNumber(atom) || atom.kind == Kind::kNone || atom.kind == Kind::kText ||
          atom.kind == Kind::kTuple || atom.kind == Kind::kList || atom.kind == Kind::kDict);
}

bool Refuses(Operator op, const Atom& a, const Atom& b) {
  if (!IsPlain(a) || !IsPlain(b) || (IsNumber(a) && IsNumber(b))) return false;
  const bool has_none = a.kind == Kind::kNone || b.kind == Kind::kNone;
  switch (op) {
    case Operator::kAdd:
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      return a.kind != b.kind || !IsSequence(a);
    case Operator::kSubtract:
    case Operator::kDivide:
    case Operator::kFloorDivide:
    case Operator::kPower:
    case Operator::kMatrixMultiply:
      return true;
    case Operator::kMultiply:
      return has_none || (!IsWhole(b) && !IsWhole(a));
    case Operator::kModulo:
      return a.kind != Kind::kText;
    case Operator::kAnd:
    case Operator::kOr:
    case Operator::kXor:
    case Operator::kLeftShift:
    case Operator::kRightShift:
      return has_none;
    default:
      return false;
  }
}

}  // namespace allreview::understanding
