// Everything that the analysis does with Python from outside: syntax, names, control flow, facts
// and every rule, as a change from nothing, and as a change from one text to another where a line
// "# ===" divides the input. Beside "does not crash", it checks what must hold of any text.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/fixture.h"
#include "base/check.h"

namespace allreview {
namespace {

constexpr char kPath[] = "pkg/module.py";
constexpr absl::string_view kDivider = "\n# ===\n";

void CheckFlow(const python::Module& module, python::Node owner) {
  const python::ControlFlow flow(module, owner);
  for (python::ControlFlow::Point point = 0; point < flow.size(); ++point) {
    for (const python::ControlFlow::Edge& edge : flow.From(point)) {
      CHECK(edge.to >= 0 && edge.to < flow.size()) << "edges lead to points";
    }
  }
  CHECK(flow.Dominates(python::ControlFlow::kEntry, python::ControlFlow::kExit) ||
        !flow.IsReachable(python::ControlFlow::kExit))
      << "every path begins at the entry";
}

void CheckModule(const std::string& source) {
  const auto module = python::Module::Parse(kPath, source);
  if (!module.ok()) return;
  python::Node last;
  for (python::Node node : (*module)->tree().root().descendants()) {
    CHECK(node.end_byte() <= source.size() && node.first_byte() <= node.end_byte()) << "bytes";
    CHECK(node.first_line() >= 1 && node.last_line() >= node.first_line()) << "lines";
    if (node.Is(python::Kind::kIdentifier)) (*module)->Resolve(node);
  }
  CheckFlow(**module, (*module)->tree().root());
  for (const python::Definition& definition : (*module)->definitions()) {
    CheckFlow(**module, definition.node);
  }
  const std::string facts = repository::EncodeFacts(repository::FactsOf(**module));
  const std::optional<repository::FileFacts> decoded = repository::DecodeFacts(facts);
  CHECK(decoded.has_value()) << "facts that were written can be read";
  CHECK(repository::EncodeFacts(*decoded) == facts) << "and are the same";
}

// What lies in the cache may be of anybody's making.
void CheckForeignFacts(absl::string_view bytes) {
  repository::AreFacts(bytes);
  repository::DecodeFacts(bytes);
  repository::PartsOfFacts(bytes);
  repository::HasWord(repository::IdentifiersOfFacts(bytes), "word");
  repository::PackedLinesOfFacts(bytes);
  repository::PackedStyleOfFacts(bytes);
}

void CheckRules(const std::string& before, const std::string& after) {
  rules::Fixture fixture;
  rules::ChangedFile& file = fixture.files.emplace_back();
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
  const size_t divider = text.find(allreview::kDivider.data());
  const std::string before = divider == std::string::npos ? "" : text.substr(0, divider + 1);
  const std::string after =
      divider == std::string::npos ? text : text.substr(divider + allreview::kDivider.size());
  allreview::CheckModule(after);
  allreview::CheckForeignFacts(text);
  allreview::CheckRules(before, after);
  return 0;
}
