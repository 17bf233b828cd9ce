#include "services/analysis/change_intake.h"

#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_messages.h"

namespace allreview::analysis {
namespace {

using policy::CoverageState;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ChangeIntake, NumbersAddedRemovedAndMovedLines) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  AddHunk(file, 10, 20, " a\n-b\n-c\n+d\n+e\n+f\n g\n");
  file.mutable_hunks(0)->add_moved()->set_new_line(22);
  file.mutable_hunks(0)->mutable_moved(0)->set_lines(1);
  intake.AddFile(std::move(file));
  const change::ChangedHunk hunk = Take(intake).files.at(0).hunks.at(0);
  EXPECT_THAT(hunk.removed, ElementsAre(11, 12));
  EXPECT_THAT(hunk.added, ElementsAre(21, 23));
  EXPECT_THAT(hunk.moved, ElementsAre(22));
}

TEST(ChangeIntake, ReadsCombinedDiffsAgainstTheFirstParent) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  file.set_parents(2);
  AddHunk(file, 1, 1, " a\n+b\n+d\n  e\n");
  intake.AddFile(std::move(file));
  EXPECT_THAT(Take(intake).files.at(0).hunks.at(0).added, ElementsAre(2, 3));
}

TEST(ChangeIntake, JoinsContinuations) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  AddHunk(file, 1, 1, "+a\n");
  intake.AddFile(std::move(file));
  diff::v1::HunkContinuation more;
  more.set_append_text("+b\n");
  more.add_hunks()->set_new_start(9);
  more.mutable_hunks(0)->set_text("+c\n");
  ASSERT_OK(intake.AddContinuation(std::move(more)));
  const change::ChangedFile changed = Take(intake).files.at(0);
  ASSERT_EQ(changed.hunks.size(), 2u);
  EXPECT_THAT(changed.hunks[0].added, ElementsAre(1, 2));
  EXPECT_THAT(changed.hunks[1].added, ElementsAre(9));
}

TEST(ChangeIntake, RefusesAContinuationOfNothing) {
  ChangeIntake intake(WithContent());
  EXPECT_THAT(intake.AddContinuation({}),
              StatusIs(absl::StatusCode::kInvalidArgument, "a continuation came before any file"));
}

TEST(ChangeIntake, PutsBlobsTogetherAndGivesThemToTheirFiles) {
  const std::string old_id(40, '1'), new_id(40, '2');
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  file.mutable_entry()->set_old_blob_id(old_id);
  file.mutable_entry()->set_new_blob_id(new_id);
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Piece(old_id, "x")));
  ASSERT_OK(intake.AddBlob(Piece(new_id, "y", false)));
  ASSERT_OK(intake.AddBlob(Piece(new_id, "z")));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.files[0].before, "x");
  EXPECT_EQ(files.files[0].after, "yz");
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

TEST(ChangeIntake, BelievesNoIdThatIsNotItsContents) {
  const std::string id = GitBlobId("the real one\n");
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_blob_id(id);
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Piece(id, "another\n")));
  EXPECT_EQ(Take(intake).files.at(0).after_blob_id, GitBlobId("another\n"))
      << "facts of one content must not be kept under the id of another";
}

TEST(ChangeIntake, TakesContentByPathAndMakesItsId) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_blob_id("abc1234");
  intake.AddFile(std::move(file));
  v1::Blob blob = Piece("", "x = 1\n");
  blob.set_path("a.py");
  blob.set_side(change::v1::SIDE_RIGHT);
  ASSERT_OK(intake.AddBlob(std::move(blob)));
  const change::ChangedFile changed = Take(intake).files.at(0);
  EXPECT_EQ(changed.after, "x = 1\n");
  EXPECT_EQ(changed.after_blob_id, GitBlobId("x = 1\n"));
}

TEST(ChangeIntake, RefusesMixedBlobs) {
  ChangeIntake intake(WithContent());
  ASSERT_OK(intake.AddBlob(Piece("a", "x", false)));
  EXPECT_THAT(intake.AddBlob(Piece("b", "x")),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "a piece of blob \"b\" came before the last piece of \"a\", wanted one blob "
                       "at a time"));
}

