#ifndef SERVICES_ANALYSIS_CONVERSION_CONVERSION_H_
#define SERVICES_ANALYSIS_CONVERSION_CONVERSION_H_

// Between the contracts of proto/ and the plain structs of analyzers/. Text that may hold invalid
// UTF-8 (source lines, messages that quote them) becomes display text on the way out.

#include <string>
#include <vector>

#include "analyzers/policy/ledger.h"
#include "analyzers/policy/policy.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/house_report.h"
#include "analyzers/test_plan/test_verification.h"
#include "proto/analysis/v1/house.pb.h"
#include "proto/analysis/v1/policy.pb.h"
#include "proto/analysis/v1/rule.pb.h"
#include "proto/analysis/v1/tests.pb.h"
#include "proto/change/v1/change.pb.h"
#include "proto/diff/v1/diff.pb.h"
#include "proto/finding/v1/finding.pb.h"

namespace allreview::analysis {

change::v1::SourceRange ToProto(const rules::Range& range);
finding::v1::Severity ToProto(rules::Severity severity);
finding::v1::Finding ToProto(const rules::Finding& finding);
v1::RuleInfo ToProto(const rules::RuleInfo& rule);
v1::HouseRules ToProto(const rules::HouseReport& house);
v1::TestEvidence ToProto(const test_plan::TestVerification& tests);
change::v1::LedgerEntry ToProto(const policy::LedgerEntry& entry);
change::v1::Diagnostic ToProto(const policy::PolicyDiagnostic& diagnostic);
// All keys, or only those that a file sets: a review goes to many, and most of it would be
// documentation of defaults.
enum class PolicyKeys { kAll, kSet };
v1::ResolvedPolicy ToProto(const policy::Policy& policy, PolicyKeys keys);

policy::PolicySource FromProto(const v1::PolicySource& source);
policy::FileClass FromProto(change::v1::FileClass file_class);

// Names, status and hunks of one file; `role`, `language` and content are left to the caller.
change::ChangedFile FromProto(const diff::v1::DiffFile& file);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CONVERSION_CONVERSION_H_
