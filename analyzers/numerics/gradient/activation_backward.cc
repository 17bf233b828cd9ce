// Kernels that compute in fp32: aten/src/ATen/native/cuda/Activation*Kernel.cu,
// BinaryMiscBackwardOpsKernels.cu.

#include <cmath>
#include <numbers>

#include "analyzers/numerics/gradient/formula.h"

namespace allreview::numerics {
namespace {

using enum Operation;

class ActivationFormula : public Formula {
 public:
  explicit ActivationFormula(const BackwardCall& call) : Formula(call) {}

  std::vector<int> Backward(Operation operation);

 private:
  int GeluErfBackward();
  int GeluTanhBackward();
};

std::vector<int> ActivationFormula::Backward(Operation operation) {
  const int grad = Wide(grad_);
  const int x = Wide(x_);
  const int one = Constant(1);
  const auto rounded = [&](int wide) { return One(Like(wide, x_)); };
  switch (operation) {
    case kTanh: {
      const int y = Wide(y_);
      return rounded(Multiply(grad, Subtract(one, Square(y))));
    }
    case kSigmoid: {
      const int y = Wide(y_);
      return rounded(Multiply(Multiply(grad, Subtract(one, y)), y));
    }
    case kSilu: {
      const int s = Of(kSigmoid, x);
      const int slope = Add(one, Multiply(x, Subtract(one, s)));
      return rounded(Multiply(Multiply(grad, s), slope));
    }
    case kGelu:
      return rounded(Multiply(grad, GeluErfBackward()));
    case kGeluTanh:
      return rounded(Multiply(grad, GeluTanhBackward()));
    case kSoftplus: {
      const int scaled = Multiply(x, Constant(call_.parameters[0]));
      const int z = Of(kExp, scaled);
      const int is_linear = Compare(kGreater, scaled, Constant(call_.parameters[1]));
      return rounded(Where(is_linear, grad, Divide(Multiply(grad, z), Add(z, one))));
    }
    case kLogSigmoid: {
      const int is_negative = Compare(kLess, x, Zero());
      const int z = Of(kExp, Negate(Of(kAbsolute, x)));
      const int share = Divide(z, Add(one, z));
      return rounded(Multiply(grad, Where(is_negative, Subtract(one, share), share)));
    }
    case kElu: {
      const int slope = Multiply(Constant(call_.parameters[0]), Of(kExp, x));
      return rounded(Where(Compare(kLessEqual, x, Zero()), Multiply(grad, slope), grad));
    }
    default:
      return {};
  }
}

int ActivationFormula::GeluErfBackward() {
  const int x = Wide(x_);
  const int erf = Of(kErf, Multiply(x, Constant(1 / std::numbers::sqrt2)));
  const int cdf = Multiply(Constant(0.5), Add(Constant(1), erf));
  const int bell = Of(kExp, Multiply(Constant(-0.5), Square(x)));
  const int pdf = Multiply(bell, Constant(std::numbers::inv_sqrtpi / std::numbers::sqrt2));
  return Add(cdf, Multiply(x, pdf));
}

int ActivationFormula::GeluTanhBackward() {
  const double beta = std::numbers::sqrt2 / std::sqrt(std::numbers::pi);
  const double kappa = 0.044715;
  const int x = Wide(x_);
  const int one = Constant(1);
  const int square = Square(x);
  const int cube = Multiply(square, x);
  const int inner = Multiply(Constant(beta), Add(x, Multiply(Constant(kappa), cube)));
  const int t = Of(kTanh, inner);
  const int left = Multiply(Constant(0.5), x);
  const int right = Add(one, t);
  const int slope = Multiply(Constant(beta), Add(one, Multiply(Constant(3 * kappa), square)));
  const int of_tanh = Multiply(Subtract(one, Square(t)), slope);
  return Add(Multiply(Constant(0.5), right), Multiply(left, of_tanh));
}

}  // namespace

std::vector<int> ActivationBackward(Operation operation, const BackwardCall& call) {
  return ActivationFormula(call).Backward(operation);
}

}  // namespace allreview::numerics
