#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_VIEW_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_VIEW_H_

// The part of a review that one audit is about.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/scaling.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/report/v1/report.pb.h"
#include "review/language/phrase.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// What a file is for, by its class and its folders.
enum class Setting { kProduction, kTest, kExample, kBenchmark, kTool, kExperiment };

struct AuditView {
  const Assembly& assembly;
  Language language;
  const report::v1::AuditFocus& focus;
  bool is_scan = false;  // Whole files, no change.
  // In the order of the review.
  std::vector<const finding::v1::Finding*> findings = {};  // Defects, hints and questions.
  std::vector<const finding::v1::Finding*> praise = {};
  std::vector<const analysis::v1::Scaling*> scaling = {};
  std::map<std::string, Setting> settings = {};                // Of the files, but for production.
  int suppressed = 0, known = 0, below = 0, on_probation = 0;  // Findings that are counted only.
  int elsewhere = 0;                                           // Outside of the focus.

  const review::v1::Review& review() const { return assembly.review; }
  Setting SettingOf(const std::string& path) const;
  // Everything of a family, or of the whole, was asked for.
  bool Wants(report::v1::AuditFocus::Check check) const;
  bool IsAnalysed() const;     // Rules ran at all.
  bool HasRead() const;        // They read at least one file.
  bool HasProduction() const;  // It has a file that is neither test, example nor tool.
  bool IsComplete() const;     // And told everything.
};

AuditView MakeView(const Assembly& assembly, Language language);

// "memory", "numerics"…: the families that a finding belongs to; several, or none.
std::vector<report::v1::AuditFocus::Check> ChecksOf(const finding::v1::Finding& finding);

// " (test)"; empty: production.
std::string SettingMark(const AuditView& view, const std::string& path);

// "path" of "path:Qualified.name", and the name.
absl::string_view PathOfSymbol(absl::string_view symbol);
absl::string_view NameOfSymbol(absl::string_view symbol);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_VIEW_H_
