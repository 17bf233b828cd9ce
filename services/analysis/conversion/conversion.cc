#include "services/analysis/conversion/conversion.h"

#include <type_traits>
#include <variant>

#include "base/utf8.h"
#include "sentences/messages/explain.h"
#include "sentences/messages/text.h"

namespace allreview::analysis {
namespace {

namespace pb = finding::v1;

// Enumerations of proto/ begin with "unspecified"; those of analyzers/ do not.
template <typename Proto, typename Enum>
constexpr Proto Shifted(Enum value) {
  return static_cast<Proto>(static_cast<int>(value) + 1);
}

static_assert(Shifted<pb::Severity>(rules::Severity::kP3) == pb::SEVERITY_P3);
static_assert(Shifted<pb::Impact>(rules::Impact::kLow) == pb::IMPACT_LOW);
static_assert(Shifted<pb::Pillar>(rules::Pillar::kMaintainability) == pb::PILLAR_MAINTAINABILITY);
static_assert(Shifted<pb::Confidence>(rules::Confidence::kLow) == pb::CONFIDENCE_LOW);
static_assert(Shifted<pb::Kind>(rules::Kind::kPraise) == pb::KIND_PRAISE);
static_assert(Shifted<v1::Tier>(rules::Tier::kOff) == v1::TIER_OFF);
static_assert(Shifted<pb::Cause::Kind>(rules::Cause::Kind::kRemovedLine) ==
              pb::Cause::KIND_REMOVED_LINE);
static_assert(Shifted<change::v1::Side>(change::Side::kRight) == change::v1::SIDE_RIGHT);
static_assert(Shifted<v1::HouseRule::Level>(rules::HouseReport::Level::kNorm) ==
              v1::HouseRule::LEVEL_NORM);
static_assert(Shifted<v1::HouseRule::State>(rules::HouseReport::State::kNotFollowed) ==
              v1::HouseRule::STATE_NOT_FOLLOWED);
static_assert(static_cast<int>(policy::CoverageState::kOverBudget) ==
              change::v1::LedgerEntry::STATE_OVER_BUDGET);
static_assert(static_cast<int>(policy::FileClass::kSymlink) == change::v1::FILE_CLASS_SYMLINK);

// What is the same in all languages needs no code beside it.
bool HasWords(const Words& words) { return !words.is_verbatim(); }

void Fill(const rules::SyntaxEvidence& from, pb::Evidence& to) {
  pb::SyntaxEvidence& syntax = *to.mutable_syntax();
  syntax.set_node_kind(from.node_kind);
  *syntax.mutable_range() = ToProto(from.range);
  syntax.set_text(ToDisplayText(from.text));
}

void Fill(const rules::CallChain& from, pb::Evidence& to) {
  pb::CallChain& chain = *to.mutable_call_chain();
  chain.set_root_kind(from.root_kind);
  for (const rules::CallChain::Hop& hop : from.hops) {
    pb::CallChain::Hop& added = *chain.add_hops();
    added.set_symbol(ToDisplayText(hop.symbol));
    *added.mutable_range() = ToProto(hop.range);
    added.set_confidence(Shifted<pb::Confidence>(hop.confidence));
  }
}

void Fill(const rules::ConfigurationEvidence& from, pb::Evidence& to) {
  pb::ConfigurationEvidence& configuration = *to.mutable_configuration();
  configuration.set_path(from.path);
  configuration.set_line(from.line);
  configuration.set_key(ToDisplayText(from.key));
  configuration.set_value(ToDisplayText(from.value));
}

void Fill(const rules::DeltaEvidence& from, pb::Evidence& to) {
  pb::DeltaEvidence& delta = *to.mutable_delta();
  delta.set_what(English(from.what));
  if (HasWords(from.what)) *delta.mutable_what_text() = ToText(from.what);
  delta.set_before(ToDisplayText(from.before));
  delta.set_after(ToDisplayText(from.after));
  *delta.mutable_before_range() = ToProto(from.before_range);
  *delta.mutable_after_range() = ToProto(from.after_range);
}

void Fill(const rules::TestEvidence& from, pb::Evidence& to) {
  pb::TestEvidence& test = *to.mutable_test();
  test.set_test(ToDisplayText(from.test));
  *test.mutable_range() = ToProto(from.range);
  test.set_relation(from.relation);
  test.set_distance(from.distance);
}

void Fill(const rules::DataFlowEvidence& from, pb::Evidence& to) {
  pb::DataFlowEvidence& flow = *to.mutable_data_flow();
  for (const rules::DataFlowEvidence::Step& step : from.steps) {
    pb::DataFlowEvidence::Step& added = *flow.add_steps();
    added.set_description(ToDisplayText(English(step.description)));
    if (HasWords(step.description)) *added.mutable_description_text() = ToText(step.description);
    *added.mutable_range() = ToProto(step.range);
  }
}

void FillText(const rules::Finding& from, pb::Finding& to) {
  to.set_symbol(ToDisplayText(from.symbol));
  to.set_title(from.title);
  to.set_problem(ToDisplayText(from.problem));
  to.set_impact_text(ToDisplayText(from.impact_text));
  to.set_fix(ToDisplayText(from.fix));
  to.set_before_code(ToDisplayText(from.before_code));
  to.set_after_code(ToDisplayText(from.after_code));
  to.set_problem_template(from.problem_template);
  to.set_fix_template(from.fix_template);
  for (const auto& [name, value] : from.params) {
    (*to.mutable_params())[name] = ToDisplayText(English(value));
    if (HasWords(value)) (*to.mutable_param_texts())[name] = ToText(value);
  }
  if (HasWords(from.problem_words)) *to.mutable_problem_text() = ToText(from.problem_words);
  for (const std::string& reference : from.references) to.add_references(reference);
  if (from.excerpt.lines.empty()) return;
  to.mutable_excerpt()->set_first_line(from.excerpt.first_line);
  for (const std::string& line : from.excerpt.lines) {
    to.mutable_excerpt()->add_lines(ToDisplayText(line));
  }
}

}  // namespace

change::v1::SourceRange ToProto(const rules::Range& range) {
  change::v1::SourceRange proto;
  proto.set_path(range.path);
  proto.set_side(Shifted<change::v1::Side>(range.side));
  proto.set_first_line(range.first_line);
  proto.set_end_line(range.end_line);
  proto.set_first_column(range.first_column);
  proto.set_end_column(range.end_column);
  proto.set_first_byte(range.first_byte);
  proto.set_end_byte(range.end_byte);
  return proto;
}

pb::Severity ToProto(rules::Severity severity) { return Shifted<pb::Severity>(severity); }

pb::Finding ToProto(const rules::Finding& finding) {
  pb::Finding proto;
  proto.set_rule_id(finding.rule_id);
  proto.set_severity(ToProto(finding.severity));
  proto.set_impact(Shifted<pb::Impact>(finding.impact));
  proto.set_pillar(Shifted<pb::Pillar>(finding.pillar));
  proto.set_category(finding.category);
  proto.set_confidence(Shifted<pb::Confidence>(finding.confidence));
  proto.set_kind(Shifted<pb::Kind>(finding.kind));
  proto.set_is_hint(finding.is_hint);
  *proto.mutable_range() = ToProto(finding.range);
  FillText(finding, proto);
  for (const rules::Edit& edit : finding.edits) {
    pb::Edit& added = *proto.add_edits();
    added.set_path(edit.path);
    added.set_first_byte(edit.first_byte);
    added.set_end_byte(edit.end_byte);
    added.set_replacement(edit.replacement);
  }
  for (const rules::Evidence& evidence : finding.evidence) {
    std::visit([&](const auto& kind) { Fill(kind, *proto.add_evidence()); }, evidence);
  }
  for (const rules::Related& related : finding.related) {
    pb::Related& added = *proto.add_related();
    added.set_message(ToDisplayText(English(related.message)));
    if (HasWords(related.message)) *added.mutable_message_text() = ToText(related.message);
    *added.mutable_range() = ToProto(related.range);
  }
  proto.set_fingerprint(finding.fingerprint);
  pb::Cause& cause = *proto.mutable_cause();
  cause.set_kind(Shifted<pb::Cause::Kind>(finding.cause.kind));
  cause.set_path(finding.cause.path);
  cause.set_hunk(finding.cause.hunk);
  cause.set_first_line(finding.cause.first_line);
  cause.set_end_line(finding.cause.end_line);
  return proto;
}

v1::RuleInfo ToProto(const rules::RuleInfo& rule) {
  v1::RuleInfo proto;
  proto.set_id(std::string(rule.id));
  proto.set_title(std::string(rule.title.en));
  proto.set_severity(ToProto(rule.severity));
  proto.set_impact(Shifted<pb::Impact>(rule.impact));
  proto.set_pillar(Shifted<pb::Pillar>(rule.pillar));
  proto.set_category(std::string(rule.category));
  proto.set_confidence(Shifted<pb::Confidence>(rule.confidence));
  proto.set_why(std::string(rule.why));
  proto.set_fix(std::string(rule.fix));
  proto.set_bad(std::string(absl::string_view(rule.bad)));
  proto.set_good(std::string(absl::string_view(rule.good)));
  for (absl::string_view reference : rule.references) {
    if (!reference.empty()) proto.add_references(std::string(reference));
  }
  proto.set_version(rule.version);
  proto.set_is_default(rule.tier != rules::Tier::kOff);
  proto.set_tier(Shifted<v1::Tier>(rule.tier));
  proto.set_file(std::string(rule.file));
  return proto;
}

v1::HouseRule ToProto(const rules::HouseReport::Rule& rule) {
  v1::HouseRule copy;
  copy.set_id(rule.id);
  copy.set_statement(ToDisplayText(English(rule.statement)));
  *copy.mutable_statement_text() = ToText(rule.statement);
  copy.set_level(Shifted<v1::HouseRule::Level>(rule.level));
  copy.set_tool(ToDisplayText(rule.tool));
  copy.set_source(ToDisplayText(English(rule.source)));
  if (HasWords(rule.source)) *copy.mutable_source_text() = ToText(rule.source);
  copy.set_state(Shifted<v1::HouseRule::State>(rule.state));
  copy.set_status(ToDisplayText(English(rule.status)));
  *copy.mutable_status_text() = ToText(rule.status);
  return copy;
}

v1::HouseRules ToProto(const rules::HouseReport& house) {
  v1::HouseRules proto;
  for (const rules::HouseReport::Rule& rule : house.rules) *proto.add_rules() = ToProto(rule);
  for (const Words& text : house.conflicts) {
    proto.add_conflicts(ToDisplayText(English(text)));
    *proto.add_conflict_texts() = ToText(text);
  }
  for (const rules::HouseReport::Command& command : house.commands) {
    v1::HouseCommand& copy = *proto.add_commands();
    copy.set_purpose(command.purpose);
    copy.set_line(ToDisplayText(command.line));
    copy.set_alternative(ToDisplayText(command.alternative));
    copy.set_source(ToDisplayText(command.source));
  }
  for (const rules::HouseReport::Request& request : house.requests) {
    v1::HouseRequest& copy = *proto.add_requests();
    copy.set_id(request.id);
    copy.set_text(English(request.text));
    *copy.mutable_said() = ToText(request.text);
    copy.set_source(ToDisplayText(request.source));
    copy.set_is_met(request.is_met);
    copy.set_is_known(request.is_known);
  }
  for (const std::string& name : house.reviewers) proto.add_reviewers(ToDisplayText(name));
  proto.set_owners_path(ToDisplayText(house.owners_path));
  for (const Words& text : house.problems) {
    proto.add_problems(ToDisplayText(English(text)));
    *proto.add_problem_texts() = ToText(text);
  }
  return proto;
}

change::v1::LedgerEntry ToProto(const policy::LedgerEntry& entry) {
  change::v1::LedgerEntry proto;
  proto.set_path(entry.path);
  proto.set_hunk(entry.hunk);
  proto.set_state(static_cast<change::v1::LedgerEntry::State>(entry.state));
  proto.set_reason(ToDisplayText(English(entry.reason)));
  if (HasWords(entry.reason)) *proto.mutable_reason_text() = ToText(entry.reason);
  proto.set_file_class(static_cast<change::v1::FileClass>(entry.file_class));
  proto.set_language(entry.language);
  proto.set_stage(entry.stage);
  proto.set_is_accepted(entry.is_accepted);
  return proto;
}

change::v1::Diagnostic ToProto(const policy::PolicyDiagnostic& diagnostic) {
  change::v1::Diagnostic proto = ToDiagnostic({.code = diagnostic.code,
                                               .message = diagnostic.message,
                                               .hint = diagnostic.hint,
                                               .level = change::v1::Diagnostic::LEVEL_ERROR});
  proto.set_line(diagnostic.line);
  proto.set_path(diagnostic.file);
  return proto;
}

v1::ResolvedPolicy ToProto(const policy::Policy& policy, PolicyKeys keys) {
  v1::ResolvedPolicy proto;
  for (const policy::PolicyValue& value : policy.values) {
    if (keys == PolicyKeys::kSet && value.origin == "default") continue;
    v1::PolicyValue& added = *proto.add_values();
    added.set_key(value.key.key);
    added.set_value(value.value);
    added.set_origin(value.origin);
    for (const std::string& shadowed : value.shadowed) added.add_shadowed(shadowed);
    added.set_type(value.key.type);
    added.set_default_value(value.key.default_value);
    added.set_documentation(value.key.documentation);
  }
  for (const policy::PolicyDiagnostic& diagnostic : policy.diagnostics) {
    *proto.add_diagnostics() = ToProto(diagnostic);
  }
  proto.set_hash(policy.hash);
  proto.set_max_findings(policy.max_findings);
  if (policy.fail_on) proto.set_fail_on(ToProto(*policy.fail_on));
  proto.set_min_severity(ToProto(policy.min_severity));
  proto.set_language(policy.language);
  for (const std::string& language : policy.accepted_unsupported) {
    proto.add_accepted_unsupported(language);
  }
  for (const std::string& path : policy.paths) proto.add_paths(path);
  return proto;
}

policy::PolicySource FromProto(const v1::PolicySource& source) {
  const bool is_repository = source.kind() == v1::PolicySource::KIND_REPOSITORY;
  return {.rank = is_repository ? policy::PolicySource::Rank::kRepository
                                : policy::PolicySource::Rank::kOrganisation,
          .name = source.name(),
          .content = source.content()};
}

policy::FileClass FromProto(change::v1::FileClass file_class) {
  const bool is_known = change::v1::FileClass_IsValid(file_class);
  return is_known ? static_cast<policy::FileClass>(file_class) : policy::FileClass::kUnknown;
}

}  // namespace allreview::analysis
