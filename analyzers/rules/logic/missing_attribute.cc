// x.shape where x is None, a tuple, or an instance of a class that has no such attribute.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kHandleNone("handle-none",
                             "Test for None before this line, or make sure that there is a value",
                             "在此行之前判断 None，或确保其有值");
constexpr Phrase kDefineIt("define-it", "Use an attribute that it has, or give it a `{name}`",
                           "使用已有的属性，或为其定义 `{name}`");
constexpr Phrase kPhrases[] = {kHandleNone, kDefineIt};

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kAttribute)) {
    const Failure& failure = found->failure;
    // undefined-module-attribute knows where the name is instead, attribute-never-set who else
    // sets it.
    const bool is_of_module = failure.object.CanBe(understanding::Atom::Kind::kModule);
    if (is_of_module || IsReadOfSelf(found->at)) continue;
    const Node object = found->at.child(Field::kObject);
    Observation observation = Observe(change, *found);
    observation.params = {
        {"expression", OneLine(object ? object : found->at)},
        {"object", WordsOf(change, failure.object)},
        {"name", failure.name},
        {"remedy", IsNone(failure.object) ? Words(kHandleNone)
                                          : Sentence(kDefineIt, {{"name", failure.name}})}};
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kMissingAttribute = {
    .info = {.id = "missing-attribute",
             .title = {"Attribute that the value does not have", "值没有该属性"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{expression}` is {object} here, which has no attribute `{name}`",
                         "`{expression}` 在这里是 {object}，没有属性 `{name}`"},
             .consequence = {"It raises AttributeError whenever it is evaluated",
                             "每次求值都会抛出 AttributeError"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why =
                 "What the value is on every way to this line is known: from assignments, "
                 "conditions, defaults, classes and what functions return, across files. None of "
                 "these values has the attribute. What an annotation promises counts for "
                 "nothing here, and neither does what somebody may set from elsewhere: a value "
                 "that could be anything else is not reported.",
             .fix = "See where the value comes from; the evidence names the lines.",
             .bad = R"py(
def hidden_size(model=None):
    if model is None:
        return model.config.hidden_size
    return model.hidden_size
)py",
             .good = R"py(
def hidden_size(model=None):
    if model is None:
        return 0
    return model.config.hidden_size
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "no-member.html"},
             .version = 2},
    .check_change = CheckChange};

}  // namespace allreview::rules
