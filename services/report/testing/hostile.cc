#include "services/report/testing/hostile.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "services/report/testing/hostile_model.h"

namespace allreview::report {
namespace {

using report::v1::RenderRequest;

constexpr const char* kPieces[] = {
    "a",         "Router",     "forward",     "end",
    "subgraph",  "click",      "style x:#y;", "\"",
    "'",         "`",          "``",          "```",
    "~~~",       "[",          "]",           "(",
    ")",         "{",          "}",           "|",
    "\\",        "<b>",        "</details>",  "<!--",
    "-->",       "&amp;",      "&#64;",       "@ada",
    "#12",       "GH-3",       "# head",      "\n# head",
    "\n\n---\n", "\n===\n",    "\n- item",    "1. ",
    "* ",        "![i](u)",    "[l](u)",      "http://x.y",
    "$$x$$",     "%%{init}%%", "%% c",        ";",
    ":",         "::",         ":::added",    "漢字",
    "😀",         "\u202e",     "\u200b",      "\x1b[31m",
    "\r",        "\t",         "\n",          " ",
    "-->|x|",    "==>",        "--",          "graph TD",
    "fa:fa-car", "#quot;",     "#35;",        "**",
    "__",        "_x_",        "\n> quote",   "\n    code",
    "<script>",  "/*",         "::error::",   "%0A",
    "</script>", "{{",         "}}",          "\n```mermaid\nx\n```\n"};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  int Pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  std::string Text(int max_pieces) {
    std::string text;
    for (int i = Pick(1, max_pieces); i > 0; --i) {
      text += kPieces[Pick(0, static_cast<int>(std::size(kPieces)) - 1)];
    }
    return text;
  }

  void AddFile(Assembler& assembler, const std::string& path) {
    RenderRequest request;
    diff::v1::DiffFile& file = *request.mutable_file();
    file.mutable_entry()->set_status(static_cast<change::v1::FileStatus>(Pick(1, 6)));
    file.mutable_entry()->set_old_path(path);
    file.mutable_entry()->set_new_path(path);
    file.set_file_class(static_cast<change::v1::FileClass>(Pick(0, 11)));
    file.set_language(Pick(0, 1) == 0 ? "python" : Text(2));
    diff::v1::Hunk& hunk = *file.add_hunks();
    hunk.set_old_start(1);
    hunk.set_old_lines(20);
    hunk.set_new_start(1);
    hunk.set_new_lines(20);
    assembler.Add(std::move(request));
  }

  void AddFinding(Assembler& assembler, const std::vector<std::string>& paths) {
    RenderRequest request;
    finding::v1::Finding& finding = *request.mutable_finding();
    finding.set_rule_id(Pick(0, 9) == 0 ? Text(3) : "some-rule");
    finding.set_severity(static_cast<finding::v1::Severity>(Pick(0, 4)));
    finding.set_kind(static_cast<finding::v1::Kind>(Pick(0, 3)));
    Place(*finding.mutable_range(), paths);
    finding.set_symbol(Text(2));
    finding.set_title(Pick(0, 4) == 0 ? "" : Text(5));
    finding.set_problem(Pick(0, 9) == 0 ? "" : Text(9));
    finding.set_impact_text(Pick(0, 2) == 0 ? "" : Text(5));
    finding.set_fix(Pick(0, 4) == 0 ? "" : Text(6));
    finding.set_fingerprint(absl::StrCat("f", Pick(0, 30)));
    if (Pick(0, 1) == 0) {
      finding.set_before_code(Text(9));
      finding.set_after_code(Text(9));
    }
    if (Pick(0, 4) == 0) finding.mutable_suppression()->set_reason(Text(5));
    for (int i = Pick(0, 3); i > 0; --i) AddEvidence(*finding.add_evidence(), paths);
    for (int i = Pick(0, 3); i > 0; --i) {
      finding::v1::Related& related = *finding.add_related();
      related.set_message(Text(4));
      Place(*related.mutable_range(), paths);
    }
    finding.mutable_excerpt()->set_first_line(finding.range().first_line());
    finding.mutable_excerpt()->add_lines(Text(6));
    finding.mutable_cause()->set_path(paths[Pick(0, static_cast<int>(paths.size()) - 1)]);
    finding.mutable_cause()->set_first_line(Pick(0, 30));
    (*finding.mutable_params())[Text(1)] = Text(2);
    assembler.Add(std::move(request));
  }

