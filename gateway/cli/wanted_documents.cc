#include "gateway/cli/wanted_documents.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::cli {
namespace {

using report::v1::Document;
using report::v1::Format;

absl::Status Usage(absl::string_view text) { return absl::InvalidArgumentError(text); }

absl::StatusOr<std::vector<Document>> NamedDocuments(const std::string& list) {
  std::vector<Document> documents;
  for (absl::string_view name : absl::StrSplit(list, ',', absl::SkipWhitespace())) {
    bool is_known = name == "all";
    for (const Document document : report::Documents()) {
      if (name != "all" && name != report::InfoOf(document).name()) continue;
      is_known = true;
      if (std::count(documents.begin(), documents.end(), document) == 0) {
        documents.push_back(document);
      }
    }
    if (!is_known) {
      return Usage(absl::StrCat("--documents: \"", name, "\" is not a document; the documents are ",
                                absl::StrJoin(report::DocumentNames(), ", "), " and all"));
    }
  }
  if (documents.empty()) return Usage("--documents names none; write --documents=review");
  return documents;
}

struct FormatAndOutput {
  std::string format;  // Empty: none was named.
  std::string output = "-";
  bool has_output = false;
};

// Each --output belongs to the --format before it, or to the default format.
absl::StatusOr<std::vector<FormatAndOutput>> PairOutputs(const Arguments& arguments) {
  std::vector<FormatAndOutput> pairs;
  for (const auto& [flag, value] : arguments.flags) {
    if (flag->name == kFormat.name) pairs.push_back({.format = value});
    if (flag->name != kOutput.name) continue;
    if (pairs.empty()) pairs.emplace_back();
    if (pairs.back().has_output) {
      return Usage(absl::StrCat("--output=", value, " has no --format of its own: --output=",
                                pairs.back().output, " is between them"));
    }
    pairs.back().output = value;
    pairs.back().has_output = true;
  }
  if (pairs.empty()) pairs.emplace_back();
  return pairs;
}

// One document in one format and where it goes.
struct Choice {
  Document document;
  Format format;
  bool is_patch = false;  // Made from that format.
  std::string place;
  std::string folder;  // That must exist for it; empty: none was named.
};

absl::string_view FormatNameOf(const Choice& choice) {
  return choice.is_patch ? kPatchFormat : absl::string_view(report::InfoOf(choice.format).name());
}

absl::string_view ExtensionOf(const Choice& choice) {
  return choice.is_patch ? ".patch" : absl::string_view(report::InfoOf(choice.format).extension());
}

// Several documents go to a folder, each under its own name; one goes there too, if it is a folder.
void SetPlace(const std::string& output, bool is_one_of_several, Choice& choice) {
  choice.place = output;
  if (output == "-") return;
  if (!is_one_of_several && !absl::EndsWith(output, "/") &&
      !std::filesystem::is_directory(output)) {
    return;
  }
  choice.folder = output;
  choice.place = absl::StrCat(output, absl::EndsWith(output, "/") ? "" : "/",
                              report::InfoOf(choice.document).name(), ExtensionOf(choice));
}

bool IsSeen(const std::string& output, const Environment& environment) {
  return output == "-" && environment.is_output_terminal;
}

WantedDocument MakeDocument(const Choice& choice, const Arguments& arguments,
                            const Environment& environment) {
  WantedDocument wanted{
      .request = {}, .output = choice.place, .folder = choice.folder, .is_patch = choice.is_patch};
  wanted.request.set_document(choice.document);
  wanted.request.set_format(choice.format);
  wanted.request.set_language(arguments.Get(kLanguage));
  if (choice.format != report::v1::FORMAT_TERMINAL) return wanted;
  const std::string colour = arguments.Get(kColour, "auto");
  wanted.request.set_is_coloured(wanted.output == "-" ? IsColoured(environment, colour)
                                                      : colour == "always");
  // Only what somebody looks at depends on the size of a window.
  if (IsSeen(wanted.output, environment)) wanted.request.set_width(environment.columns);
  return wanted;
}

absl::Status CheckDistinct(const std::vector<Choice>& choices) {
  for (size_t i = 0; i < choices.size(); ++i) {
    for (size_t j = i + 1; j < choices.size(); ++j) {
      const Choice& a = choices[i];
      const Choice& b = choices[j];
      if (a.place != b.place) continue;
      const std::string where =
          a.place == "-" ? "standard output" : absl::StrCat("\"", a.place, "\"");
      if (a.document != b.document) {
        return Usage(absl::StrCat("the ", report::InfoOf(a.document).name(), " and the ",
                                  report::InfoOf(b.document).name(), " both go to ", where,
                                  "; name a folder for them with --output=DIR"));
      }
      return Usage(absl::StrCat("--format=", FormatNameOf(a), " and --format=", FormatNameOf(b),
                                " both go to ", where, "; give one an --output=FILE of its own"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<WantedDocument>> WantedDocuments(const Arguments& arguments,
                                                            const Environment& environment,
                                                            absl::string_view default_documents) {
  const std::string names = arguments.Get(kDocuments, default_documents);
  ASSIGN_OR_RETURN(const std::vector<Document> documents, NamedDocuments(names));
  ASSIGN_OR_RETURN(const std::vector<FormatAndOutput> pairs, PairOutputs(arguments));
  std::vector<Choice> choices;
  for (const FormatAndOutput& pair : pairs) {
    const size_t before = choices.size();
    for (const Document document : documents) {
      const bool is_review = document == report::v1::DOCUMENT_REVIEW;
      const Format usual = is_review && IsSeen(pair.output, environment)
                               ? report::v1::FORMAT_TERMINAL
                               : report::v1::FORMAT_MARKDOWN;
      // Flags have checked the name.
      const bool is_patch = pair.format == kPatchFormat;
      const Format format = report::FormatNamed(pair.format).value_or(usual);
      Choice choice{.document = document,
                    .format = is_patch ? report::v1::FORMAT_JSON : format,
                    .is_patch = is_patch,
                    .place = "",
                    .folder = ""};
      if (!is_review && !report::InfoOf(choice.format).is_of_all_documents()) continue;
      SetPlace(pair.output, documents.size() > 1, choice);
      choices.push_back(std::move(choice));
    }
    if (choices.size() == before) {
      return Usage(absl::StrCat(
          "--format=", pair.format, " contains only the review, not: ", names, "; choose ",
          absl::StrJoin(report::NamesOfFormatsOfAllDocuments(), " or "), ", or add the review"));
    }
  }
  RETURN_IF_ERROR(CheckDistinct(choices));
  std::vector<WantedDocument> wanted;
  for (const Choice& choice : choices) {
    wanted.push_back(MakeDocument(choice, arguments, environment));
  }
  return wanted;
}

}  // namespace allreview::cli
