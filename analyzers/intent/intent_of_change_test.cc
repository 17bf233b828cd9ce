#include "analyzers/intent/intent_of_change.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/intent/print_intent.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

using change::ChangedFile;
using change::TreeFile;
using testing::SizeIs;

class FakeReader : public change::RepositoryReader {
 public:
  absl::StatusOr<std::vector<TreeFile>> ListFiles(change::Side,
                                                  const std::vector<std::string>&) override {
    return std::vector<TreeFile>{
        {"AGENTS.md", "1"}, {"README.md", "2"}, {"other/AGENTS.md", "3"}, {"pkg/README.md", "4"}};
  }
  absl::Status Read(change::Side, const std::vector<TreeFile>& files,
                    const Receiver& receive) override {
    for (const TreeFile& file : files) {
      receive(file, std::string("# Guide\n\nText only.\n\nRanks must agree.\n"));
    }
    return absl::OkStatus();
  }
};

ChangedFile FileOf(std::string path, std::optional<std::string> before,
                   std::optional<std::string> after, std::vector<change::ChangedHunk> hunks) {
  ChangedFile file;
  file.path = file.old_path = std::move(path);
  file.language = "python";
  file.is_added = !before;
  file.is_deleted = !after;
  file.before = std::move(before);
  file.after = std::move(after);
  file.hunks = std::move(hunks);
  return file;
}

constexpr char kBefore[] = R"py(def reduce(x, group):
    # Sum first, because the mean rounds.
    x = all_reduce(x, op="sum", group=group)
    return float(x.item())


def keep(x):
    """Never called twice."""
    # Old code always copies.
    return x.clone()
)py";
constexpr char kAfter[] = R"py(def total(x, group):
    # Sum first, because the mean rounds.
    x = all_reduce(x, op="sum", group=group)
    return float(x.item())


def keep(x):
    """Never called twice."""
    return x  # Views must stay views.
)py";

std::vector<ChangedFile> Files() {
  return {FileOf("pkg/a.py", kBefore, kAfter,
                 {{.old_start = 1,
                   .old_lines = 1,
                   .new_start = 1,
                   .new_lines = 1,
                   .added = {1},
                   .removed = {1},
                   .moved = {}},
                  {.old_start = 9,
                   .old_lines = 2,
                   .new_start = 9,
                   .new_lines = 1,
                   .added = {9},
                   .removed = {9, 10},
                   .moved = {}}})};
}

TEST(IntentOfChange, TellsWhatIsNewGoneAndTouched) {
  FakeReader reader;
  const std::vector<ChangedFile> files = Files();
  const change::AnalysedChange change = change::ParseChange(
      {.files = files,
       .description = {.title = "Fix the copy",
                       .body = "Views were copied.\n\nThis is needed because buckets are shared.\n",
                       .commit_messages = {"Fix the copy\n\nOnly works for views.\n"}},
       .repository = &reader});
  IntentOfChange intent(change);
  EXPECT_EQ(PrintIntent(intent), R"out(title:1 change [problem] "Fix the copy"
description:1 change [] "Views were copied."
description:3 change [reason] "This is needed because buckets are shared."
commit 0:3 change [limit] "Only works for views."
kept "pkg/a.py":8 docstring function "keep" [invariant] "Never called twice."
new "pkg/a.py":9 trailing-comment statement "return x" [invariant] "Views must stay views."
gone "pkg/a.py":9 comment statement "return x.clone()" [invariant] "Old code always copies."
"AGENTS.md":5 guide folder under "Guide" [invariant] "Ranks must agree."
"pkg/README.md":5 guide folder "pkg" under "Guide" [invariant] "Ranks must agree."
)out");
  EXPECT_THAT(intent.Touched({Role::kReason}), SizeIs(1));
}

TEST(IntentOfChange, KnowsWhatIsSaidOfAStatement) {
  const std::vector<ChangedFile> files = Files();
  const change::AnalysedChange change = change::ParseChange({.files = files});
  IntentOfChange intent(change);
  const python::Module& after = *change.files()[0].after;
  const std::vector<const Sentence*> said =
      intent.About(after, after.FindDefinition("total")->body.named_child(0));
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_EQ(said[0]->text, "Sum first, because the mean rounds.");
  EXPECT_EQ(said[0]->presence, Presence::kBoth);
  EXPECT_FALSE(said[0]->is_moved);
}

TEST(IntentOfChange, FollowsSentencesToOtherFiles) {
  const std::string code = "def f(x):\n    # Must be sorted.\n    return g(x, 1, 2, 3, key=x)\n";
  const std::vector<ChangedFile> files = {FileOf("a.py", code + "y = 1\n", "y = 1\n", {}),
                                          FileOf("b.py", std::nullopt, code, {})};
  const change::AnalysedChange change = change::ParseChange({.files = files});
  IntentOfChange intent(change);
  ASSERT_THAT(intent.all(), SizeIs(1));
  EXPECT_EQ(intent.all()[0].path, "b.py");
  EXPECT_EQ(intent.all()[0].presence, Presence::kBoth);
}

}  // namespace
}  // namespace allreview::intent
