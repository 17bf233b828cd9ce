// Every document and format under the eyes of the programs that will read them: mermaid,
// CommonMark, the schema of SARIF, a JSON parser.

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "services/report/render.h"
#include "services/report/testing/hostile.h"
#include "services/report/testing/sample.h"

namespace allreview::report {
namespace {

constexpr uint32_t kSeeds = 250;

std::string RenderAs(const Assembly& assembly, report::v1::Format format,
                     const std::string& language = "en") {
  report::v1::DocumentRequest request;
  request.set_format(format);
  request.set_language(language);
  return Render(assembly, request).value();
}

// Paths of the rendered samples and hostile reviews.
std::vector<std::string> WriteAll(report::v1::Format format, const std::string& extension,
                                  const std::string& language = "en") {
  std::vector<std::string> paths;
  const auto write = [&](const std::string& name, const Assembly& assembly) {
    paths.push_back(absl::StrCat(testing::TempDir(), "/", name, ".", extension));
    EXPECT_OK(WriteFile(paths.back(), RenderAs(assembly, format, language)));
  };
  for (const std::string& sample : SampleNames()) write(sample, AssembleSample(sample));
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    write(absl::StrCat("hostile", seed), HostileReview(seed));
  }
  return paths;
}

int RunChecker(const std::string& checker, const std::vector<std::string>& arguments) {
  const std::string command =
      absl::StrCat("services/report/testing/", checker, ".sh ", absl::StrJoin(arguments, " "));
  return std::system(command.c_str());
}

TEST(Documents, KeepTheirStructureWhateverTheChangeHolds) {
  EXPECT_EQ(RunChecker("review_check", WriteAll(report::v1::FORMAT_MARKDOWN, "md")), 0);
}

TEST(Documents, KeepTheirStructureInChinese) {
  EXPECT_EQ(RunChecker("review_check", WriteAll(report::v1::FORMAT_MARKDOWN, "zh.md", "zh")), 0);
}

TEST(Documents, HoldDiagramsThatMermaidParses) {
  std::vector<std::string> arguments = WriteAll(report::v1::FORMAT_MARKDOWN, "md");
  arguments.insert(arguments.begin(), absl::StrCat("--min-blocks=", kSeeds / 2));
  EXPECT_EQ(RunChecker("mermaid_check", arguments), 0);
}

TEST(DeepDives, HoldDiagramsThatMermaidParses) {
  std::vector<std::string> arguments = {absl::StrCat("--min-blocks=", kSeeds)};
  report::v1::DocumentRequest request;
  request.set_document(report::v1::DOCUMENT_DEEP_DIVE);
  for (uint32_t seed = 0; seed < kSeeds / 2; ++seed) {
    for (const char* language : {"en", "zh"}) {
      request.set_language(language);
      arguments.push_back(absl::StrCat(testing::TempDir(), "/dive", seed, language, ".md"));
      ASSERT_OK_AND_ASSIGN(const std::string text, Render(HostileReview(seed), request));
      ASSERT_OK(WriteFile(arguments.back(), text));
    }
  }
  EXPECT_EQ(RunChecker("mermaid_check", arguments), 0);
}

TEST(Documents, AreValidSarif) {
  EXPECT_EQ(RunChecker("sarif_check", WriteAll(report::v1::FORMAT_SARIF, "sarif")), 0);
}

TEST(Documents, AreValidJsonWithEveryFinding) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Assembly assembly = HostileReview(seed);
    const auto json = nlohmann::json::parse(RenderAs(assembly, report::v1::FORMAT_JSON));
    const auto findings = json.value("findings", nlohmann::json::array());
    ASSERT_EQ(static_cast<int>(findings.size()), assembly.review.findings_size());
    for (const auto& finding : findings) ASSERT_TRUE(finding.contains("shown"));
    ASSERT_TRUE(nlohmann::json::accept(RenderAs(assembly, report::v1::FORMAT_RDJSON)));
  }
}

TEST(Documents, HaveUniqueFingerprintsForGitlab) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const auto issues =
        nlohmann::json::parse(RenderAs(HostileReview(seed), report::v1::FORMAT_GITLAB));
    std::set<std::string> fingerprints;
    for (const auto& issue : issues) {
      ASSERT_TRUE(fingerprints.insert(issue["fingerprint"]).second) << "seed " << seed;
    }
  }
}

TEST(Documents, KeepAnnotationsInOneLineEach) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::string text = RenderAs(HostileReview(seed), report::v1::FORMAT_GITHUB_ANNOTATIONS);
    for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
      ASSERT_TRUE(absl::StartsWith(line, "::error ") || absl::StartsWith(line, "::warning ") ||
                  absl::StartsWith(line, "::notice "))
          << line;
    }
  }
}

TEST(Documents, SendNoControlCharacterToATerminal) {
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    for (const char c : RenderAs(HostileReview(seed), report::v1::FORMAT_TERMINAL)) {
      ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << "seed " << seed;
    }
  }
}

TEST(Documents, AreTheSameEachTime) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    for (int format = report::v1::FORMAT_MARKDOWN; format <= report::v1::FORMAT_TERMINAL;
         ++format) {
      const auto as = static_cast<report::v1::Format>(format);
      ASSERT_EQ(RenderAs(HostileReview(seed), as), RenderAs(HostileReview(seed), as));
    }
  }
}

}  // namespace
}  // namespace allreview::report
