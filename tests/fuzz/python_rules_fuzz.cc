// Every rule over Python from outside: as a change from nothing, and as a change from one text to
// another where a line "# ===" divides the input.

#include <cstddef>
#include <cstdint>
#include <string>

#include "analyzers/rules/analyse.h"
#include "analyzers/rules/fixture.h"
#include "base/check.h"

namespace allreview {
namespace {

constexpr char kPath[] = "pkg/module.py";
const std::string kDivider = "\n# ===\n";

void CheckRules(const std::string& before, const std::string& after) {
  rules::Fixture fixture;
  change::ChangedFile& file = fixture.files.emplace_back();
  file.path = file.old_path = kPath;
  file.language = "python";
  file.is_added = before.empty();
  if (!before.empty()) file.before = before;
  file.after = after;
  file.hunks = rules::DiffLines(before, after);
  fixture.description = {.title = before.substr(0, 60), .body = after.substr(0, 600)};
  const rules::AnalysisResult result = rules::AnalyseFixture(fixture);
  CHECK(result.coverage.size() == 1) << "each file has its state";
  for (const rules::Finding& finding : result.findings) {
    CHECK(!finding.rule_id.empty() && !finding.fingerprint.empty()) << "findings are complete";
    CHECK(finding.range.first_line >= 0 && finding.range.end_line >= finding.range.first_line)
        << finding.rule_id << " at " << finding.range.first_line;
  }
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const size_t divider = text.find(allreview::kDivider);
  const bool is_divided = divider != std::string::npos;
  allreview::CheckRules(is_divided ? text.substr(0, divider + 1) : "",
                        is_divided ? text.substr(divider + allreview::kDivider.size()) : text);
  return 0;
}
