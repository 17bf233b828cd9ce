// allreview check-document: a document against the change that it tells of.

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/call_control.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/cli/check_flags.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/review_request.h"
#include "gateway/cli/session.h"
#include "gateway/document_check/check.h"
#include "gateway/document_check/diagrams.h"
#include "gateway/document_check/git_facts.h"
#include "gateway/document_check/truth.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::cli {
namespace {

using document_check::ChangeFacts;
using document_check::Fault;
using document_check::NamedDocument;
using report::v1::Document;

// "deep-dive" of "out/deep-dive.zh.md".
std::string StemOf(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0.
  return name.substr(0, name.find('.'));
}

absl::StatusOr<Document> DocumentOf(const Arguments& arguments) {
  const std::string& path = arguments.positional[0];
  const std::optional<Document> document =
      report::DocumentNamed(arguments.Get(kDocument, StemOf(path)));
  if (document) return *document;
  return absl::InvalidArgumentError(
      absl::StrCat("\"", path,
                   "\" is not called like a document; say which one it is with "
                   "--document=NAME"));
}

absl::StatusOr<std::optional<ChangeFacts>> FactsOf(const Arguments& arguments,
                                                   const Environment& environment,
                                                   const CallControl& control) {
  if (arguments.positional.size() < 2) return std::nullopt;
  const std::string& range = arguments.positional[1];
  ASSIGN_OR_RETURN(const change::v1::LocalRepository local, ParseRange(range));
  if (local.mode() == change::v1::LocalRepository::MODE_WORKING_TREE) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", range, "\" is one revision; wanted BASE..HEAD or BASE...HEAD"));
  }
  const std::string repository = RepositoryPath(arguments, environment);
  if (repository.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("\"", environment.current_directory,
                     "\" is in no git repository; name one with --repo DIR"));
  }
  return document_check::ReadGitFacts(
      {.repository = repository,
       .base = local.base(),
       .head = local.head(),
       .is_merge_base = local.mode() == change::v1::LocalRepository::MODE_MERGE_BASE},
      control);
}

constexpr absl::string_view kForm = "form";

// The names of the checks to run.
absl::StatusOr<std::set<std::string>> ChecksOf(const Arguments& arguments) {
  const std::vector<absl::string_view>& known = document_check::TruthChecks();
  std::set<std::string> all(known.begin(), known.end());
  all.emplace(kForm);
  if (!arguments.Has(kChecks)) return all;
  std::set<std::string> chosen = absl::StrSplit(arguments.Get(kChecks), ',', absl::SkipEmpty());
  for (const std::string& check : chosen) {
    if (all.count(check) > 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("\"", check, "\" is no check; there are ", absl::StrJoin(all, ", ")));
  }
  return chosen;
}

absl::StatusOr<std::vector<NamedDocument>> DocumentsBeside(const Arguments& arguments,
                                                           const Environment& environment) {
  std::vector<NamedDocument> documents;
  for (const std::string& path : arguments.GetAll(kBeside)) {
    const std::optional<Document> document = report::DocumentNamed(StemOf(path));
    if (!document) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", path, "\" is not called like a document"));
    }
    ASSIGN_OR_RETURN(std::string text, ReadFile(AbsolutePath(environment, path)));
    documents.push_back({*document, path, std::move(text)});
  }
  return documents;
}

absl::StatusOr<std::vector<Fault>> FindFaults(Document document, const Arguments& arguments,
                                              const Environment& environment,
                                              const CallControl& control) {
  ASSIGN_OR_RETURN(const std::set<std::string> checks, ChecksOf(arguments));
  ASSIGN_OR_RETURN(std::vector<NamedDocument> beside, DocumentsBeside(arguments, environment));
  ASSIGN_OR_RETURN(const std::string text,
                   ReadFile(AbsolutePath(environment, arguments.positional[0])));
  ASSIGN_OR_RETURN(const std::optional<ChangeFacts> facts,
                   FactsOf(arguments, environment, control));
  const ChangeFacts* const change = facts ? &*facts : nullptr;
  std::vector<Fault> faults =
      document_check::CheckDocument(text, {.document = document, .change = change});
  std::vector<Fault> untrue = document_check::CheckTruth(
      text, {.document = document, .change = change, .beside = std::move(beside)});
  std::move(untrue.begin(), untrue.end(), std::back_inserter(faults));
  if (!arguments.Has(kNoDiagrams) && checks.count(std::string(kForm)) > 0) {
    ASSIGN_OR_RETURN(std::vector<Fault> refused, document_check::CheckDiagrams(text, control));
    std::move(refused.begin(), refused.end(), std::back_inserter(faults));
  }
  std::erase_if(faults,
                [&](const Fault& fault) { return checks.count(std::string(fault.check)) == 0; });
  std::stable_sort(faults.begin(), faults.end(),
                   [](const Fault& a, const Fault& b) { return a.line < b.line; });
  return faults;
}

}  // namespace

int RunCheckDocument(const Command&, const Arguments& arguments, const Session& session) {
  const absl::StatusOr<Document> document = DocumentOf(arguments);
  if (!document.ok()) return FailSetup(session, document.status());
  Interrupt interrupt;
  const CallControl control{.is_cancelled = [&] { return interrupt.signal() != 0; }};
  const absl::StatusOr<std::vector<Fault>> faults =
      FindFaults(*document, arguments, session.environment, control);
  if (!faults.ok()) {
    return absl::IsCancelled(faults.status())
               ? FailCall(session, faults.status(), interrupt.signal())
               : FailSetup(session, faults.status());
  }
  for (const Fault& fault : *faults) {
    const std::string check = fault.check == kForm ? "" : absl::StrCat(" [", fault.check, "]");
    session.out.Write(absl::StrCat(PrintableText(arguments.positional[0]), ":",
                                   std::max(fault.line, 1), ": ", PrintableText(fault.text), check,
                                   "\n"));
  }
  const absl::Status flushed = session.out.Flush();
  if (!flushed.ok()) return FailCall(session, flushed, 0);
  return faults->empty() ? kExitOk : kExitFindings;
}

}  // namespace allreview::cli
