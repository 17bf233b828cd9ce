#include "gateway/pipeline/record.h"

#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using change::v1::Diagnostic;
using change::v1::FileEntry;
using change::v1::LedgerEntry;
using diff::v1::DiffFile;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

FileEntry Entry(const std::string& path) {
  FileEntry entry;
  entry.set_status(change::v1::FILE_STATUS_MODIFIED);
  entry.set_old_path(path);
  entry.set_new_path(path);
  return entry;
}

DiffFile File(const std::string& path, change::v1::FileClass file_class) {
  DiffFile file;
  *file.mutable_entry() = Entry(path);
  file.set_file_class(file_class);
  return file;
}

LedgerEntry Whole(const std::string& path, LedgerEntry::State state) {
  LedgerEntry entry;
  entry.set_path(path);
  entry.set_hunk(-1);
  entry.set_state(state);
  return entry;
}

std::vector<std::string> Lines(const Record& record) {
  std::vector<std::string> lines;
  for (const LedgerEntry& entry : record.ledger()) {
    lines.push_back(entry.path() + " " + LedgerEntry::State_Name(entry.state()) + ": " +
                    entry.reason());
  }
  return lines;
}

TEST(Record, TakesBlobIdsFromTheListWhereTheDiffAbbreviatesThem) {
  Record record;
  FileEntry listed = Entry("a.py");
  listed.set_old_blob_id("1234567890");
  listed.set_new_blob_id("abcdef0000");
  listed.set_new_mode(0100644);
  record.AddListed(listed);
  DiffFile file = File("a.py", change::v1::FILE_CLASS_SOURCE);
  file.mutable_entry()->set_old_blob_id("1234");
  file.mutable_entry()->set_new_blob_id("9999");
  record.AddFile(&file);
  EXPECT_EQ(file.entry().old_blob_id(), "1234567890");
  EXPECT_EQ(file.entry().new_blob_id(), "9999") << "another version than the list's";
  EXPECT_EQ(file.entry().new_mode(), 0100644u);
}

TEST(Record, KeepsRangesWithoutText) {
  Record record;
  DiffFile file = File("a.py", change::v1::FILE_CLASS_SOURCE);
  file.add_hunks()->set_text("+first\n");
  file.mutable_hunks(0)->set_new_start(7);
  record.AddFile(&file);
  diff::v1::HunkContinuation continuation;
  continuation.set_append_text("+more\n");
  continuation.add_hunks()->set_new_start(90);
  record.AddContinuation(continuation);
  EXPECT_EQ(file.hunks(0).text(), "+first\n") << "the file itself goes on to analysis";
  ASSERT_EQ(record.files().size(), 1u);
  ASSERT_EQ(record.files()[0].hunks_size(), 2);
  EXPECT_EQ(record.files()[0].hunks(0).new_start(), 7);
  EXPECT_EQ(record.files()[0].hunks(0).text(), "");
  EXPECT_EQ(record.files()[0].hunks(1).new_start(), 90);
}

TEST(Record, KeepsWhatEachStageReports) {
  Record record;
  record.AddLedger(Whole("a.py", LedgerEntry::STATE_NOT_FETCHED));
  record.analysis.ledger.push_back(Whole("a.py", LedgerEntry::STATE_REVIEWED));
  record.Complete();
  EXPECT_THAT(Lines(record), ElementsAre("a.py STATE_NOT_FETCHED: ", "a.py STATE_REVIEWED: "));
}

TEST(Record, AddsFilesThatTheDiffLacks) {
  Record record;
  record.AddListed(Entry("a.py"));
  record.AddMissing("diff", absl::UnknownError("crashed"), "no hunks");
  record.Complete();
  ASSERT_EQ(record.files().size(), 1u);
  EXPECT_EQ(record.files()[0].entry().new_path(), "a.py");
  EXPECT_THAT(Lines(record),
              ElementsAre("a.py STATE_NOT_FETCHED: the diff service did not answer: UNKNOWN"));
}

TEST(Record, SaysThatAServiceWasTooSlow) {
  Record record;
  record.AddListed(Entry("a.py"));
  record.AddMissing("diff", absl::DeadlineExceededError("late"), "no hunks");
  record.Complete();
  EXPECT_THAT(
      Lines(record),
      ElementsAre("a.py STATE_TIMED_OUT: the diff service did not answer: DEADLINE_EXCEEDED"));
}

TEST(Record, AccountsForInputThatTheParserRefused) {
  Record record;
  record.AddListed(Entry("a.py"));
  Diagnostic error;
  error.set_level(Diagnostic::LEVEL_ERROR);
  error.set_code("TRUNCATED_HUNK");
  error.set_line(5);
  error.set_path("a.py");
  record.AddDiffDiagnostic(error);
  error.clear_path();
  error.set_line(9);
  record.AddDiffDiagnostic(error);
  Diagnostic warning;
  warning.set_level(Diagnostic::LEVEL_WARNING);
  warning.set_path("b.py");
  record.AddDiffDiagnostic(warning);
  record.Complete();
  EXPECT_THAT(
      Lines(record),
      ElementsAre("a.py STATE_NOT_FETCHED: its diff could not be parsed: TRUNCATED_HUNK in "
                  "line 5",
                  "(line 9 of the diff) STATE_NOT_FETCHED: this part of the diff could not be "
                  "parsed: TRUNCATED_HUNK in line 9"));
}

TEST(Record, KeepsTheFirstReasonOfAMissingService) {
  Record record;
  record.AddMissing("diff", absl::UnavailableError("first\nline"), "x");
  record.AddMissing("diff", absl::InternalError("second"), "y");
  ASSERT_EQ(record.missing().size(), 1u);
  EXPECT_EQ(record.missing()[0].code(), "UNAVAILABLE");
  EXPECT_EQ(record.missing()[0].reason(), "first line");
  EXPECT_FALSE(record.missing()[0].is_expected());
}

TEST(Record, IsCompleteWithoutFiles) {
  Record record;
  record.Complete();
  EXPECT_THAT(record.ledger(), IsEmpty());
}

}  // namespace
}  // namespace allreview::gateway
