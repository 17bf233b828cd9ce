#include "analyzers/numerics/rewrites/pattern.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "analyzers/numerics/graph/operations.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

class Reader {
 public:
  explicit Reader(absl::string_view text) : whole_(text), rest_(text) {}

  Pattern Read() {
    Pattern pattern = Sum();
    SkipSpace();
    CHECK(rest_.empty()) << "pattern '" << whole_ << "': found '" << rest_ << "' after its end";
    return pattern;
  }

 private:
  void SkipSpace() { rest_ = absl::StripLeadingAsciiWhitespace(rest_); }

  bool Take(char wanted) {
    SkipSpace();
    if (rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  static Pattern Make(Operation operation, std::vector<Pattern> operands) {
    return {
        .kind = Pattern::Kind::kOperation, .operation = operation, .operands = std::move(operands)};
  }

  Pattern Sum() {
    Pattern left = Product();
    while (true) {
      if (Take('+')) {
        left = Make(Operation::kAdd, {std::move(left), Product()});
      } else if (Take('-')) {
        left = Make(Operation::kSubtract, {std::move(left), Product()});
      } else {
        return left;
      }
    }
  }

  Pattern Product() {
    Pattern left = Sign();
    while (true) {
      if (Take('*')) {
        left = Make(Operation::kMultiply, {std::move(left), Sign()});
      } else if (Take('/')) {
        left = Make(Operation::kDivide, {std::move(left), Sign()});
      } else {
        return left;
      }
    }
  }

  Pattern Sign() { return Take('-') ? Make(Operation::kNegate, {Sign()}) : Primary(); }

  Pattern Primary() {
    if (Take('(')) {
      Pattern inner = Sum();
      CHECK(Take(')')) << "pattern '" << whole_ << "': wanted ')' at '" << rest_ << "'";
      return inner;
    }
    SkipSpace();
    size_t length = 0;
    const auto belongs = [](char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; };
    while (length < rest_.size() && belongs(rest_[length])) ++length;
    const absl::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    double number = 0;
    if (absl::SimpleAtod(word, &number)) {
      return {.kind = Pattern::Kind::kNumber, .number = number};
    }
    if (Take('(')) return Call(word);
    CHECK(word.size() == 1) << "pattern '" << whole_ << "': '" << word << "' is no letter";
    const bool is_number = absl::ascii_isupper(word[0]);
    return {.kind = is_number ? Pattern::Kind::kAnyNumber : Pattern::Kind::kValue, .name = word[0]};
  }

  Pattern Call(absl::string_view name) {
    std::vector<Pattern> operands;
    do {
      operands.push_back(Sum());
    } while (Take(','));
    CHECK(Take(')')) << "pattern '" << whole_ << "': wanted ')' at '" << rest_ << "'";
    if (name == "fp32") return {.kind = Pattern::Kind::kWide, .operands = std::move(operands)};
    if (const std::optional<Composite> composite = CompositeByName(name)) {
      return {.kind = Pattern::Kind::kComposite,
              .composite = *composite,
              .operands = std::move(operands)};
    }
    for (const OperationInfo& info : AllOperations()) {
      if (info.name == name) return Make(info.operation, std::move(operands));
    }
    CHECK(false) << "pattern '" << whole_ << "': no function '" << name << "'";
    return {};
  }

  const absl::string_view whole_;
  absl::string_view rest_;
};

}  // namespace

bool IsOperation(const Pattern& pattern, Operation operation) {
  return pattern.kind == Pattern::Kind::kOperation && pattern.operation == operation;
}
bool IsSum(const Pattern& pattern) {
  return IsOperation(pattern, Operation::kAdd) || IsOperation(pattern, Operation::kSubtract);
}
bool IsProduct(const Pattern& pattern) {
  return IsOperation(pattern, Operation::kMultiply) || IsOperation(pattern, Operation::kDivide) ||
         IsOperation(pattern, Operation::kNegate) || IsOperation(pattern, Operation::kReciprocal);
}

Pattern ReadPattern(absl::string_view text) { return Reader(text).Read(); }

}  // namespace allreview::numerics