  void AddModel(Assembler& assembler, const std::vector<std::string>& paths) {
    RenderRequest request;
    analysis::v1::ChangeModel& model = *request.mutable_model();
    std::vector<std::string> ends;
    for (int i = Pick(0, 60); i > 0; --i) {
      analysis::v1::ChangedSymbol& symbol = *model.add_symbols();
      symbol.set_path(paths[Pick(0, static_cast<int>(paths.size()) - 1)]);
      symbol.set_name(Text(3));
      symbol.set_kind(static_cast<analysis::v1::SymbolKind>(Pick(1, 7)));
      symbol.set_status(static_cast<analysis::v1::ChangedSymbol::Status>(Pick(1, 6)));
      symbol.set_added_lines(Pick(0, 9));
      if (Pick(0, 3) == 0) {
        symbol.set_signature_before(Text(4));
        symbol.set_signature_after(Text(4));
      }
      ends.push_back(absl::StrCat(symbol.path(), ":", symbol.name()));
      ends.push_back(absl::StrCat(symbol.path(), ":"));
    }
    for (int i = ends.empty() ? 0 : Pick(0, 80); i > 0; --i) {
      analysis::v1::Edge& edge = *model.add_edges();
      edge.set_kind(static_cast<analysis::v1::Edge::Kind>(Pick(1, 6)));
      edge.set_from(ends[Pick(0, static_cast<int>(ends.size()) - 1)]);
      edge.set_to(ends[Pick(0, static_cast<int>(ends.size()) - 1)]);
      edge.set_is_new(Pick(0, 1) == 0);
    }
    AddHostileDetails({.pick = [this](int low, int high) { return Pick(low, high); },
                       .text = [this](int max_pieces) { return Text(max_pieces); },
                       .ids = ends},
                      model);
    assembler.Add(std::move(request));
  }

  void AddHouse(Assembler& assembler) {
    RenderRequest request;
    analysis::v1::HouseRules& house = *request.mutable_house();
    for (int i = Pick(0, 40); i > 0; --i) {
      analysis::v1::HouseRule& rule = *house.add_rules();
      rule.set_statement(Text(5));
      rule.set_level(static_cast<analysis::v1::HouseRule::Level>(Pick(0, 3)));
      rule.set_state(static_cast<analysis::v1::HouseRule::State>(Pick(0, 4)));
      rule.set_tool(Text(2));
      rule.set_source(Text(2));
      rule.set_status(Text(6));
    }
    for (int i = Pick(0, 12); i > 0; --i) house.add_conflicts(Text(9));
    for (int i = Pick(0, 3); i > 0; --i) house.add_problems(Text(9));
    for (int i = Pick(0, 3); i > 0; --i) {
      analysis::v1::HouseCommand& command = *house.add_commands();
      command.set_purpose(Text(1));
      command.set_line(Text(9));
      command.set_alternative(Text(9));
    }
    for (int i = Pick(0, 12); i > 0; --i) house.add_reviewers(Text(1));
    house.set_owners_path(Text(1));
    analysis::v1::HouseRequest& wish = *house.add_requests();
    wish.set_text(Text(4));
    wish.set_is_known(Pick(0, 1) == 0);
    assembler.Add(std::move(request));
  }

  void AddTests(Assembler& assembler) {
    RenderRequest request;
    analysis::v1::TestEvidence& tests = *request.mutable_tests();
    for (int i = Pick(0, 5); i > 0; --i) {
      analysis::v1::TestCheck& check = *tests.add_checks();
      check.set_check(Text(2));
      check.set_state(static_cast<analysis::v1::TestCheck::State>(Pick(0, 4)));
      check.set_location(Text(2));
      check.set_summary(Text(6));
      for (int j = Pick(0, 6); j > 0; --j) {
        analysis::v1::TestProof& proof = *check.add_proofs();
        proof.set_path(Text(2));
        proof.set_line(Pick(0, 9));
        proof.set_test(Text(1));
        proof.set_found(Text(3));
      }
    }
    for (int i = Pick(0, 3); i > 0; --i) {
      analysis::v1::TestCommand& command = *tests.add_commands();
      command.set_purpose(Text(1));
      command.set_line(Text(8));
      command.set_processes(Pick(0, 9));
      tests.add_notes(Text(5));
    }
    assembler.Add(std::move(request));
  }