TEST(ChangeIntake, RefusesABlobWithoutEnd) {
  ChangeIntake intake(WithContent());
  ASSERT_OK(intake.AddBlob(Piece("a", "x", false)));
  EXPECT_THAT(intake.Finish(),
              StatusIs(absl::StatusCode::kInvalidArgument, "blob \"a\" has no last piece"));
}

TEST(ChangeIntake, SpellsAnAddedFileOutOfItsHunks) {
  ChangeIntake intake({});
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  AddHunk(file, 0, 1, "+a\n+b\n\\ No newline at end of file\n");
  intake.AddFile(std::move(file));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.files[0].after, "a\nb");
  EXPECT_EQ(files.files[0].after_blob_id, GitBlobId("a\nb"));
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

TEST(ChangeIntake, SpellsADeletedFileOutOfItsHunks) {
  ChangeIntake intake({});
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_DELETED);
  AddHunk(file, 1, 0, "-a\n-b\n");
  intake.AddFile(std::move(file));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.files[0].before, "a\nb\n");
  EXPECT_FALSE(files.files[0].after.has_value());
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

TEST(ChangeIntake, DoesNotTrustAPartOfAnAddedFile) {
  ChangeIntake intake({});
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  AddHunk(file, 0, 5, "+a\n");
  intake.AddFile(std::move(file));
  EXPECT_EQ(Take(intake).ledger.at("a.py").state, CoverageState::kNotFetched);
}

TEST(ChangeIntake, SaysWhatAPatchOfAModifiedFileLacks) {
  ChangeIntake intake({});
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  file.mutable_entry()->set_old_blob_id("o");
  AddHunk(file, 1, 1, "-a\n+b\n");
  intake.AddFile(std::move(file));
  const policy::LedgerEntry entry = Take(intake).ledger.at("a.py");
  EXPECT_EQ(entry.state, CoverageState::kNotFetched);
  EXPECT_EQ(entry.reason,
            "a patch shows only the hunks of a modified file; pass --repo DIR, a repository that "
            "has its blobs");
}

TEST(ChangeIntake, SaysWhyABlobCannotBeHad) {
  v1::Start start = WithContent();
  start.set_has_tree(true);
  ChangeIntake intake(start);
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  file.mutable_entry()->set_old_blob_id("o");
  file.mutable_entry()->set_new_blob_id("n");
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Failure("n", "object is missing")));
  const policy::LedgerEntry entry = Take(intake).ledger.at("a.py");
  EXPECT_EQ(entry.state, CoverageState::kNotFetched);
  EXPECT_EQ(entry.reason, "object is missing");
}

TEST(ChangeIntake, PutsALargeFileOverBudget) {
  v1::Start start = WithContent();
  start.set_max_file_bytes(10);
  ChangeIntake intake(start);
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_blob_id("n");
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Piece("n", std::string(8, 'x'), false)));
  ASSERT_OK(intake.AddBlob(Piece("n", std::string(8, 'x'))));
  const ChangedFiles files = Take(intake);
  EXPECT_FALSE(files.files[0].after.has_value());
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kOverBudget);
  EXPECT_EQ(files.ledger.at("a.py").reason, "the file is larger than the limit of 10 bytes");
}

TEST(ChangeIntake, DoesNotLayTwoPatchesOverOneContent) {
  ChangeIntake intake({});
  diff::v1::DiffFile added = File("a.py", change::v1::FILE_STATUS_ADDED);
  added.set_first_input_line(4);
  AddHunk(added, 0, 1, "+a\n");
  intake.AddFile(std::move(added));
  diff::v1::DiffFile modified = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  modified.set_first_input_line(30);
  AddHunk(modified, 1, 1, "-a\n+b\n");
  intake.AddFile(std::move(modified));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.files.size(), 1u);
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kNotFetched);
  EXPECT_EQ(
      files.ledger.at("a.py").reason,
      "the patch changes this file more than once (in lines 4 and 30), as a series of commits "
      "does; review the commits one by one, or pass a range of a repository");
}

struct ClassCase {
  const char* name;
  change::v1::FileClass file_class;
  const char* language;
  CoverageState state;
  const char* reason;
  const char* suffix = "";
};
class FileClasses : public testing::TestWithParam<ClassCase> {};

