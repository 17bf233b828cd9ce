#include "services/report/documents/audit/view.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/rule_table.h"
#include "base/symbol_id.h"
#include "review/causes.h"
#include "review/reported.h"

namespace allreview::report {
namespace {

using Check = report::v1::AuditFocus;
using finding::v1::Finding;

static_assert(static_cast<int>(rules::AuditCheck::kScaling) == Check::CHECK_SCALING &&
              static_cast<int>(rules::AuditCheck::kTests) == Check::CHECK_TESTS);

Check::Check CheckOfCategory(absl::string_view category) {
  if (category == "numerics") return Check::CHECK_NUMERICS;
  if (category == "gradients") return Check::CHECK_GRADIENTS;
  if (category == "distributed") return Check::CHECK_DISTRIBUTED;
  if (category == "performance" || category == "triton" || category == "cuda")
    return Check::CHECK_PERFORMANCE;
  if (category == "tests") return Check::CHECK_TESTS;
  return Check::CHECK_UNSPECIFIED;
}

Setting SettingOfFile(const review::v1::FileSummary& file) {
  if (file.file_class() == change::v1::FILE_CLASS_TEST) return Setting::kTest;
  struct Folder {
    absl::string_view name;
    Setting setting;
  };
  static constexpr Folder kFolders[] = {{"tests", Setting::kTest},
                                        {"test", Setting::kTest},
                                        {"examples", Setting::kExample},
                                        {"example", Setting::kExample},
                                        {"tutorials", Setting::kExample},
                                        {"demo", Setting::kExample},
                                        {"demos", Setting::kExample},
                                        {"notebooks", Setting::kExample},
                                        {"docs", Setting::kExample},
                                        {"benchmarks", Setting::kBenchmark},
                                        {"benchmark", Setting::kBenchmark},
                                        {"tools", Setting::kTool},
                                        {"scripts", Setting::kTool},
                                        {".github", Setting::kTool},
                                        {"experimental", Setting::kExperiment},
                                        {"experiments", Setting::kExperiment},
                                        {"research", Setting::kExperiment},
                                        {"prototype", Setting::kExperiment},
                                        {"prototypes", Setting::kExperiment},
                                        {"contrib", Setting::kExperiment}};
  std::vector<std::string> parts = absl::StrSplit(file.entry().new_path(), '/');
  parts.pop_back();
  for (const std::string& part : parts) {
    for (const Folder& folder : kFolders) {
      if (part == folder.name) return folder.setting;
    }
  }
  return Setting::kProduction;
}

// By whole parts, at the end or as a folder: "b/c.py" and "a" are of "a/b/c.py". "a.py" may be the
// package a/, too.
bool IsAt(absl::string_view path, absl::string_view wanted) {
  if (path == wanted || absl::EndsWith(path, absl::StrCat("/", wanted))) return true;
  absl::ConsumeSuffix(&wanted, ".py");
  return absl::StrContains(absl::StrCat("/", path), absl::StrCat("/", wanted, "/"));
}

bool IsInPlace(const report::v1::AuditFocus& focus, absl::string_view path,
               absl::string_view name) {
  const bool is_path = focus.paths().empty() ||
                       std::any_of(focus.paths().begin(), focus.paths().end(),
                                   [&](const std::string& wanted) { return IsAt(path, wanted); });
  const std::string lower = absl::AsciiStrToLower(name);
  const std::string file = absl::AsciiStrToLower(path.substr(path.rfind('/') + 1));
  const bool is_name =
      focus.names().empty() ||
      std::any_of(focus.names().begin(), focus.names().end(), [&](const std::string& wanted) {
        const std::string word = absl::AsciiStrToLower(wanted);
        return absl::StrContains(lower, word) || absl::StrContains(file, word);
      });
  return is_path && is_name;
}

bool IsWanted(const report::v1::AuditFocus& focus, const Finding& finding) {
  if (!IsInPlace(focus, finding.range().path(), finding.symbol())) return false;
  if (focus.checks().empty()) return true;
  for (Check::Check check : ChecksOf(finding)) {
    if (std::find(focus.checks().begin(), focus.checks().end(), check) != focus.checks().end()) {
      return true;
    }
  }
  return false;
}

void Place(const Finding& finding, AuditView* view) {
  switch (finding.shown()) {
    case finding::v1::SHOWN_SUPPRESSED:
      ++view->suppressed;
      return;
    case finding::v1::SHOWN_BASELINE:
      ++view->known;
      return;
    case finding::v1::SHOWN_BELOW_SEVERITY:
      ++view->below;
      return;
    case finding::v1::SHOWN_PROBATION:
      ++view->on_probation;
      return;
    default:
      break;
  }
  if (!IsWanted(view->focus, finding)) {
    ++view->elsewhere;
    return;
  }
  (finding.kind() == finding::v1::KIND_PRAISE ? view->praise : view->findings).push_back(&finding);
}

const report::v1::AuditFocus& FocusOf(const report::v1::RenderOptions& options) {
  for (const report::v1::DocumentRequest& document : options.documents()) {
    if (document.document() == report::v1::DOCUMENT_AUDIT) return document.audit();
  }
  return report::v1::AuditFocus::default_instance();
}

}  // namespace

Setting AuditView::SettingOf(const std::string& path) const {
  const auto found = settings.find(path);
  return found == settings.end() ? Setting::kProduction : found->second;
}

bool AuditView::Wants(report::v1::AuditFocus::Check check) const {
  return focus.checks().empty() ||
         std::find(focus.checks().begin(), focus.checks().end(), check) != focus.checks().end();
}

bool AuditView::IsComplete() const {
  return std::none_of(review().missing().begin(), review().missing().end(),
                      [](const auto& part) { return part.service() == "analysis"; });
}

bool AuditView::IsAnalysed() const { return IsComplete() || !review().findings().empty(); }

bool AuditView::HasRead() const {
  return std::any_of(review().ledger().begin(), review().ledger().end(), [](const auto& entry) {
    return entry.state() == change::v1::LedgerEntry::STATE_REVIEWED;
  });
}

bool AuditView::HasProduction() const {
  return std::any_of(review().files().begin(), review().files().end(), [&](const auto& file) {
    return file.file_class() == change::v1::FILE_CLASS_SOURCE &&
           SettingOf(file.entry().new_path()) == Setting::kProduction;
  });
}

AuditView MakeView(const Assembly& assembly, Language language) {
  const review::v1::Review& review = assembly.review;
  AuditView view = {.assembly = assembly, .language = language, .focus = FocusOf(assembly.options)};
  view.is_scan = IsScan(review);
  for (const review::v1::FileSummary& file : review.files()) {
    const Setting setting = SettingOfFile(file);
    if (setting != Setting::kProduction) view.settings[file.entry().new_path()] = setting;
  }
  for (const Finding* finding : AllFindings(review)) Place(*finding, &view);
  for (const analysis::v1::Scaling& scaling : review.model().scaling()) {
    const std::string path(PathOfSymbol(scaling.symbol()));
    if (IsInPlace(view.focus, path, NameOfSymbol(scaling.symbol()))) {
      view.scaling.push_back(&scaling);
    }
  }
  return view;
}

std::vector<Check::Check> ChecksOf(const Finding& finding) {
  std::vector<Check::Check> checks;
  if (const rules::RuleInfo* rule = rules::FindRule(finding.rule_id())) {
    for (rules::AuditCheck check : rule->checks) {
      if (check != rules::AuditCheck::kNone) checks.push_back(static_cast<Check::Check>(check));
    }
  }
  const Check::Check own = CheckOfCategory(finding.category());
  const bool is_known = std::find(checks.begin(), checks.end(), own) != checks.end();
  if (own != Check::CHECK_UNSPECIFIED && !is_known) checks.push_back(own);
  return checks;
}

std::string SettingMark(const AuditView& view, const std::string& path) {
  static constexpr Phrase kMarks[] = {
      Phrase("production", "生产代码"), Phrase("test", "测试"),
      Phrase("example", "示例"),        Phrase("benchmark", "基准测试"),
      Phrase("tool", "工具脚本"),       Phrase("experiment", "实验代码")};
  const Setting setting = view.SettingOf(path);
  if (setting == Setting::kProduction) return "";
  return InBrackets(view.language, kMarks[static_cast<int>(setting)].In(view.language));
}

absl::string_view PathOfSymbol(absl::string_view symbol) {
  return symbol.substr(0, PathEndOfSymbolId(symbol));
}

absl::string_view NameOfSymbol(absl::string_view symbol) {
  const size_t colon = PathEndOfSymbolId(symbol);
  return colon == absl::string_view::npos ? symbol : symbol.substr(colon + 1);
}

}  // namespace allreview::report
