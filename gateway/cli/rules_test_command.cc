// allreview rules test: checks rule files and runs the tests of their rules.

#include <string>

#include "absl/strings/str_cat.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/json.h"
#include "gateway/cli/render_diff.h"
#include "gateway/cli/rule_files.h"
#include "gateway/cli/session.h"
#include "gateway/cli/unary_call.h"

namespace allreview::cli {
namespace {

using analysis::v1::RuleTest;
using change::v1::Diagnostic;
using review::v1::ReviewService;
using review::v1::TestRulesRequest;
using review::v1::TestRulesResponse;

int CountFailures(const TestRulesResponse& response) {
  int failures = 0;
  for (const RuleTest& test : response.tests()) failures += !test.failure().empty();
  return failures;
}

// As compilers print errors, then one line that sums up.
std::string Text(const TestRulesResponse& response) {
  std::string text;
  for (const Diagnostic& diagnostic : response.diagnostics()) {
    absl::StrAppend(&text, DiagnosticLine(diagnostic.path(), diagnostic), "\n");
  }
  for (const RuleTest& test : response.tests()) {
    if (test.failure().empty()) continue;
    absl::StrAppend(&text, PrintableText(test.file()), ":", test.line(), ": ",
                    PrintableText(test.rule_id()), " ", PrintableText(test.name()), ": ",
                    PrintableText(test.failure()), "\n");
  }
  const int failures = CountFailures(response);
  absl::StrAppend(&text, response.tests_size() - failures, " of ", response.tests_size(),
                  response.tests_size() == 1 ? " test passed" : " tests passed");
  if (response.diagnostics_size() > 0) {
    absl::StrAppend(&text, ", ", response.diagnostics_size(),
                    response.diagnostics_size() == 1 ? " error" : " errors");
  }
  return absl::StrCat(text, "\n");
}

std::string Json(const TestRulesResponse& response) {
  JsonWriter json;
  json.BeginObject();
  json.Key("tests").BeginArray();
  for (const RuleTest& test : response.tests()) {
    json.NewLine();
    json.BeginObject();
    json.Key("rule").String(test.rule_id());
    json.Key("name").String(test.name());
    json.Key("file").String(test.file());
    json.Key("line").Number(test.line());
    json.Key("passed").Bool(test.failure().empty());
    json.Key("failure").String(test.failure());
    json.EndObject();
  }
  json.NewLine();
  json.EndArray();
  json.Key("errors").BeginArray();
  for (const Diagnostic& diagnostic : response.diagnostics()) {
    json.NewLine();
    json.BeginObject();
    json.Key("file").String(diagnostic.path());
    json.Key("line").Number(diagnostic.line());
    json.Key("column").Number(diagnostic.column());
    json.Key("message").String(diagnostic.message());
    json.Key("hint").String(diagnostic.hint());
    json.EndObject();
  }
  json.NewLine();
  json.EndArray();
  json.EndObject();
  return absl::StrCat(json.Take(), "\n");
}

}  // namespace

int RunRulesTest(const Command& command, const Arguments& arguments, const Session& session) {
  const auto files = ReadRuleFiles(arguments.positional, "rules test");
  if (!files.ok()) return Fail(session, files.status());
  TestRulesRequest request;
  for (const auto& file : *files) *request.add_rule_files() = file;
  const Answer<TestRulesResponse> answer =
      CallReviewService(command, arguments, session, &ReviewService::Stub::TestRules, request);
  if (!answer.response) return answer.exit_code;
  const TestRulesResponse& response = *answer.response;
  session.out.Write(arguments.Get(kTextFormat) == "json" ? Json(response) : Text(response));
  return response.diagnostics_size() > 0 || CountFailures(response) > 0 ? kExitFindings : kExitOk;
}

}  // namespace allreview::cli