TEST_P(FileClasses, HaveTheirState) {
  ChangeIntake intake(WithContent());
  const std::string path = absl::StrCat("a", GetParam().suffix);
  intake.AddFile(
      File(path, change::v1::FILE_STATUS_ADDED, GetParam().file_class, GetParam().language));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.ledger.at(path).state, GetParam().state);
  EXPECT_EQ(files.ledger.at(path).reason, GetParam().reason);
  EXPECT_THAT(files.files[0].language, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Table, FileClasses,
    testing::Values(ClassCase{"Rust", change::v1::FILE_CLASS_SOURCE, "rust",
                              CoverageState::kUnsupported, "no rules for rust"},
                    ClassCase{"UnknownLanguage", change::v1::FILE_CLASS_SOURCE, "",
                              CoverageState::kUnsupported, "no rules: its language is not known"},
                    ClassCase{"Documentation", change::v1::FILE_CLASS_DOCUMENTATION, "markdown",
                              CoverageState::kData, "documentation: no rules apply"},
                    ClassCase{"Configuration", change::v1::FILE_CLASS_CONFIGURATION, "toml",
                              CoverageState::kData, "configuration: no rules apply"},
                    ClassCase{"Recipe", change::v1::FILE_CLASS_CONFIGURATION, "yaml",
                              CoverageState::kUnknown, "", ".yaml"},
                    ClassCase{"Script", change::v1::FILE_CLASS_SOURCE, "shell",
                              CoverageState::kUnknown, "", ".sh"},
                    ClassCase{"ScriptByItsFirstLine", change::v1::FILE_CLASS_SOURCE, "shell",
                              CoverageState::kUnsupported, "no rules for shell"},
                    ClassCase{"Lock", change::v1::FILE_CLASS_LOCK, "", CoverageState::kData,
                              "lock file: no rules apply"},
                    ClassCase{"Generated", change::v1::FILE_CLASS_GENERATED, "python",
                              CoverageState::kGenerated, "generated code"},
                    ClassCase{"Vendored", change::v1::FILE_CLASS_VENDORED, "python",
                              CoverageState::kGenerated, "vendored code"},
                    ClassCase{"Submodule", change::v1::FILE_CLASS_SUBMODULE, "",
                              CoverageState::kBinary, "submodule"},
                    ClassCase{"Symlink", change::v1::FILE_CLASS_SYMLINK, "", CoverageState::kBinary,
                              "symbolic link"}),
    [](const auto& info) { return info.param.name; });

// A Python file of a change: how it is called and stored, and what becomes of it.
struct SourceCase {
  const char* name;
  std::string content;
  CoverageState state;
  const char* reason;
};

class Sources : public testing::TestWithParam<SourceCase> {};

TEST_P(Sources, AreReviewedOnlyWhenTheyCanBeReadAsPythonReadsThem) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_blob_id("n");
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Piece("n", GetParam().content)));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.ledger.at("a.py").state, GetParam().state);
  EXPECT_EQ(files.ledger.at("a.py").reason, GetParam().reason);
  EXPECT_EQ(files.files[0].after, GetParam().content) << "rules see what they can";
}

TEST(ChangeIntake, ReadsTheCellsOfANotebook) {
  const auto state_of = [](const std::string& content, std::optional<std::string>* code) {
    ChangeIntake intake(WithContent());
    diff::v1::DiffFile file =
        File("a.ipynb", change::v1::FILE_STATUS_ADDED, change::v1::FILE_CLASS_SOURCE, "jupyter");
    file.mutable_entry()->set_new_blob_id("n");
    intake.AddFile(std::move(file));
    EXPECT_OK(intake.AddBlob(Piece("n", content)));
    const ChangedFiles files = Take(intake);
    *code = files.files[0].after;
    return files.ledger.at("a.ipynb").state;
  };
  std::optional<std::string> code;
  EXPECT_EQ(
      state_of("{\"cells\": [{\"cell_type\": \"code\", \"source\": [\n\"x = 1\"\n]}]}", &code),
      CoverageState::kUnknown);
  EXPECT_EQ(code, "# In[1]\nx = 1\n");
  EXPECT_EQ(state_of("{}", &code), CoverageState::kUnsupported);
  EXPECT_EQ(code, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Sources,
    testing::Values(
        SourceCase{"Plain", "x = 1\n", CoverageState::kUnknown, ""},
        SourceCase{"LatinOne", "# coding: latin-1\n# \xE9\n", CoverageState::kUnknown, ""},
        SourceCase{"UtfSeven", "# coding: utf-7\n", CoverageState::kUnsupported,
                   "unreadable in line 1: it declares the encoding `utf-7`, which AllReview does "
                   "not read: "
                   "code can look like a comment in it"},
        SourceCase{
            "Nul", std::string("x\n# \0\n", 6), CoverageState::kBinary,
            "unreadable in line 2: it contains a NUL byte, where some versions of Python stop "
            "reading the line"},
        SourceCase{
            "NotUtfEight", "# \xE9\n", CoverageState::kBinary,
            "unreadable in line 1: it contains bytes that are not UTF-8, and declares no other "
            "encoding"}),
    [](const auto& info) { return info.param.name; });

TEST(ChangeIntake, ReadsNoCodeThroughALink) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_mode(0120000);
  AddHunk(file, 0, 1, "+data.txt\n");
  intake.AddFile(std::move(file));
  const policy::LedgerEntry entry = Take(intake).ledger.at("a.py");
  EXPECT_EQ(entry.state, CoverageState::kBinary);
  EXPECT_TRUE(policy::IsGap(entry));
}

