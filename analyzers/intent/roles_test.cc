#include "analyzers/intent/roles.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/intent/shape_text.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

struct RoleCase {
  const char* name;
  const char* sentence;
  const char* roles;
  Voice voice = Voice::kCode;
};
class RolesOfSentences : public testing::TestWithParam<RoleCase> {};

TEST_P(RolesOfSentences, AreThoseOfTheirCues) {
  EXPECT_EQ(ToString(RolesOf(GetParam().sentence, GetParam().voice)), GetParam().roles);
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, RolesOfSentences,
    testing::Values(RoleCase{"None", "Loads the weights.", ""}, RoleCase{"Empty", "", ""},
                    RoleCase{"Because", "Cast first, because bf16 rounds here.", "reason"},
                    RoleCase{"NotBecause", "This is not because of the cast.", ""},
                    RoleCase{"Since", "Skip it, since rank 0 is the only writer.", "reason"},
                    RoleCase{"SinceVersion", "Available since version 2.1.", ""},
                    RoleCase{"SoThat", "Sort the keys so that all ranks agree.", "reason"},
                    RoleCase{"ToAvoid", "Copy to avoid aliasing.", "reason"},
                    RoleCase{"TryToAvoid", "Try to avoid aliasing.", ""},
                    RoleCase{"OtherwiseBad", "Otherwise, the collective hangs.", "problem reason"},
                    RoleCase{"OtherwiseElse", "Returns True if found, otherwise False.", ""},
                    RoleCase{"OptionPurpose", "Set to True to avoid the copy.", "", Voice::kOption},
                    RoleCase{"ReasonIs", "The reason is that NCCL orders calls.", "reason"},
                    RoleCase{"Compatibility", "Kept for backward compatibility.", "reason"},
                    RoleCase{"CommaAs", "Take the first, as they are sorted.", "reason"},
                    RoleCase{"PlainAs", "Use it as an index.", ""},
                    RoleCase{"InCodeSpan", "Sets `because` to one.", ""},
                    RoleCase{"Question", "Is this because of the cast?", ""},
                    RoleCase{"Chinese", "由于容量不足，先排序。", "reason"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Problems, RolesOfSentences,
    testing::Values(RoleCase{"FixTitle", "Fix loss scaling with CP", "problem", Voice::kChange},
                    RoleCase{"Prefix", "fix: loss scaling", "", Voice::kChange},
                    RoleCase{"Scope", "fix(moe): loss scaling", "", Voice::kChange},
                    RoleCase{"FixInCode", "Fix the seed.", ""},
                    RoleCase{"FixesIssue", "Fixes #12 in the router.", "problem", Voice::kChange},
                    RoleCase{"Crash", "It crashes on empty batches.", "problem"},
                    RoleCase{"AvoidsIt", "Keep one to avoid a deadlock.", "reason"},
                    RoleCase{"IfItCrashes", "Restart if the worker crashes.", ""},
                    RoleCase{"Previously", "Previously the mask was shared.", "problem",
                             Voice::kChange},
                    RoleCase{"LeadsTo", "Summing twice leads to an incorrect loss.", "problem"},
                    RoleCase{"Fails", "The following call fails:", "problem", Voice::kChange},
                    RoleCase{"RaisesIfFails", "Raises ValueError if parsing fails.", ""},
                    RoleCase{"CouldFail", "The lookup could fail on Windows.", "problem"},
                    RoleCase{"NotProperly", "Resharding does not work properly yet.", "problem"},
                    RoleCase{"ChineseFix", "修复路由的容量", "problem", Voice::kChange}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Choices, RolesOfSentences,
    testing::Values(
        RoleCase{"InsteadOf", "Use a list instead of a set.", "decision alternative"},
        RoleCase{"OptionInsteadOf", "Use SGD instead of Adam.", "", Voice::kOption},
        RoleCase{"InDocstring", "Returns a list instead of a set.", "", Voice::kDocstring},
        RoleCase{"RatherThan", "Sum rather than average.", "decision alternative"},
        RoleCase{"Decided", "We decided to keep both.", "decision"},
        RoleCase{"Intentionally", "This is intentionally not synchronised.", "decision"},
        RoleCase{"ForNow", "Hard-coded for now.", "decision"},
        RoleCase{"Tried", "We tried a lock, but it was slower.", "alternative"},
        RoleCase{"Considered", "We considered caching.", "alternative"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Bounds, RolesOfSentences,
    testing::Values(RoleCase{"NotSupported", "FP8 is not supported here.", "limit"},
                    RoleCase{"Supported", "FP8 is supported here.", ""},
                    RoleCase{"DoesNotSupport", "This doesn't support LoRA.", "limit"},
                    RoleCase{"IfNotSupported", "Fall back if FP8 is not supported.", ""},
                    RoleCase{"OnlyWorks", "Only works with one node.", "limit"},
                    RoleCase{"Must", "The size must be a power of two.", "invariant"},
                    RoleCase{"NeedNot", "The size need not be even.", ""},
                    RoleCase{"MustHave", "It must have been cached.", ""},
                    RoleCase{"Quoted", "The mode \"always\" is slow.", ""},
                    RoleCase{"Always", "The first rank always writes.", "invariant"},
                    RoleCase{"NotAlways", "The first rank does not always write.", ""},
                    RoleCase{"Never", "This is never called twice.", "invariant"},
                    RoleCase{"Assumes", "Assumes sorted keys.", "invariant"},
                    RoleCase{"NoLongerAssumes", "No longer assumes sorted keys.", ""},
                    RoleCase{"Expected", "Expected 2 dims but got `x.ndim`.", "invariant",
                             Voice::kMessage},
                    RoleCase{"ShouldBe", "Keys should be logged.", ""},
                    RoleCase{"ShouldBeEqual", "Both should be equal.", "invariant"},
                    RoleCase{"ShouldBeFixed", "This should be fixed upstream.", ""},
                    RoleCase{"ChineseLimit", "暂不支持推理。", "limit"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Sizes, RolesOfSentences,
    testing::Values(RoleCase{"Shape", "Hidden states of shape [s, b, h].", "shape"},
                    RoleCase{"BareShape", "[s, b, h]", "shape"},
                    RoleCase{"Names", "Either [adam, sgd] or a callable.", ""},
                    RoleCase{"Range", "A number in [0, 2**32 - 1].", ""},
                    RoleCase{"Plural", "The reduced tensor(s).", ""},
                    RoleCase{"Call", "Calls f(a, b) first.", ""},
                    RoleCase{"InBytes", "Size of the bucket in bytes.", "unit"},
                    RoleCase{"Brackets", "Time spent waiting (ms).", "unit"},
                    RoleCase{"InTime", "Finishes in time.", ""},
                    RoleCase{"PerSecond", "Tokens per second of one GPU.", "unit"}),
    [](const auto& info) { return info.param.name; });

TEST(Roles, AreBoundedOnHostileSentences) {
  for (const char* part :
       {"since ", "because ", "`", "(", "to avoid ", "[s, ", "otherwise ", "不"}) {
    std::string text;
    while (text.size() < 100'000) text += part;
    RolesOf(text.substr(0, 99'000), Voice::kChange);
  }
}

}  // namespace
}  // namespace allreview::intent
