#include "review/code_change.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CodeChange Change(const char* before, const char* after) {
  finding::v1::Finding finding;
  finding.set_before_code(before);
  finding.set_after_code(after);
  return CodeChangeOf(finding);
}

TEST(CodeChange, HasOnlyTheLinesThatDiffer) {
  const CodeChange removal = Change("f(\n    a=1,\n    b=2,\n)\n", "f(\n    a=1,\n)\n");
  EXPECT_THAT(removal.removed, ElementsAre("b=2,"));
  EXPECT_THAT(removal.added, IsEmpty());
  const CodeChange edit = Change("  if a:\n    return b\n", "  if c:\n    return d\n");
  EXPECT_THAT(edit.removed, ElementsAre("if a:", "  return b"));
  EXPECT_THAT(edit.added, ElementsAre("if c:", "  return d"));
}

TEST(CodeChange, KeepsLinesThatRepeat) {
  const CodeChange change = Change("x()\nx()", "x()");
  EXPECT_THAT(change.removed, ElementsAre("x()"));
  EXPECT_THAT(change.added, IsEmpty());
  EXPECT_THAT(Change("\n  a", "\n  b").added, ElementsAre("b"));
}

TEST(CodeChange, IsAllThatIsNewWithoutABefore) {
  EXPECT_THAT(Change("", "  a\n\n    b\n").added, ElementsAre("a", "", "  b"));
  EXPECT_THAT(Change("a", "").removed, IsEmpty());
  EXPECT_THAT(Change("a", "a").added, IsEmpty());
}

}  // namespace
}  // namespace allreview