TEST(ChangeIntake, CallsBinaryProgramTextAGap) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  file.set_is_binary(true);
  intake.AddFile(std::move(file));
  const policy::LedgerEntry entry = Take(intake).ledger.at("a.py");
  EXPECT_EQ(entry.state, CoverageState::kBinary);
  EXPECT_TRUE(policy::IsGap(entry));
}

// The lines of `after` that rules see as new when the change is `hunk` alone.
std::vector<int> NewLines(const std::string& old_path, const std::string& before,
                          const std::string& after, const std::string& hunk) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", old_path == "a.py" ? change::v1::FILE_STATUS_MODIFIED
                                                            : change::v1::FILE_STATUS_RENAMED);
  file.mutable_entry()->set_old_path(old_path);
  file.mutable_entry()->set_old_blob_id("o");
  file.mutable_entry()->set_new_blob_id("n");
  if (!hunk.empty()) AddHunk(file, 1, 1, hunk);
  intake.AddFile(std::move(file));
  EXPECT_OK(intake.AddBlob(Piece("o", before)));
  EXPECT_OK(intake.AddBlob(Piece("n", after)));
  const auto taken = Take(intake);
  std::vector<int> lines;
  for (const change::ChangedHunk& changed : taken.files.at(0).hunks) {
    lines.insert(lines.end(), changed.added.begin(), changed.added.end());
  }
  return lines;
}

TEST(ChangeIntake, CountsAFileAsNewThatNobodyReadBefore) {
  const std::string text = "a\nb\nc";
  EXPECT_THAT(NewLines("b.py", text, text, ""), IsEmpty());
  EXPECT_THAT(NewLines("b.txt", text, text, ""), ElementsAre(1, 2, 3));
  EXPECT_THAT(NewLines("b.sh", text, text, ""), ElementsAre(1, 2, 3));
  EXPECT_THAT(NewLines("vendor/b.py", text, text, ""), ElementsAre(1, 2, 3));
  EXPECT_THAT(NewLines("b_pb2.py", text, text, ""), ElementsAre(1, 2, 3));
  const std::string mark = "# Generated. Do not edit\n";
  EXPECT_THAT(NewLines("b_pb2.py", text, mark + text, "+" + mark + " a\n"),
              ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(NewLines("b.py", mark + text, text, "-" + mark + " a\n"), ElementsAre(1, 2, 3));
  EXPECT_THAT(NewLines("a.py", mark + text, mark + "x\nb\nc", " " + mark + "-a\n+x\n"),
              ElementsAre(2));
  const std::string cookie = "# coding: utf-7\n";
  EXPECT_THAT(NewLines("b.py", cookie + text, text, "-" + cookie + " a\n"), ElementsAre(1, 2, 3));
  // What stood around a NUL byte was seen, and stands in the hunks where it is not.
  EXPECT_THAT(
      NewLines("a.py", std::string("a\0\nb\nc", 6), text, std::string("-a\0\n+a\n b\n", 10)),
      ElementsAre(1));
}

}  // namespace
}  // namespace allreview::analysis