  void AddRest(Assembler& assembler, const std::vector<std::string>& paths) {
    RenderRequest request;
    change::v1::ChangeInfo& change = *request.mutable_change();
    change.set_title(Pick(0, 2) == 0 ? "" : Text(6));
    change.set_body(Pick(0, 2) == 0 ? "" : Text(40));
    change.add_commits()->set_subject(Text(5));
    assembler.Add(std::move(request));
    for (int i = Pick(0, 4); i > 0; --i) {
      RenderRequest ledger;
      ledger.mutable_ledger()->set_path(paths[Pick(0, static_cast<int>(paths.size()) - 1)]);
      ledger.mutable_ledger()->set_hunk(Pick(-1, 2));
      ledger.mutable_ledger()->set_state(static_cast<change::v1::LedgerEntry::State>(Pick(1, 8)));
      ledger.mutable_ledger()->set_reason(Text(5));
      assembler.Add(std::move(ledger));
    }
    RenderRequest missing;
    missing.mutable_missing()->set_service(Pick(0, 1) == 0 ? "numerics" : Text(2));
    missing.mutable_missing()->set_reason(Text(4));
    missing.mutable_missing()->set_effect(Text(4));
    assembler.Add(std::move(missing));
    RenderRequest diagnostic;
    diagnostic.mutable_diagnostic()->set_level(change::v1::Diagnostic::LEVEL_WARNING);
    diagnostic.mutable_diagnostic()->set_code(Text(1));
    diagnostic.mutable_diagnostic()->set_path(Pick(0, 1) == 0 ? "" : paths[0]);
    diagnostic.mutable_diagnostic()->set_message(Text(6));
    diagnostic.mutable_diagnostic()->set_hint(Pick(0, 1) == 0 ? "" : Text(3));
    assembler.Add(std::move(diagnostic));
    RenderRequest policy;
    analysis::v1::PolicyValue& value = *policy.mutable_policy()->add_values();
    value.set_key(Text(2));
    value.set_value(Text(3));
    value.set_origin(Text(2));
    assembler.Add(std::move(policy));
  }

 private:
  void Place(change::v1::SourceRange& range, const std::vector<std::string>& paths) {
    range.set_path(Pick(0, 4) == 0 ? Text(3) : paths[Pick(0, static_cast<int>(paths.size()) - 1)]);
    range.set_side(static_cast<change::v1::Side>(Pick(0, 2)));
    range.set_first_line(Pick(0, 30));
    range.set_end_line(range.first_line() + Pick(0, 5));
    range.set_first_column(Pick(0, 9));
    range.set_end_column(Pick(0, 20));
  }

  void AddEvidence(finding::v1::Evidence& evidence, const std::vector<std::string>& paths) {
    switch (Pick(0, 6)) {
      case 0:
        evidence.mutable_syntax()->set_text(Text(5));
        Place(*evidence.mutable_syntax()->mutable_range(), paths);
        return;
      case 1: {
        finding::v1::CallChain::Hop& hop = *evidence.mutable_call_chain()->add_hops();
        hop.set_symbol(Text(3));
        Place(*hop.mutable_range(), paths);
        evidence.mutable_call_chain()->set_root_kind(Text(1));
        return;
      }
      case 2:
        evidence.mutable_configuration()->set_path(Text(2));
        evidence.mutable_configuration()->set_key(Text(2));
        evidence.mutable_configuration()->set_value(Text(2));
        return;
      case 3:
        evidence.mutable_measurement()->set_format(Text(1));
        evidence.mutable_measurement()->set_expression(Text(4));
        evidence.mutable_measurement()->add_witness_inputs(Text(2));
        evidence.mutable_measurement()->set_rewrite(Text(3));
        return;
      case 4:
        evidence.mutable_delta()->set_what(Text(2));
        evidence.mutable_delta()->set_before(Text(3));
        evidence.mutable_delta()->set_after(Text(3));
        return;
      case 5:
        evidence.mutable_test()->set_test(Text(3));
        evidence.mutable_test()->set_relation(Text(2));
        return;
      default:
        evidence.mutable_data_flow()->add_steps()->set_description(Text(5));
    }
  }

  std::mt19937 random_;
};

}  // namespace

Assembly HostileReview(uint32_t seed) {
  Generator generator(seed);
  Assembler assembler;
  RenderRequest options;
  options.mutable_options()->set_engine_version("0.1.0");
  assembler.Add(std::move(options));
  std::vector<std::string> paths;
  for (int i = generator.Pick(1, 15); i > 0; --i) {
    // Paths as our protos carry them hold no control characters; these may, to be sure.
    paths.push_back(generator.Text(4));
    generator.AddFile(assembler, paths.back());
  }
  for (int i = generator.Pick(0, 25); i > 0; --i) generator.AddFinding(assembler, paths);
  generator.AddModel(assembler, paths);
  generator.AddHouse(assembler);
  generator.AddTests(assembler);
  generator.AddRest(assembler, paths);
  return std::move(assembler).Finish();
}

}  // namespace allreview::report
