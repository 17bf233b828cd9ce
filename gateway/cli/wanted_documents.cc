#include "gateway/cli/wanted_documents.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"

namespace allreview::cli {
namespace {

struct NamedDocument {
  absl::string_view name;  // Also of its file.
  report::v1::Document document;
};

constexpr NamedDocument kDocumentTable[] = {
    {"review", report::v1::DOCUMENT_REVIEW},
    {"deep-dive", report::v1::DOCUMENT_DEEP_DIVE},
    {"explanation", report::v1::DOCUMENT_EXPLANATION},
    {"audit", report::v1::DOCUMENT_AUDIT},
    {"playbook", report::v1::DOCUMENT_PLAYBOOK},
};

struct NamedFormat {
  absl::string_view name;
  report::v1::Format format;
  absl::string_view extension;
  bool is_of_all_documents = false;
};

constexpr NamedFormat kFormatTable[] = {
    {"markdown", report::v1::FORMAT_MARKDOWN, ".md", true},
    {"html", report::v1::FORMAT_HTML, ".html", true},
    {"json", report::v1::FORMAT_JSON, ".json"},
    {"sarif", report::v1::FORMAT_SARIF, ".sarif"},
    {"rdjson", report::v1::FORMAT_RDJSON, ".rdjson"},
    {"gitlab", report::v1::FORMAT_GITLAB, ".gitlab.json"},
    {"github-annotations", report::v1::FORMAT_GITHUB_ANNOTATIONS, ".annotations.txt"},
    {"terminal", report::v1::FORMAT_TERMINAL, ".txt"},
};

absl::Status Usage(absl::string_view text) { return absl::InvalidArgumentError(text); }

const NamedFormat& FormatNamed(absl::string_view name) {
  const auto* found = std::find_if(std::begin(kFormatTable), std::end(kFormatTable),
                                   [&](const NamedFormat& format) { return format.name == name; });
  return *found;  // Flags have checked the name.
}

absl::StatusOr<std::vector<NamedDocument>> NamedDocuments(const std::string& list) {
  std::vector<NamedDocument> documents;
  for (absl::string_view name : absl::StrSplit(list, ',', absl::SkipWhitespace())) {
    bool is_known = name == "all";
    for (const NamedDocument& document : kDocumentTable) {
      if (name != "all" && name != document.name) continue;
      is_known = true;
      const bool is_there = std::any_of(documents.begin(), documents.end(), [&](const auto& other) {
        return other.document == document.document;
      });
      if (!is_there) documents.push_back(document);
    }
    if (!is_known) {
      return Usage(absl::StrCat("--documents: \"", name, "\" is no document; there are ",
                                absl::StrJoin(kDocumentTable, ", ",
                                              [](std::string* out, const NamedDocument& document) {
                                                absl::StrAppend(out, document.name);
                                              }),
                                " and all"));
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
                                pairs.back().output, " stands between them"));
    }
    pairs.back().output = value;
    pairs.back().has_output = true;
  }
  if (pairs.empty()) pairs.emplace_back();
  return pairs;
}

// One document in one format and where it goes.
struct Choice {
  NamedDocument document;
  NamedFormat format;
  std::string place;
  std::string folder;  // That must exist for it; empty: none was named.
};

// Several documents go to a folder, each under its own name; one goes there too, if it is a folder.
void SetPlace(const std::string& output, bool is_one_of_several, Choice& choice) {
  choice.place = output;
  if (output == "-") return;
  if (!is_one_of_several && !absl::EndsWith(output, "/") &&
      !std::filesystem::is_directory(output)) {
    return;
  }
  choice.folder = output;
  choice.place = absl::StrCat(output, absl::EndsWith(output, "/") ? "" : "/", choice.document.name,
                              choice.format.extension);
}

bool IsSeen(const std::string& output, const Environment& environment) {
  return output == "-" && environment.is_output_terminal;
}

WantedDocument MakeDocument(const Choice& choice, const Arguments& arguments,
                            const Environment& environment) {
  WantedDocument wanted{.request = {}, .output = choice.place, .folder = choice.folder};
  wanted.request.set_document(choice.document.document);
  wanted.request.set_format(choice.format.format);
  wanted.request.set_language(arguments.Get(kLanguage));
  if (choice.format.format != report::v1::FORMAT_TERMINAL) return wanted;
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
      if (a.document.document != b.document.document) {
        return Usage(absl::StrCat("the ", a.document.name, " and the ", b.document.name,
                                  " both go to ", where,
                                  "; name a folder for them with --output=DIR"));
      }
      return Usage(absl::StrCat("--format=", a.format.name, " and --format=", b.format.name,
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
  ASSIGN_OR_RETURN(const std::vector<NamedDocument> documents, NamedDocuments(names));
  ASSIGN_OR_RETURN(const std::vector<FormatAndOutput> pairs, PairOutputs(arguments));
  std::vector<Choice> choices;
  for (const FormatAndOutput& pair : pairs) {
    const size_t before = choices.size();
    for (const NamedDocument& document : documents) {
      const bool is_review = document.document == report::v1::DOCUMENT_REVIEW;
      const absl::string_view usual =
          is_review && IsSeen(pair.output, environment) ? "terminal" : "markdown";
      Choice choice{document, FormatNamed(pair.format.empty() ? usual : pair.format), "", ""};
      if (!is_review && !choice.format.is_of_all_documents) continue;
      SetPlace(pair.output, documents.size() > 1, choice);
      choices.push_back(std::move(choice));
    }
    if (choices.size() == before) {
      return Usage(absl::StrCat("--format=", pair.format, " holds the review alone, not: ", names,
                                "; choose markdown or html, or add the review"));
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
