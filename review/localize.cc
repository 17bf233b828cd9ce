#include "review/localize.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule_table.h"
#include "analyzers/rules/shared_phrases.h"
#include "sentences/messages/text.h"
#include "sentences/table.h"

namespace allreview {
namespace {

using finding::v1::Evidence;
using finding::v1::Finding;
using google::protobuf::RepeatedPtrField;
using review::v1::Review;

// What has no text, or one of another version, stays.
std::string Chinese(const change::v1::TextValue& text, const std::string& english) {
  return In(Language::kChinese, FromText(text, english));
}

void Translate(const RepeatedPtrField<change::v1::TextValue>& texts,
               RepeatedPtrField<std::string>* strings) {
  if (texts.size() != strings->size()) return;
  for (int i = 0; i < texts.size(); ++i) (*strings)[i] = Chinese(texts[i], (*strings)[i]);
}

// A word that is its own code, as those of evidence are.
std::string ChineseOf(absl::string_view kind, const std::string& word) {
  const Phrase* phrase = FindPhrase(absl::StrCat(kind, "-", word));
  return phrase == nullptr ? word : std::string(phrase->In(Language::kChinese));
}

// What a rule says, which has phrases of its own.
PhraseLookup PhrasesOf(const rules::RuleInfo& rule) {
  return [&rule](absl::string_view id) { return rules::FindPhrase(rule, id); };
}

std::string Chinese(const change::v1::TextValue& text, const std::string& english,
                    const PhraseLookup& find) {
  return In(Language::kChinese, FromText(text, find).value_or(english));
}

// Where it stands in a notebook, as the English text says it (services/analysis/finding_writer.cc).
void AddCell(Finding& finding) {
  const auto cell = finding.params().find("cell");
  const auto line = finding.params().find("line_of_cell");
  if (cell == finding.params().end() || line == finding.params().end()) return;
  finding.set_problem(
      absl::StrCat(finding.problem(), "（单元格 ", cell->second, "，第 ", line->second, " 行）"));
}

void TranslateTexts(const rules::RuleInfo& rule, Finding& finding) {
  const PhraseLookup find = PhrasesOf(rule);
  Params params(finding.params().begin(), finding.params().end());
  for (const auto& [name, text] : finding.param_texts()) {
    if (std::optional<Words> words = FromText(text, find)) params.emplace_back(name, *words);
  }
  const auto fill = [&](const rules::Text& text, const std::string& english) {
    return Fill(Language::kChinese, text.zh, params).value_or(english);
  };
  finding.set_title(std::string(rule.title.zh));
  finding.set_problem(rule.message.zh.empty()
                          ? Chinese(finding.problem_text(), finding.problem(), find)
                          : fill(rule.message, finding.problem()));
  AddCell(finding);
  finding.set_impact_text(fill(rule.consequence, finding.impact_text()));
  finding.set_fix(fill(rule.advice, finding.fix()));
}

void TranslateEvidence(const PhraseLookup& find, Evidence& evidence) {
  if (evidence.has_delta()) {
    finding::v1::DeltaEvidence& delta = *evidence.mutable_delta();
    delta.set_what(Chinese(delta.what_text(), ChineseOf("delta", delta.what()), find));
  }
  if (evidence.has_test()) {
    evidence.mutable_test()->set_relation(ChineseOf("relation", evidence.test().relation()));
  }
  if (!evidence.has_data_flow()) return;
  for (auto& step : *evidence.mutable_data_flow()->mutable_steps()) {
    step.set_description(Chinese(step.description_text(), step.description(), find));
  }
}

// A rule that is not of this program, such as an organisation's, speaks as it is written.
void Translate(Finding& finding) {
  const rules::RuleInfo* rule = rules::FindRule(finding.rule_id());
  static constexpr rules::RuleInfo kUnknown;
  const PhraseLookup find = PhrasesOf(rule != nullptr ? *rule : kUnknown);
  for (Finding& same : *finding.mutable_same_cause()) Translate(same);
  for (Evidence& evidence : *finding.mutable_evidence()) TranslateEvidence(find, evidence);
  for (finding::v1::Related& related : *finding.mutable_related()) {
    related.set_message(Chinese(related.message_text(), related.message(), find));
  }
  if (rule != nullptr) TranslateTexts(*rule, finding);
}

void Translate(RepeatedPtrField<change::v1::Diagnostic>* diagnostics) {
  for (change::v1::Diagnostic& diagnostic : *diagnostics) {
    diagnostic.set_message(Chinese(diagnostic.message_text(), diagnostic.message()));
    diagnostic.set_hint(Chinese(diagnostic.hint_text(), diagnostic.hint()));
  }
}

void TranslateCoverage(Review& review) {
  for (change::v1::LedgerEntry& entry : *review.mutable_ledger()) {
    entry.set_reason(Chinese(entry.reason_text(), entry.reason()));
  }
  for (change::v1::MissingPart& part : *review.mutable_missing()) {
    part.set_reason(Chinese(part.reason_text(), part.reason()));
    part.set_effect(Chinese(part.effect_text(), part.effect()));
  }
  review.set_conclusion_reason(Chinese(review.conclusion_text(), review.conclusion_reason()));
  Translate(review.mutable_diagnostics());
  Translate(review.mutable_policy()->mutable_diagnostics());
}

void TranslateTests(analysis::v1::TestEvidence& tests) {
  for (analysis::v1::TestCheck& check : *tests.mutable_checks()) {
    check.set_summary(Chinese(check.summary_text(), check.summary()));
    for (analysis::v1::TestProof& proof : *check.mutable_proofs()) {
      proof.set_found(Chinese(proof.found_text(), proof.found()));
    }
  }
  for (analysis::v1::BranchReach& branch : *tests.mutable_branches()) {
    for (analysis::v1::TestProof& proof : *branch.mutable_proofs()) {
      proof.set_found(Chinese(proof.found_text(), proof.found()));
    }
  }
  Translate(tests.note_texts(), tests.mutable_notes());
}

void TranslateHouse(analysis::v1::HouseRules& house) {
  for (analysis::v1::HouseRule& rule : *house.mutable_rules()) {
    rule.set_statement(Chinese(rule.statement_text(), rule.statement()));
    rule.set_status(Chinese(rule.status_text(), rule.status()));
    rule.set_source(Chinese(rule.source_text(), rule.source()));
  }
  for (analysis::v1::HouseRequest& request : *house.mutable_requests()) {
    request.set_text(Chinese(request.said(), request.text()));
  }
  Translate(house.conflict_texts(), house.mutable_conflicts());
  Translate(house.problem_texts(), house.mutable_problems());
}

}  // namespace

Review Localized(Language language, Review review) {
  if (language == Language::kEnglish) return review;
  for (Finding& finding : *review.mutable_findings()) Translate(finding);
  TranslateCoverage(review);
  TranslateTests(*review.mutable_tests());
  TranslateHouse(*review.mutable_house());
  return review;
}

}  // namespace allreview
