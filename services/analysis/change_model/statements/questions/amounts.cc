// Amounts that nobody has asked about: lengths that differ, divisors that may be zero or negative,
// bounds in the wrong order.

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 30;  // Of one function.

// What compares the two sides of `zip` before the change did: a tree_map of several trees, strict
// zips, an assertion on lengths. Null: nothing did.
Node StrictPairing(Node body) {
  for (Node call : body.descendants(NodeKind::kCall)) {
    const absl::string_view callee = CalleeName(call);
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (callee == "tree_map" && arguments.positional.size() >= 3) return call;
    if (callee == "zip" && python::KeywordArgument(call, "strict").Is(NodeKind::kTrue)) return call;
  }
  return Node();
}

bool IsLoose(Node call) {
  return CalleeName(call) == "zip" && !call.child(Field::kFunction).child(Field::kObject) &&
         !python::KeywordArgument(call, "strict") &&
         python::ArgumentsOf(call).positional.size() >= 2;
}

void AskAboutZips(Inquiry& inquiry, const FunctionPair& pair) {
  const Node strict = StrictPairing(pair.before->body);
  if (!strict || StrictPairing(pair.after->body)) return;
  for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
    if (!IsLoose(call) || !inquiry.IsNew(*pair.file, call)) continue;
    inquiry.Ask(
        *pair.file, call,
        {.kind = "zip-truncates-now",
         .about = CodeOf(call),
         .weight = 83,
         .text = Sentence(phrases::kAskZip, {{"before", CodeOf(strict)}, {"after", CodeOf(call)}}),
         .also = {rules::RangeOf(*pair.module_before, strict, rules::Side::kLeft)}});
    return;
  }
}

// The parameter that the expression is made of; empty: of none.
absl::string_view ParameterIn(const Definition& function, Node expression) {
  for (const python::Parameter& parameter : function.parameters) {
    if (parameter.name != "self" && parameter.name != "cls" &&
        Mentions(expression, parameter.name)) {
      return parameter.name;
    }
  }
  return "";
}

// The attribute of `self` that the expression is; empty: another one.
absl::string_view StateIn(Node expression) {
  return SelfAttribute(python::WithoutParentheses(expression));
}

// Some `len(x)` or the like tells how long one of the two is.
bool IsCounted(const Definition& function, absl::string_view a, absl::string_view b) {
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    const absl::string_view callee = CalleeName(call);
    if (callee != "len" && callee != "enumerate") continue;
    if (Mentions(call, a) || Mentions(call, b)) return true;
  }
  return false;
}

// What the caller hands over beside what the object keeps: nothing ties their lengths.
void AskAboutPairs(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& function = *touched.function;
  int tried = 0;
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    if (!IsLoose(call) || !inquiry.IsNew(*touched.file, call) || ++tried > kMaxTried) continue;
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.size() != 2 || arguments.has_star) continue;
    for (int state = 0; state < 2; ++state) {
      const absl::string_view kept = StateIn(arguments.positional[state]);
      const Node given = touched.file->after->Dereference(arguments.positional[1 - state]);
      const absl::string_view handed = ParameterIn(function, given);
      if (kept.empty() || handed.empty() || Mentions(given, "self")) continue;
      if (IsCounted(function, kept, handed)) continue;
      inquiry.Ask(*touched.file, call,
                  {.kind = "lengths-nobody-compares",
                   .about = std::string(kept),
                   .weight = 63,
                   .text = Sentence(phrases::kAskLengths,
                                    {{"function", function.name},
                                     {"code", CodeOf(call)},
                                     {"kept", absl::StrCat("self.", kept)},
                                     {"given", CodeOf(arguments.positional[1 - state])}})});
      return;
    }
  }
}

// What cannot be negative, or counts: a name or a function in it says so.
bool IsNotNegative(absl::string_view code) {
  for (absl::string_view part :
       {"abs",  "pow",   "square", "**",   "exp",     "softmax", "sigmoid", "relu",
        "norm", "mask",  "count",  "len",  "prob",    "weight",  "num",     "var",
        "std",  "clamp", "max(",   "time", "size",    "token",   "token",   "duration",
        "freq", "scale", "amax",   "loss", "elapsed", "bytes",   "sq"}) {
    if (absl::StrContains(code, part)) return true;
  }
  return false;
}

bool IsEpsilon(Node node) {
  const absl::string_view text = node.text();
  return absl::StrContains(text, "eps") || absl::StrContains(text, "1e-");
}

// `mean` of `(values - mean) / (mean + eps)`, when it is an average of what may be negative.
Node SignedMean(const python::Module& module, Node divisor) {
  divisor = python::WithoutParentheses(divisor);
  if (divisor.Is(NodeKind::kBinaryOperator) && divisor.child(Field::kOperator).text() == "+" &&
      IsEpsilon(divisor.child(Field::kRight))) {
    divisor = python::WithoutParentheses(divisor.child(Field::kLeft));
  }
  const Node shown = divisor;
  if (divisor.Is(NodeKind::kSubscript)) return Node();
  const Node value = module.Dereference(divisor);
  if (!value.Is(NodeKind::kCall) || CalleeName(value) != "mean") return Node();
  return IsNotNegative(value.text()) || IsNotNegative(shown.text()) ? Node() : shown;
}

void AskAboutDivisors(Inquiry& inquiry, const TouchedFunction& touched) {
  int tried = 0;
  for (Node division : touched.function->body.descendants(NodeKind::kBinaryOperator)) {
    if (division.child(Field::kOperator).text() != "/") continue;
    if (!inquiry.IsNew(*touched.file, division) || ++tried > kMaxTried) continue;
    const Node mean = SignedMean(*touched.file->after, division.child(Field::kRight));
    if (!mean) continue;
    inquiry.Ask(*touched.file, division,
                {.kind = "divided-by-signed-mean",
                 .about = CodeOf(mean),
                 .weight = 77,
                 .text = Sentence(phrases::kAskSignedMean,
                                  {{"code", CodeOf(division)}, {"mean", CodeOf(mean)}})});
    return;
  }
}

}  // namespace

void AskAboutAmounts(Inquiry& inquiry) {
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutZips(inquiry, pair);
  }
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutPairs(inquiry, touched);
    AskAboutDivisors(inquiry, touched);
    AskAboutBounds(inquiry, *touched.file, *touched.function);
  }
}

}  // namespace allreview::analysis
