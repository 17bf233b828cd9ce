#include "review/labels.h"

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

constexpr Language kLanguages[] = {Language::kEnglish, Language::kChinese};

// Each value but "unspecified" has a word of its own.
template <typename Enum, typename LabelOf>
void ExpectWords(const google::protobuf::EnumDescriptor* values, LabelOf label_of) {
  for (const Language language : kLanguages) {
    std::set<std::string> words = {std::string(label_of(language, static_cast<Enum>(0)))};
    for (int i = 1; i < values->value_count(); ++i) {
      const absl::string_view word =
          label_of(language, static_cast<Enum>(values->value(i)->number()));
      EXPECT_TRUE(words.insert(std::string(word)).second)
          << values->value(i)->name() << " has no word of its own: " << word;
    }
    EXPECT_EQ(label_of(language, static_cast<Enum>(1000)),
              label_of(language, static_cast<Enum>(0)));
  }
}

TEST(Labels, NameEveryValue) {
  ExpectWords<finding::v1::Shown>(finding::v1::Shown_descriptor(), ShownLabel);
  ExpectWords<finding::v1::Severity>(
      finding::v1::Severity_descriptor(),
      [](Language, finding::v1::Severity severity) { return SeverityLabel(severity); });
  ExpectWords<change::v1::LedgerEntry::State>(change::v1::LedgerEntry::State_descriptor(),
                                              StateLabel);
  ExpectWords<change::v1::FileClass>(change::v1::FileClass_descriptor(), FileClassLabel);
  ExpectWords<review::v1::Conclusion>(review::v1::Conclusion_descriptor(), ConclusionLabel);
}

TEST(Labels, SayThatAFindingIsInTheBaseline) {
  EXPECT_EQ(ShownLabel(Language::kEnglish, finding::v1::SHOWN_BASELINE), "in the baseline");
}

TEST(Place, NamesTheLines) {
  change::v1::SourceRange range;
  range.set_path("a.py");
  EXPECT_EQ(Place(range), "a.py");
  range.set_first_line(12);
  EXPECT_EQ(Place(range), "a.py:12");
  range.set_end_line(16);
  EXPECT_EQ(Place(range), "a.py:12-15");
}

}  // namespace
}  // namespace allreview
