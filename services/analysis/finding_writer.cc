#include "services/analysis/finding_writer.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/notebook/notebook.h"
#include "base/utf8.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

// Turns findings into messages, with what only the service knows of them.
class FindingWriter {
 public:
  explicit FindingWriter(const FindingContext& context) : policy_(context.policy) {
    for (const change::ChangedFile& file : context.files) files_.emplace(file.path, &file);
    for (const rules::RuleInfo& rule : context.rules) severities_.emplace(rule.id, rule.severity);
  }

  finding::v1::Finding Write(const rules::Finding& finding) const {
    finding::v1::Finding proto = ToProto(finding);
    const std::string* const origin = policy::SeverityOriginOf(policy_, finding.rule_id);
    const auto severity = severities_.find(finding.rule_id);
    const bool is_by_policy = origin != nullptr;
    proto.set_severity_source(is_by_policy ? *origin : "rule");
    proto.set_rule_severity(is_by_policy && severity != severities_.end()
                                ? ToProto(severity->second)
                                : proto.severity());
    for (finding::v1::Edit& edit : *proto.mutable_edits()) {
      const auto file = files_.find(edit.path());
      if (file != files_.end()) edit.set_expected_blob_id(file->second->after_blob_id);
    }
    if (!proto.has_excerpt()) SetExcerpt(finding.range, proto);
    if (notebook::IsNotebookPath(finding.range.path)) SetCell(finding.range, proto);
    return proto;
  }

 private:
  void SetExcerpt(const rules::Range& range, finding::v1::Finding& proto) const {
    const auto file = files_.find(range.path);
    if (file == files_.end() || range.first_line < 1 || range.side != change::Side::kRight ||
        !file->second->after) {
      return;
    }
    constexpr int kAround = 2;
    constexpr size_t kMaxBytesOfLine = 400;
    const Lines& lines = LinesOf(*file->second);
    const int first = std::max(1, range.first_line - kAround);
    proto.mutable_excerpt()->set_first_line(first);
    for (int line = first; line <= range.first_line + kAround && line <= std::ssize(lines);
         ++line) {
      absl::string_view text = lines[line - 1];
      absl::ConsumeSuffix(&text, "\r");
      proto.mutable_excerpt()->add_lines(ToDisplayText(text.substr(0, kMaxBytesOfLine)));
    }
  }

  // People know a notebook by its cells; edits would fit its Python and not the file.
  void SetCell(const rules::Range& range, finding::v1::Finding& proto) const {
    proto.clear_edits();
    const auto file = files_.find(range.path);
    if (file == files_.end()) return;
    const std::optional<std::string>& text =
        range.side == change::Side::kLeft ? file->second->before : file->second->after;
    if (!text) return;
    const notebook::CellPlace place = notebook::PlaceOf(*text, range.first_line);
    if (place.cell == 0) return;
    (*proto.mutable_params())["cell"] = absl::StrCat(place.cell);
    (*proto.mutable_params())["line_of_cell"] = absl::StrCat(place.line);
    proto.set_problem(
        absl::StrCat(proto.problem(), " (cell ", place.cell, ", line ", place.line, ")"));
  }

  // Lines of the file after the change. Split once: a file may have thousands of findings.
  using Lines = std::vector<absl::string_view>;
  const Lines& LinesOf(const change::ChangedFile& file) const {
    const auto [known, is_new] = lines_.try_emplace(&file);
    if (is_new && !file.after->empty()) {
      known->second = absl::StrSplit(absl::StripSuffix(*file.after, "\n"), '\n');
    }
    return known->second;
  }

  const policy::Policy& policy_;
  std::map<std::string, const change::ChangedFile*> files_;
  std::map<absl::string_view, rules::Severity> severities_;
  mutable std::map<const change::ChangedFile*, Lines> lines_;
};

bool IsBefore(const finding::v1::Finding& a, const finding::v1::Finding& b) {
  return std::make_tuple(absl::string_view(a.range().path()), a.range().first_line(),
                         a.range().first_column(), absl::string_view(a.rule_id())) <
         std::make_tuple(absl::string_view(b.range().path()), b.range().first_line(),
                         b.range().first_column(), absl::string_view(b.rule_id()));
}

}  // namespace

std::vector<finding::v1::Finding> WriteFindings(const FindingContext& context,
                                                const std::vector<rules::Finding>& findings,
                                                const policy::SuppressionResult& suppressed) {
  const FindingWriter writer(context);
  std::vector<finding::v1::Finding> written;
  for (const rules::Finding& finding : findings) written.push_back(writer.Write(finding));
  for (const policy::AppliedSuppression& applied : suppressed.applied) {
    finding::v1::Finding& finding = written[applied.finding];
    finding.set_shown(finding::v1::SHOWN_SUPPRESSED);
    *finding.mutable_suppression()->mutable_range() = ToProto(applied.range);
    finding.mutable_suppression()->set_reason(applied.reason);
    finding.mutable_suppression()->set_until(applied.until);
  }
  for (const rules::Finding& finding : suppressed.findings) {
    written.push_back(writer.Write(finding));
  }
  std::stable_sort(written.begin(), written.end(), IsBefore);
  return written;
}

}  // namespace allreview::analysis
