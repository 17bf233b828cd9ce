#include "review/ledger.h"

#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"
#include "review/labels.h"

namespace allreview {
namespace {

using change::v1::LedgerEntry;

LedgerEntry Entry(LedgerEntry::State state, change::v1::FileClass file_class) {
  LedgerEntry entry;
  entry.set_path("a");
  entry.set_hunk(-1);
  entry.set_state(state);
  entry.set_file_class(file_class);
  return entry;
}

TEST(Ledger, ComesBackFromPolicyAsItWas) {
  LedgerEntry entry = Entry(LedgerEntry::STATE_TIMED_OUT, change::v1::FILE_CLASS_SYMLINK);
  entry.set_reason("late");
  entry.set_language("python");
  entry.set_stage("analysis");
  entry.set_is_accepted(true);
  EXPECT_EQ(ToProto(FromProto(entry)).DebugString(), entry.DebugString());
}

TEST(Ledger, TakesValuesThatItDoesNotKnowForUnknown) {
  const LedgerEntry entry =
      Entry(static_cast<LedgerEntry::State>(99), static_cast<change::v1::FileClass>(99));
  EXPECT_EQ(FromProto(entry).state, policy::CoverageState::kUnknown);
  EXPECT_TRUE(IsGap(entry));
}

TEST(Ledger, GapsAreProgramTextThatNobodyReviewed) {
  EXPECT_TRUE(IsGap(Entry(LedgerEntry::STATE_NOT_FETCHED, change::v1::FILE_CLASS_SOURCE)));
  EXPECT_TRUE(IsGap(Entry(LedgerEntry::STATE_DATA, change::v1::FILE_CLASS_TEST)));
  EXPECT_FALSE(IsGap(Entry(LedgerEntry::STATE_REVIEWED, change::v1::FILE_CLASS_SOURCE)));
  EXPECT_FALSE(IsGap(Entry(LedgerEntry::STATE_NOT_FETCHED, change::v1::FILE_CLASS_DATA)));
  EXPECT_FALSE(IsGap(Entry(LedgerEntry::STATE_NOT_FETCHED, change::v1::FILE_CLASS_CONFIGURATION)));
  LedgerEntry accepted = Entry(LedgerEntry::STATE_UNSUPPORTED, change::v1::FILE_CLASS_SOURCE);
  accepted.set_is_accepted(true);
  EXPECT_FALSE(IsGap(accepted));
}

// The conclusion, which analyzers/policy writes, and the documents name a state alike.
TEST(Ledger, StatesHaveOneNameEach) {
  const auto* states = LedgerEntry::State_descriptor();
  for (int i = 0; i < states->value_count(); ++i) {
    const auto state = static_cast<LedgerEntry::State>(states->value(i)->number());
    const Phrase name = policy::StateName(static_cast<policy::CoverageState>(state));
    for (const Language language : {Language::kEnglish, Language::kChinese}) {
      EXPECT_EQ(name.In(language), StateLabel(language, state));
    }
  }
}

}  // namespace
}  // namespace allreview
