#include "analyzers/change/analysed_change.h"

#include <string>
#include <utility>
#include <vector>

#include "analyzers/cpp/unit.h"
#include "base/work_budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::change {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// The change turns `before` into `after`; the other file of the repository calls it.
class FakeReader : public RepositoryReader {
 public:
  absl::StatusOr<std::vector<TreeFile>> ListFiles(Side, const std::vector<std::string>&) override {
    ++lists;
    return std::vector<TreeFile>{{"a.py", "a"}, {"use.py", "use"}};
  }
  absl::Status Read(Side, const std::vector<TreeFile>& files, const Receiver& receive) override {
    for (const TreeFile& file : files) receive(file, std::string("from a import f\nf(1)\n"));
    return absl::OkStatus();
  }
  int lists = 0;
};

ChangedFile FileOf(std::string path, std::optional<std::string> before,
                   std::optional<std::string> after) {
  ChangedFile file;
  file.path = file.old_path = std::move(path);
  file.language = "python";
  file.is_added = !before;
  file.is_deleted = !after;
  file.before = std::move(before);
  file.after = std::move(after);
  return file;
}

TEST(ParseChange, HoldsBothSidesOfEachPythonFileByPath) {
  std::vector<ChangedFile> files = {
      FileOf("b.py", "x = 1\n", "x = 2\n"), FileOf("a.py", std::nullopt, "def f(n): pass\n"),
      FileOf("c.py", "gone = 1\n", std::nullopt), FileOf("d.txt", std::nullopt, "text\n")};
  files[3].language = "";
  const AnalysedChange change = ParseChange({.files = files, .threads = 2});
  ASSERT_THAT(change.files(), SizeIs(3));
  EXPECT_EQ(change.files()[0].changed->path, "a.py");
  EXPECT_EQ(change.files()[0].before, nullptr);
  EXPECT_EQ(change.files()[0].after->source(), "def f(n): pass\n");
  EXPECT_EQ(change.files()[1].before->source(), "x = 1\n");
  EXPECT_EQ(change.files()[2].after, nullptr);
  EXPECT_EQ(change.files_parsed(), 4);
  EXPECT_THAT(change.changed_files(), SizeIs(4));
}

TEST(ParseChange, HoldsFilesOfCppApart) {
  std::vector<ChangedFile> files = {FileOf("b.cu", "int x;\n", "int x, y;\n"),
                                    FileOf("a.h", std::nullopt, "int f();\n"),
                                    FileOf("c.py", std::nullopt, "x = 1\n"),
                                    FileOf("d.cpp", std::nullopt, std::string(2000, ' '))};
  files[0].language = "cuda";
  files[1].language = files[3].language = "c++";
  const AnalysedChange change = ParseChange({.files = files, .limits = {.max_file_bytes = 1000}});
  ASSERT_THAT(change.files(), SizeIs(1));
  ASSERT_THAT(change.cpp_files(), SizeIs(3));
  EXPECT_EQ(change.cpp_files()[0].changed->path, "a.h");
  EXPECT_EQ(change.cpp_files()[0].before, nullptr);
  EXPECT_EQ(change.cpp_files()[1].before->source(), "int x;\n");
  EXPECT_EQ(change.cpp_files()[1].after->source(), "int x, y;\n");
  ASSERT_THAT(change.cpp_coverage(), SizeIs(3));
  EXPECT_EQ(change.cpp_coverage()[1].state, Coverage::State::kReviewed);
  EXPECT_EQ(change.cpp_coverage()[2].state, Coverage::State::kOverBudget);
  EXPECT_EQ(change.files_parsed(), 4);
}

TEST(ParseChange, CanBeMovedAndAskedAboutTheRepositoryAfterwards) {
  FakeReader reader;
  const std::vector<ChangedFile> files = {FileOf("a.py", std::nullopt, "def f(n): pass\n")};
  AnalysedChange parsed = ParseChange({.files = files, .repository = &reader});
  const AnalysedChange change = std::move(parsed);
  EXPECT_EQ(reader.lists, 0);  // Nobody has asked.
  EXPECT_THAT(change.project().CallersOf("a.f"), SizeIs(1));
  EXPECT_EQ(reader.lists, 1);
  EXPECT_EQ(change.files_parsed(), 2);
}

TEST(ParseChange, SaysWhatCouldNotBeRead) {
  std::vector<ChangedFile> files = {FileOf("a.py", std::nullopt, "x = (\n"),
                                    FileOf("b.py", std::nullopt, std::string(2000, '#')),
                                    FileOf("c.py", std::nullopt, std::nullopt)};
  files[2].is_deleted = false;
  const AnalysedChange change = ParseChange({.files = files, .limits = {.max_file_bytes = 1000}});
  ASSERT_THAT(change.coverage(), SizeIs(3));
  EXPECT_EQ(change.coverage()[0].state, Coverage::State::kUnsupported);
  EXPECT_EQ(change.coverage()[1].state, Coverage::State::kOverBudget);
  EXPECT_EQ(change.coverage()[2].state, Coverage::State::kNotFetched);
  EXPECT_EQ(change.coverage()[2].reason, "the content of the right side is not known");
}

TEST(ParseChange, EndsWithTheBudgetOfTheThread) {
  WorkBudget budget("the review", {.is_cancelled = [] { return true; }});
  const BudgetScope scope(&budget);
  const std::vector<ChangedFile> files = {FileOf("a.py", std::nullopt, "x = 1\n")};
  const AnalysedChange change = ParseChange({.files = files});
  EXPECT_EQ(change.files()[0].after, nullptr);
  EXPECT_EQ(change.coverage()[0].state, Coverage::State::kTimedOut);
  EXPECT_THAT(English(change.coverage()[0].reason), HasSubstr("stopped in the parser: the review"));
}

TEST(ForEachFile, TakesFromOneBudgetInAllPhasesAndAnewFromAnother) {
  const std::vector<ChangedFile> files = {FileOf("a.py", std::nullopt, "x = 1\n")};
  const AnalysedChange change = ParseChange(
      {.files = files, .limits = {.file_seconds = 0.1}, .cpu_seconds = [] { return 0.0; }});
  const auto endless = [](size_t) {
    for (;;) Poll();
  };
  const auto nothing = [](size_t) {};
  EXPECT_TRUE(absl::IsResourceExhausted(change.ForEachFile("a phase", endless)[0]));
  EXPECT_TRUE(absl::IsResourceExhausted(change.ForEachFile("the next", nothing)[0]));
  EXPECT_TRUE(change.ForEachFileAnew("another", 0.5, nothing)[0].ok());
}

}  // namespace
}  // namespace allreview::change
