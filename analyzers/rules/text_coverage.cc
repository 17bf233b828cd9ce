#include "analyzers/rules/text_coverage.h"

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/build_files/cmake.h"
#include "analyzers/build_files/dockerfile.h"
#include "analyzers/build_files/makefile.h"
#include "analyzers/diff/classify.h"
#include "analyzers/rules/directives.h"
#include "base/languages.h"
#include "base/yaml.h"
#include "sentences/phrases/coverage.h"

namespace allreview::rules {
namespace {

using change::ChangedFile;
using change::Coverage;

const std::string* TextOf(const change::AnalysedChange& change, const ChangedFile& file) {
  if (file.after) return &*file.after;
  if (file.after_blob_id.empty()) return nullptr;
  return change.texts().Read(change::Side::kRight, change::TreeFile{file.path, file.after_blob_id});
}

// Why a build file cannot be read; empty: it can, or it is no build file.
std::string UnreadableBuildFile(absl::string_view language, absl::string_view text) {
  const auto never_ends = [](absl::string_view what, int line) {
    return line == 0 ? "" : absl::StrCat("the ", what, " in line ", line, " never ends");
  };
  if (language == "cmake") return never_ends("command", build_files::ReadCMake(text).error_line);
  if (language == "makefile") {
    return never_ends("definition", build_files::ReadMakefile(text).error_line);
  }
  if (language == "dockerfile") {
    return never_ends("here-document", build_files::ReadDockerfile(text).error_line);
  }
  return "";
}

// None: it stays what its class makes of it.
std::optional<Coverage> CoverageOf(const ChangedFile& file, const diff::Classification& kind,
                                   const std::string* text) {
  Coverage coverage = {.path = file.path};
  if (file.is_deleted) return coverage;
  if (text == nullptr) {
    coverage.state = Coverage::State::kNotFetched;
    coverage.reason = allreview::phrases::kRightSideNotKnown;
    return coverage;
  }
  if (const std::string reason = UnreadableBuildFile(kind.language, *text); !reason.empty()) {
    coverage.state = Coverage::State::kUnsupported;
    coverage.reason = reason;
  }
  if (kind.language != "yaml") return coverage;
  const auto documents = ParseYamlDocuments(*text);
  if (documents.ok()) return coverage;
  if (kind.file_class == diff::FileClass::kConfiguration) return std::nullopt;
  coverage.state = Coverage::State::kUnsupported;
  coverage.reason = std::string(documents.status().message());
  return coverage;
}

}  // namespace

RecipesRead ReadRecipes(const change::AnalysedChange& change) {
  RecipesRead read;
  for (const ChangedFile& file : change.changed_files()) {
    const diff::Classification kind = diff::Classify({.path = file.path});
    if (ReaderOf(kind.language) != Reader::kText) continue;
    const std::string* text = file.is_deleted ? nullptr : TextOf(change, file);
    std::optional<Coverage> coverage = CoverageOf(file, kind, text);
    if (!coverage) continue;
    read.coverage.push_back(*std::move(coverage));
    if (text == nullptr) continue;
    std::vector<DirectiveComment> directives = CollectDirectives(file.path, *text);
    std::move(directives.begin(), directives.end(), std::back_inserter(read.directives));
  }
  return read;
}

}  // namespace allreview::rules
