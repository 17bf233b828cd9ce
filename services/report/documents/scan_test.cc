#include "services/report/documents/scan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/report/render.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

std::string Rendered(report::v1::Format format) {
  report::v1::DocumentRequest request;
  request.set_format(format);
  const absl::StatusOr<std::string> text = Render(AssembleSample("scan"), request);
  EXPECT_OK(text);
  return text.ok() ? *text : "";
}

int LinesWith(const std::string& text, absl::string_view words) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  return static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](absl::string_view line) {
    return absl::StrContains(line, words);
  }));
}

int Occurrences(const std::string& text, const std::string& words) {
  int count = 0;
  for (size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Scan, ListsEveryFindingInALine) {
  for (report::v1::Format format : {report::v1::FORMAT_MARKDOWN, report::v1::FORMAT_TERMINAL}) {
    const std::string text = Rendered(format);
    EXPECT_EQ(LinesWith(text, "`x.item()` waits"), 12) << text;
    EXPECT_EQ(LinesWith(text, "`print` in a library"), 2) << "withheld from a review, not here";
    EXPECT_FALSE(absl::StrContains(text, "Not shown in full")) << text;
    EXPECT_FALSE(absl::StrContains(text, "change")) << text;
    EXPECT_FALSE(absl::StrContains(text, "merge")) << text;
  }
}

TEST(Scan, CountsByRuleAndFolder) {
  const Assembly scan = AssembleSample("scan");
  std::string text;
  for (const auto& tallies : {TallyByRule(scan.review), TallyByFolder(scan.review)}) {
    for (const Tally& tally : tallies) {
      absl::StrAppend(&text, tally.total, " ", tally.name, ": ",
                      SeveritiesOf(Language::kEnglish, tally), "\n");
    }
  }
  EXPECT_EQ(text,
            "12 host-sync-in-hot-path: 12 P2\n"
            "2 print-in-library: 2 P3\n"
            "1 shared-cache: 1 question\n"
            "1 softmax-before-cross-entropy: 1 P0\n"
            "12 core/steps: 12 P2\n"
            "3 core: 1 P0, 1 P3, 1 question\n"
            "1 .: 1 P3\n");
}

// What a budget hides from people must not come up as new once something else is fixed.
TEST(FormatsForMachines, HoldWhatTheBudgetHides) {
  EXPECT_EQ(Occurrences(Rendered(report::v1::FORMAT_RDJSON), "\"severity\""), 16);
  EXPECT_EQ(Occurrences(Rendered(report::v1::FORMAT_GITLAB), "\"check_name\""), 16);
  EXPECT_EQ(Occurrences(Rendered(report::v1::FORMAT_GITHUB_ANNOTATIONS), " file="), 16);
}

}  // namespace
}  // namespace allreview::report
