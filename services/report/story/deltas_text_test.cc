#include "services/report/story/deltas_text.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Delta;
using testing::ElementsAre;

void Add(ChangedSymbol& symbol, Delta::Kind kind, const std::string& before,
         const std::string& after) {
  Delta& delta = *symbol.add_deltas();
  delta.set_kind(kind);
  delta.set_before(before);
  delta.set_after(after);
}

TEST(DeltaClauses, JoinDifferencesOfOneKindAndTellContractsFirst) {
  ChangedSymbol symbol;
  Add(symbol, Delta::KIND_CALL, "", "f");
  Add(symbol, Delta::KIND_CALL, "g", "");
  Add(symbol, Delta::KIND_CALL, "", "h");
  Add(symbol, Delta::KIND_CALL, "", "h");
  Add(symbol, Delta::KIND_PARAMETER, "", "x: int = 0");
  EXPECT_THAT(DeltaClauses(Language::kEnglish, symbol, 9),
              ElementsAre("now takes `x: int = 0`", "no longer calls `g`", "now calls `f`, `h`"));
  EXPECT_THAT(DeltaClauses(Language::kChinese, symbol, 9),
              ElementsAre("新增参数 `x: int = 0`", "不再调用 `g`", "新增调用 `f`、`h`"));
}

TEST(DeltaClauses, AreAtMostSoManyAndSayNothingOfTheRest) {
  ChangedSymbol symbol;
  for (int i = 0; i < 6; ++i) Add(symbol, Delta::KIND_RETURN, "", absl::StrCat("r", i));
  Add(symbol, Delta::KIND_CALL, "f", "g");
  symbol.set_more_deltas(2);
  EXPECT_THAT(DeltaClauses(Language::kEnglish, symbol, 1),
              ElementsAre("can now return `r0`, `r1`, `r2`, `r3` and 2 more"));
}

TEST(DeltaClauses, TellChecksFromEarlyExitsAndHandlers) {
  ChangedSymbol symbol;
  Add(symbol, Delta::KIND_GUARD, "", "if x is None: raise ValueError");
  Add(symbol, Delta::KIND_GUARD, "if n == 0: return x", "");
  Add(symbol, Delta::KIND_BRANCH, "except KeyError", "");
  EXPECT_THAT(
      DeltaClauses(Language::kEnglish, symbol, 9),
      ElementsAre("adds the check `if x is None: raise ValueError`",
                  "no longer exits early: `if n == 0: return x`", "no longer catches `KeyError`"));
}

TEST(DeltaClauses, TellAnExceptionOnceWithItsCheck) {
  ChangedSymbol symbol;
  Add(symbol, Delta::KIND_GUARD, "", "if x is None: raise ValueError");
  symbol.mutable_deltas(0)->mutable_range()->set_first_line(4);
  symbol.mutable_deltas(0)->mutable_range()->set_end_line(6);
  Add(symbol, Delta::KIND_RAISE, "", "ValueError(\"no x\")");
  symbol.mutable_deltas(1)->mutable_range()->set_first_line(5);
  symbol.mutable_deltas(1)->mutable_range()->set_end_line(6);
  EXPECT_THAT(DeltaClauses(Language::kEnglish, symbol, 9),
              ElementsAre("adds the check `if x is None: raise ValueError`"));
}

// A delta of the new side on the given lines.
void AddAt(ChangedSymbol& symbol, Delta::Kind kind, const std::string& after, int first, int end) {
  Add(symbol, kind, "", after);
  change::v1::SourceRange& range =
      *symbol.mutable_deltas(symbol.deltas_size() - 1)->mutable_range();
  range.set_first_line(first);
  range.set_end_line(end);
}

TEST(DeltaClauses, TellWhatIsInANewBranchWithItsCondition) {
  ChangedSymbol symbol;
  AddAt(symbol, Delta::KIND_BRANCH, "mode == \"sorted\"", 4, 7);
  AddAt(symbol, Delta::KIND_CALL, "sort(x)", 5, 6);
  AddAt(symbol, Delta::KIND_GUARD, "assert x > 0", 6, 7);
  AddAt(symbol, Delta::KIND_CALL, "finish(x)", 8, 9);
  EXPECT_THAT(
      DeltaClauses(Language::kEnglish, symbol, 9),
      ElementsAre("adds the check `assert x > 0`, now calls `sort(x)` if `mode == \"sorted\"`",
                  "now calls `finish(x)`"));
  EXPECT_THAT(
      DeltaClauses(Language::kChinese, symbol, 1),
      ElementsAre("满足 `mode == \"sorted\"` 时，新增检查 `assert x > 0`，新增调用 `sort(x)`"));
}

TEST(DeltaClauses, TellACallOnceWithTheResultThatItMakes) {
  ChangedSymbol symbol;
  Add(symbol, Delta::KIND_RETURN, "y", "merge(y)");
  Add(symbol, Delta::KIND_CALL, "", "merge(y)");
  EXPECT_THAT(DeltaClauses(Language::kEnglish, symbol, 9),
              ElementsAre("changes what it returns: `y` → `merge(y)`"));
}

TEST(DeltaClauses, TellADeviceAndACallOnceWithWhatTakesThem) {
  ChangedSymbol symbol;
  AddAt(symbol, Delta::KIND_BRANCH, "is_capturing()", 4, 6);
  AddAt(symbol, Delta::KIND_CALL, "is_capturing()", 4, 5);
  AddAt(symbol, Delta::KIND_TENSOR_OPERATION, "torch.arange(n, device=x.device)", 5, 6);
  AddAt(symbol, Delta::KIND_DEVICE, "torch.arange(…, device=x.device)", 5, 6);
  EXPECT_THAT(DeltaClauses(Language::kEnglish, symbol, 9),
              ElementsAre("adds the tensor operation `torch.arange(n, device=x.device)` if "
                          "`is_capturing()`"));
}

TEST(DeltaClauses, TellLocalFunctionsAndAnnotationsAsSuch) {
  ChangedSymbol symbol;
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  Add(symbol, Delta::KIND_VALUE, "", "def key_fn(pg)");
  Add(symbol, Delta::KIND_VALUE, "def pack: x", "def pack: tuple(x)");
  Add(symbol, Delta::KIND_VALUE, "def send: ", "def send: all_reduce(y)");
  Add(symbol, Delta::KIND_ANNOTATION, "x: float", "x: Tensor");
  Add(symbol, Delta::KIND_ANNOTATION, "", "-> Tensor");
  EXPECT_THAT(DeltaClauses(Language::kEnglish, symbol, 9),
              ElementsAre("changes its local function `pack`: `x` → `tuple(x)`, `send`: "
                          "`all_reduce(y)` is new",
                          "adds the local function `key_fn(pg)`",
                          "changes an annotation: `x: float` → `x: Tensor`",
                          "adds the annotation `-> Tensor`"));
}

TEST(ChangeText, FallsBackToStatus) {
  ChangedSymbol symbol;
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  symbol.set_added_lines(1);
  EXPECT_EQ(ChangeText(Language::kEnglish, symbol, 3), "");
  symbol.set_status(ChangedSymbol::STATUS_MOVED);
  symbol.set_old_path("a.py");
  EXPECT_EQ(ChangeText(Language::kEnglish, symbol, 3), "moved from `a.py`");
  Add(symbol, Delta::KIND_DTYPE, "x.float()", "x.bfloat16()");
  EXPECT_EQ(ChangeText(Language::kEnglish, symbol, 3),
            "moved from `a.py`; changes the dtype: `x.float()` → `x.bfloat16()`");
}

}  // namespace
}  // namespace allreview::report
