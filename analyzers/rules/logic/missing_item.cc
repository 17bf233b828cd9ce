// sizes[2] where sizes is a tuple of two, settings["lr"] where that key was never written.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using understanding::Atom;
using understanding::Value;

constexpr Phrase kIsNoContainer("is-no-container",
                                "`{expression}` is {object} here, and has no items",
                                "`{expression}` 在这里是 {object}，不能取下标");
constexpr Phrase kIsTooShort("is-too-short",
                             "`{expression}` is {object} here, so there is no item {key}",
                             "`{expression}` 在这里是 {object}，没有下标 {key}");
constexpr Phrase kHasNoKey("has-no-key", "`{expression}` has no key {key} here: it holds {keys}",
                           "`{expression}` 在这里没有键 {key}：只有 {keys}");
constexpr Phrase kIsEmpty("is-empty", "`{expression}` is empty here, so it has no key {key}",
                          "`{expression}` 在这里是空的，没有键 {key}");
constexpr Phrase kPhrases[] = {kIsNoContainer, kIsTooShort, kHasNoKey, kIsEmpty};

bool Has(const Value& value, Atom::Kind kind) { return value.CanBe(kind); }

// The exception that Python raises.
absl::string_view ErrorOf(const Value& object) {
  if (Has(object, Atom::Kind::kDict)) return "KeyError";
  const bool is_sequence = Has(object, Atom::Kind::kTuple) || Has(object, Atom::Kind::kList) ||
                           Has(object, Atom::Kind::kText);
  return is_sequence ? "IndexError" : "TypeError";
}

WordList KeysOf(const Value& object) {
  constexpr size_t kMaxShown = 6;
  WordList keys = {Joint::kComma, {}};
  for (const Atom& atom : object.atoms()) {
    for (const std::string& key : atom.keys) {
      if (keys.items.size() == kMaxShown) {
        keys.items.emplace_back("...");
        return keys;
      }
      keys.items.push_back(absl::StrCat("`", key, "`"));
    }
  }
  return keys;
}

Words FaultOf(const ChangeContext& change, const Failure& failure, std::string expression) {
  Params params = {{"expression", std::move(expression)},
                   {"object", WordsOf(change, failure.object)},
                   {"key", absl::StrCat("`", failure.other.ToText(), "`")}};
  const absl::string_view error = ErrorOf(failure.object);
  if (error == "TypeError") return Sentence(kIsNoContainer, std::move(params));
  if (error == "IndexError") return Sentence(kIsTooShort, std::move(params));
  WordList keys = KeysOf(failure.object);
  if (keys.items.empty()) return Sentence(kIsEmpty, std::move(params));
  params.emplace_back("keys", std::move(keys));
  return Sentence(kHasNoKey, std::move(params));
}

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kItem)) {
    const Node container = found->at.child(Field::kValue);
    Observation observation = Observe(change, *found);
    observation.params = {
        {"fault", FaultOf(change, found->failure, OneLine(container ? container : found->at))},
        {"error", ErrorOf(found->failure.object)}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kMissingItem = {
    .info = {.id = "missing-item",
             .title = {"Index or key that is not there", "不存在的下标或键"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"{fault}", "{fault}"},
             .consequence = {"It raises {error} whenever it is evaluated",
                             "每次求值都会抛出 {error}"},
             .advice = {"Use an index or key that is there, or put the value in before",
                        "使用存在的下标或键，或先放入该值"},
             .phrases = kPhrases,
             .why =
                 "The value is known on every way to this line, with its length or its keys, and "
                 "nobody else can have changed it. A tuple that lost a comma or a member, and a "
                 "key that was renamed in one of two places, are the usual reasons.",
             .fix = "See where the value comes from; the evidence names the lines.",
             .bad = R"py(
def size():
    sizes = (4, 8)
    return sizes[2]
)py",
             .good = R"py(
def size():
    sizes = (4, 8)
    return sizes[1]
)py",
             .references = {"https://docs.python.org/3/library/exceptions.html#IndexError",
                            "https://docs.python.org/3/library/exceptions.html#KeyError"}},
    .check_change = CheckChange};

}  // namespace allreview::rules
