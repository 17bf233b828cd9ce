#include "analyzers/numerics/rewrites/rules.h"

// Sources: N. J. Higham, Accuracy and Stability of Numerical Algorithms, chapter 1 (cancellation),
// sections 1.9 (variance), 1.14.1 (expm1, log1p), 27.8 (hypot); R. W. Hamming, Numerical Methods
// for Scientists and Engineers, chapter 3 (differences of roots, logarithms and cosines); PyTorch's
// documentation of each function named on the right side.

namespace allreview::numerics {
namespace {

constexpr absl::string_view kSoftmax =
    "exp overflows for large x and its sum underflows for small x; softmax subtracts the largest "
    "element and computes in fp32 inside";
constexpr absl::string_view kLogSumExp =
    "the sum of exp overflows although its logarithm is small; logsumexp subtracts the largest "
    "element first";
constexpr absl::string_view kLogSoftmax =
    "a probability that underflows has the logarithm -inf; log_softmax never leaves the logarithms";
constexpr absl::string_view kLog1p =
    "1 + x rounds the digits of a small x away; log1p takes them all";
constexpr absl::string_view kExpm1 =
    "exp(x) is rounded near 1 and the subtraction leaves the rounding error; expm1 has no such "
    "subtraction";
constexpr absl::string_view kLogSigmoid =
    "sigmoid rounds to 0 or 1, whose logarithms are -inf or 0; logsigmoid stays linear in x";
constexpr absl::string_view kSoftplus =
    "exp(x) overflows for large x although the result is about x; softplus turns linear there";
constexpr absl::string_view kSigmoid =
    "exp(x) overflows for large x, and inf / inf is NaN; sigmoid saturates at 1";
constexpr absl::string_view kTanh =
    "the difference of the exponentials cancels for small x and overflows for large x";
constexpr absl::string_view kHyperbolic = "the difference of the exponentials cancels for small x";
constexpr absl::string_view kSilu =
    "exp(x) overflows for large x, and inf / inf is NaN; silu computes in fp32 inside";
constexpr absl::string_view kBce =
    "sigmoid rounds to 0 or 1, whose logarithms are infinite; the loss of logits takes them "
    "directly";
constexpr absl::string_view kVariance =
    "the mean of squares and the square of the mean share their leading digits, which cancel; var "
    "subtracts the mean first";
constexpr absl::string_view kHypot =
    "the squares overflow or underflow although the root does not; hypot scales";
constexpr absl::string_view kNorm =
    "the squares overflow in the dtype of x; norm adds them up in fp32";
constexpr absl::string_view kScaledNorm =
    "the squares overflow or underflow even in fp32; dividing by the largest element first keeps "
    "them near 1";
constexpr absl::string_view kFusedNorm =
    "the squares are rounded, and overflow, in the dtype of x; the fused function computes in fp32 "
    "inside";
constexpr absl::string_view kEps =
    "an eps below the smallest number of the format is 0, so nothing guards the division; in fp32 "
    "it is there";
constexpr absl::string_view kRoots =
    "nearly equal roots cancel; the conjugate form has no subtraction";
constexpr absl::string_view kSquares =
    "the squares share their leading digits, which cancel; subtract first";
constexpr absl::string_view kCosine =
    "cos(x) rounds to 1 for small x; the sine of the half angle does not";
constexpr absl::string_view kAngles =
    "nearly equal values of one function cancel; the addition theorem has no subtraction";
constexpr absl::string_view kLogs =
    "nearly equal logarithms cancel; take the logarithm of the ratio";
constexpr absl::string_view kXLogX =
    "0 * log(0) is NaN where a probability underflows; xlogy is 0 there";
constexpr absl::string_view kMean =
    "the sum overflows or absorbs small terms in the dtype of x; mean divides before it rounds";
constexpr absl::string_view kScan =
    "cumsum and cumprod on CUDA accumulate in the dtype of x, where a running total absorbs its "
    "next terms; accumulate in fp32";
constexpr absl::string_view kProduct =
    "the product under the root overflows or underflows although the root does not";
constexpr absl::string_view kInverses =
    "nearly equal fractions cancel; put them on one denominator";
constexpr absl::string_view kSquaredDenominator =
    "the square overflows although the quotient does not";
constexpr absl::string_view kExponents =
    "the exponentials overflow or underflow although their quotient does not; subtract the "
    "exponents";
constexpr absl::string_view kQuadratic =
    "the root nearly equals b and cancels it; the other form of the formula adds them";
constexpr absl::string_view kInverse = "the functions undo each other; each rounds";

constexpr RewriteRule kRules[] = {
    // Losses and probabilities.
    {"cross-entropy-by-hand", "t * log(sigmoid(x)) + (1 - t) * log(1 - sigmoid(x))",
     "-binary_cross_entropy_with_logits(x, t)", kBce},
    {"cross-entropy-by-hand", "t * log(sigmoid(x)) + (1 - t) * log1p(-sigmoid(x))",
     "-binary_cross_entropy_with_logits(x, t)", kBce},
    {"cross-entropy-by-hand", "t * log(sigmoid(x) + E) + (1 - t) * log(1 - sigmoid(x) + E)",
     "-binary_cross_entropy_with_logits(x, t)", kBce},
    {"logit-of-sigmoid", "log(sigmoid(x) / (1 - sigmoid(x)))", "x * 1", kInverse},
    {"log-of-softmax", "log(softmax(x) / softmax(y))", "log_softmax(x) - log_softmax(y)",
     kLogSoftmax},
    {"log-of-softmax", "log(softmax(x)) - log(softmax(y))", "log_softmax(x) - log_softmax(y)",
     kLogSoftmax},
    {"log-of-softmax", "log(softmax(x))", "log_softmax(x)", kLogSoftmax},
    {"log-of-softmax", "log(exp(x - amax(x)) / sum(exp(x - amax(x))))", "log_softmax(x)",
     kLogSoftmax},
    {"log-of-softmax", "log(exp(x) / sum(exp(x)))", "log_softmax(x)", kLogSoftmax},
    {"log-of-softmax", "x - amax(x) - log(sum(exp(x - amax(x))))", "log_softmax(x)", kLogSoftmax},
    {"log-of-softmax", "x - log(sum(exp(x)))", "log_softmax(x)", kLogSoftmax},
    {"log-of-softmax", "x - logsumexp(x)", "log_softmax(x)", kLogSoftmax},
    {"naive-softmax", "exp(x - amax(x)) / sum(exp(x - amax(x)))", "softmax(x)", kSoftmax},
    {"naive-softmax", "exp(x) / sum(exp(x))", "softmax(x)", kSoftmax},
    {"naive-logsumexp", "amax(x) + log(sum(exp(x - amax(x))))", "logsumexp(x)", kLogSumExp},
    {"naive-logsumexp", "log(sum(exp(x)))", "logsumexp(x)", kLogSumExp},
    {"naive-logaddexp", "log(exp(x) + exp(y))", "logaddexp(x, y)", kLogSumExp},
    // Activations.
    {"naive-silu", "x * exp(x) / (1 + exp(x))", "silu(x)", kSilu},
    {"naive-silu", "x / (1 + exp(-x))", "silu(x)", kSilu},
    {"naive-silu", "x * sigmoid(x)", "silu(x)", kSilu},
    {"naive-tanh", "(exp(x) - exp(-x)) / (exp(x) + exp(-x))", "tanh(x)", kTanh},
    {"naive-tanh", "(exp(2 * x) - 1) / (exp(2 * x) + 1)", "tanh(x)", kTanh},
    {"naive-tanh", "(1 - exp(-2 * x)) / (1 + exp(-2 * x))", "tanh(x)", kTanh},
    {"naive-tanh", "2 / (1 + exp(-2 * x)) - 1", "tanh(x)", kTanh},
    {"naive-tanh", "2 * sigmoid(2 * x) - 1", "tanh(x)", kTanh},
    {"naive-sigmoid", "exp(x) / (1 + exp(x))", "sigmoid(x)", kSigmoid},
    {"naive-sigmoid", "1 / (1 + exp(-x))", "sigmoid(x)", kSigmoid},
    {"naive-sigmoid", "exp(x) / (exp(x) + exp(y))", "sigmoid(x - y)", kSigmoid},
    {"log-of-sigmoid", "log(1 - sigmoid(x))", "logsigmoid(-x)", kLogSigmoid},
    {"log-of-sigmoid", "log(1 - 1 / (1 + exp(-x)))", "logsigmoid(-x)", kLogSigmoid},
    {"log-of-sigmoid", "log(sigmoid(x))", "logsigmoid(x)", kLogSigmoid},
    {"log-of-sigmoid", "log(1 / (1 + exp(-x)))", "logsigmoid(x)", kLogSigmoid},
    {"naive-softplus", "log(1 + exp(x))", "softplus(x)", kSoftplus},
    {"naive-softplus", "log1p(exp(x))", "softplus(x)", kSoftplus},
    // exp and log near their zeros.
    {"exp-minus-one", "exp(x) - 2 + exp(-x)", "4 * (sinh(x * 0.5) * sinh(x * 0.5))", kExpm1},
    {"exp-minus-one", "exp(x) / (exp(x) - 1)", "-1 / expm1(-x)", kExpm1},
    {"naive-sinh", "0.5 * (exp(x) - exp(-x))", "sinh(x)", kHyperbolic},
    {"exp-minus-one", "exp(x) - 1", "expm1(x)", kExpm1},
    {"naive-asinh", "log(abs(x) + sqrt(x * x + 1))", "log1p(abs(x) + x * (x / (1 + hypot(x, 1))))",
     kLog1p},
    {"naive-asinh", "log(x + sqrt(x * x + 1))",
     "sign(x) * log1p(abs(x) + x * (x / (1 + hypot(x, 1))))", kLog1p},
    {"naive-acosh", "log(x + sqrt(x * x - 1))", "log(x) + log1p(sqrt(1 - 1 / x) * sqrt(1 + 1 / x))",
     kHypot},
    {"naive-atanh", "log((1 + x) / (1 - x))", "log1p(x) - log1p(-x)", kLog1p},
    {"difference-of-logs", "log(x + C) - log(x)", "log1p(C / x)", kLogs},
    {"difference-of-logs", "log(a) - log(b)", "log1p((a - b) / b)", kLogs},
    {"log-of-one-plus", "log(1 + x)", "log1p(x)", kLog1p},
    {"log-of-one-plus", "log(1 - x)", "log1p(-x)", kLog1p},
    {"quotient-of-exponentials", "exp(a) / exp(b)", "exp(a - b)", kExponents},
    {"log-of-exp", "log(exp(x))", "x * 1", kInverse},
    // Sums of squares.
    {"one-pass-variance", "mean(x * x) - mean(x) * mean(x)", "var(x, 0)", kVariance},
    {"one-pass-covariance", "mean(x * y) - mean(x) * mean(y)",
     "mean((x - mean(x)) * (y - mean(y)))", kVariance},
    {"layer-norm-by-hand", "(x - mean(x)) / sqrt(mean((x - mean(x)) * (x - mean(x))) + C)",
     "layer_norm(x, C)", kFusedNorm},
    {"layer-norm-by-hand", "(x - mean(x)) / sqrt(var(x, 0) + C)", "layer_norm(x, C)", kFusedNorm},
    {"rms-norm-by-hand", "x / sqrt(mean(x * x) + C)", "rms_norm(x, C)", kFusedNorm},
    {"cosine-by-hand", "sum(a * b) / sqrt(sum(a * a) * sum(b * b))",
     "fp32(sum(normalize(a) * normalize(b)))", kNorm},
    {"cosine-by-hand", "sum(a * b) / (sqrt(sum(a * a)) * sqrt(sum(b * b)))",
     "fp32(sum(normalize(a) * normalize(b)))", kNorm},
    {"cosine-by-hand", "sum(a * b) / (norm(a) * norm(b))", "fp32(sum(normalize(a) * normalize(b)))",
     kNorm},
    {"distance-by-expansion", "sum(a * a) + sum(b * b) - 2 * sum(a * b)", "sum((a - b) * (a - b))",
     kSquares},
    {"normalize-by-hand", "x / sqrt(sum(x * x))", "normalize(x)", kNorm},
    {"normalize-by-hand-scaled", "x / sqrt(sum(x * x))",
     "x / amax(abs(x)) / norm(x / amax(abs(x)))", kScaledNorm},
    {"norm-by-hand", "sqrt(sum(x * x))", "norm(x)", kNorm},
    {"norm-by-hand-scaled", "sqrt(sum(x * x))", "amax(abs(x)) * norm(x / amax(abs(x)))",
     kScaledNorm},
    {"law-of-cosines", "sqrt(a * a + b * b - 2 * a * b * cos(g))",
     "hypot(a - b, 2 * sqrt(a * b) * sin(g * 0.5))", kSquares},
    {"expanded-square", "sqrt(a * a + b * b - 2 * a * b)", "abs(a - b)", kSquares},
    {"expanded-square", "sqrt(maximum(a * a + b * b - 2 * a * b, 0))", "abs(a - b)", kSquares},
    {"expanded-square", "a * a + b * b - 2 * a * b", "(a - b) * (a - b)", kSquares},
    {"hypot-by-hand", "sqrt(x * x + C)", "hypot(x, sqrt(C))", kHypot},
    {"hypot-by-hand", "sqrt(x * x + y * y)", "hypot(x, y)", kHypot},
    {"root-of-product", "sqrt(a * b)", "sqrt(a) * sqrt(b)", kProduct},
    {"squared-denominator", "x / (x * x + C)", "1 / (x + C / x)", kSquaredDenominator},
    // Differences.
    {"difference-of-roots", "sqrt(x + C) - sqrt(x)", "C / (sqrt(x + C) + sqrt(x))", kRoots},
    {"difference-of-roots", "sqrt(a) - sqrt(b)", "(a - b) / (sqrt(a) + sqrt(b))", kRoots},
    {"difference-of-roots", "1 / sqrt(x) - 1 / sqrt(x + C)",
     "C / (sqrt(x) * sqrt(x + C) * (sqrt(x) + sqrt(x + C)))", kRoots},
    {"naive-quadratic-root", "(-b + sqrt(b * b - 4 * a * c)) / (2 * a)",
     "-2 * c / (b + sqrt(b * b - 4 * a * c))", kQuadratic},
    {"naive-quadratic-root", "(-b - sqrt(b * b - 4 * a * c)) / (2 * a)",
     "2 * c / (sqrt(b * b - 4 * a * c) - b)", kQuadratic},
    {"one-minus-cosine", "(1 - cos(x)) / sin(x)", "tan(x * 0.5)", kCosine},
    {"one-minus-cosine", "1 - cos(x)", "2 * (sin(x * 0.5) * sin(x * 0.5))", kCosine},
    {"difference-of-sines", "sin(x + e) - sin(x)", "2 * cos(x + e * 0.5) * sin(e * 0.5)", kAngles},
    {"difference-of-sines", "cos(x + e) - cos(x)", "-2 * sin(x + e * 0.5) * sin(e * 0.5)", kAngles},
    {"difference-of-arctangents", "atan(x + C) - atan(x)", "atan(C / (1 + x * (x + C)))", kAngles},
    {"difference-of-inverses", "1 / (x + 1) - 2 / x + 1 / (x - 1)", "2 / (x * (x * x - 1))",
     kInverses},
    {"difference-of-inverses", "1 / x - 1 / (x + C)", "C / (x * (x + C))", kInverses},
    {"difference-of-squares", "a * a - b * b", "(a - b) * (a + b)", kSquares},
    // Small formats.
    {"log-of-underflow", "p * log(p)", "xlogy(p, p)", kXLogX},
    {"vanishing-eps", "x / (sqrt(v) + E)", "fp32(x / (sqrt(v) + E))", kEps},
    {"vanishing-eps", "x / (v + E)", "fp32(x / (v + E))", kEps},
    {"sum-then-divide", "mean(x)", "mean(x)", kMean},
    {"narrow-scan", "cumsum(x)", "fp32(cumsum(x))", kScan},
    {"narrow-scan", "cumprod(x)", "fp32(cumprod(x))", kScan},
    {"narrow-scan", "logcumsumexp(x)", "fp32(logcumsumexp(x))", kScan},
};

}  // namespace

absl::Span<const RewriteRule> AllRewriteRules() { return kRules; }

}  // namespace allreview::numerics
