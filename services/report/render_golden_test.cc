// Whole documents against golden files, for every sample and format.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/golden.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/report/render.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

struct GoldenFormat {
  report::v1::Format format;
  std::string extension;
  bool is_coloured = false;
  std::string language = "en";
};

class GoldenTest : public testing::TestWithParam<GoldenFormat> {};

TEST_P(GoldenTest, RendersEverySample) {
  const GoldenFormat& format = GetParam();
  std::vector<std::string> samples = SampleNames();
  samples.push_back("scan");  // No change, so not among the samples of every document.
  for (const std::string& sample : samples) {
    report::v1::DocumentRequest request;
    request.set_format(format.format);
    request.set_is_coloured(format.is_coloured);
    request.set_language(format.language);
    ASSERT_OK_AND_ASSIGN(std::string text, Render(AssembleSample(sample), request));
    EXPECT_TRUE(MatchesGolden(
        absl::StrCat("services/report/testdata/", sample, ".", format.extension), text));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Formats, GoldenTest,
    testing::Values(GoldenFormat{report::v1::FORMAT_MARKDOWN, "md"},
                    GoldenFormat{report::v1::FORMAT_JSON, "json"},
                    GoldenFormat{report::v1::FORMAT_SARIF, "sarif"},
                    GoldenFormat{report::v1::FORMAT_RDJSON, "rdjson"},
                    GoldenFormat{report::v1::FORMAT_GITLAB, "gitlab.json"},
                    GoldenFormat{report::v1::FORMAT_GITHUB_ANNOTATIONS, "annotations.txt"},
                    GoldenFormat{report::v1::FORMAT_JUNIT, "junit.xml"},
                    GoldenFormat{report::v1::FORMAT_TERMINAL, "terminal.txt"},
                    GoldenFormat{report::v1::FORMAT_TERMINAL, "colour.txt", true},
                    GoldenFormat{report::v1::FORMAT_MARKDOWN, "zh.md", false, "zh"},
                    GoldenFormat{report::v1::FORMAT_TERMINAL, "zh.terminal.txt", false, "zh"}),
    [](const auto& info) {
      std::string name;
      for (char c : info.param.extension) name += c == '.' ? '_' : c;
      return name;
    });

}  // namespace
}  // namespace allreview::report
