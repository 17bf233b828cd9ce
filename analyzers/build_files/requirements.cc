#include "analyzers/build_files/requirements.h"

#include <optional>
#include <utility>

#define TOML_EXCEPTIONS 0
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/normal_path.h"
#include "analyzers/paths/paths.h"
#include "toml++/toml.h"

namespace allreview::build_files {
namespace {

constexpr absl::string_view kManifest = "pyproject.toml";

bool IsNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
}

// The name that "https://example.com/org/name.git@main#egg=name" ends with.
std::string NameOfAddress(absl::string_view address) {
  address = address.substr(0, address.find_first_of("@#?"));
  absl::ConsumeSuffix(&address, "/");
  absl::ConsumeSuffix(&address, ".git");
  const size_t slash = address.rfind('/');
  return slash == absl::string_view::npos ? "" : NormalisedDistribution(address.substr(slash + 1));
}

// "a.txt" of "-r a.txt".
void AddIncluded(absl::string_view folder, absl::string_view line, int number,
                 RequirementList& list) {
  const size_t blank = line.find_first_of(" \t");
  const absl::string_view option = line.substr(0, blank);
  absl::string_view next;
  if (blank != absl::string_view::npos) next = absl::StripAsciiWhitespace(line.substr(blank));
  absl::string_view name = ListNamedBy(option, next);
  const bool is_project = option == "-e" || option == "--editable";
  if (is_project) name = next.substr(0, next.find('['));  // Without extras: ".[test]".
  if (name.empty() || absl::StrContains(name, "://") || absl::StrContains(name, "$")) return;
  std::optional<std::string> path = paths::NormalPath(
      folder, is_project ? absl::StrCat(name, "/", kManifest) : std::string(name));
  if (path) list.included.push_back({*std::move(path), number, is_project});
}

RequirementList ReadLines(absl::string_view folder, absl::string_view text) {
  RequirementList list;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line.substr(0, line.find(" #")));
    if (line.empty() || line[0] == '#') continue;
    // Options and hashes behind a requirement: "torch==2.6.0 --hash=… \".
    if (line[0] == '-') {
      AddIncluded(folder, line, number, list);
      continue;
    }
    line = line.substr(0, line.find(" --"));
    absl::ConsumeSuffix(&line, "\\");
    Requirement requirement = ReadRequirement(line);
    requirement.line = number;
    if (!requirement.name.empty()) list.requirements.push_back(std::move(requirement));
  }
  return list;
}

RequirementList ReadManifest(absl::string_view text) {
  RequirementList list;
  const toml::parse_result parsed = toml::parse(std::string_view(text.data(), text.size()));
  if (!parsed) return list;
  const toml::array* dependencies = parsed.table()["project"]["dependencies"].as_array();
  if (dependencies == nullptr) return list;
  for (const toml::node& node : *dependencies) {
    const std::optional<std::string> written = node.value<std::string>();
    if (!written) continue;
    Requirement requirement = ReadRequirement(*written);
    requirement.line = static_cast<int>(node.source().begin.line);
    if (!requirement.name.empty()) list.requirements.push_back(std::move(requirement));
  }
  return list;
}

}  // namespace

bool IsRequirementsPath(absl::string_view path) {
  const absl::string_view name = paths::BaseName(path);
  if (name == kManifest) return true;
  if (!absl::EndsWith(name, ".txt") && !absl::EndsWith(name, ".in")) return false;
  return absl::StrContains(name, "requirements") || absl::StartsWith(name, "constraints") ||
         paths::BaseName(paths::FolderOf(path)) == "requirements";
}

bool IsListFor(absl::string_view list, absl::string_view path) {
  absl::string_view folder = paths::FolderOf(list);
  if (paths::BaseName(folder) == "requirements") folder = paths::FolderOf(folder);
  return folder.empty() || absl::StartsWith(path, absl::StrCat(folder, "/"));
}

RequirementList ReadRequirements(absl::string_view path, absl::string_view text) {
  if (paths::BaseName(path) == kManifest) return ReadManifest(text);
  return ReadLines(paths::FolderOf(path), text);
}

absl::string_view ListNamedBy(absl::string_view option, absl::string_view next) {
  for (absl::string_view name : {"--requirement", "--constraint", "-r", "-c"}) {
    absl::string_view value = option;
    if (!absl::ConsumePrefix(&value, name)) continue;
    if (value.empty()) return next;
    if (absl::ConsumePrefix(&value, "=") || name.size() == 2) return value;
  }
  return "";
}

std::string NormalisedDistribution(absl::string_view name) {
  std::string normalised;
  for (char c : name) {
    const bool is_separator = c == '-' || c == '_' || c == '.';
    if (!is_separator) {
      normalised += absl::ascii_tolower(static_cast<unsigned char>(c));
    } else if (!absl::EndsWith(normalised, "-")) {
      normalised += '-';
    }
  }
  return normalised;
}

Requirement ReadRequirement(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  const size_t scheme = text.find("://");
  const size_t named = text.find(" @ ");
  if (scheme != absl::string_view::npos && named >= scheme) {
    return {.name = NameOfAddress(text.substr(scheme + 3)), .specifier = {}, .marker = {}};
  }
  size_t end = 0;
  while (end < text.size() && IsNameByte(text[end])) ++end;
  Requirement requirement = {
      .name = NormalisedDistribution(text.substr(0, end)), .specifier = {}, .marker = {}};
  if (named != absl::string_view::npos) return requirement;
  text.remove_prefix(end);
  const size_t semicolon = text.find(';');
  if (semicolon != absl::string_view::npos) {
    requirement.marker = std::string(absl::StripAsciiWhitespace(text.substr(semicolon + 1)));
    text = text.substr(0, semicolon);
  }
  text = absl::StripAsciiWhitespace(text);
  if (absl::StartsWith(text, "[")) {
    const size_t close = text.find(']');
    text = close == absl::string_view::npos ? "" : text.substr(close + 1);
  }
  requirement.specifier = absl::StrReplaceAll(text, {{" ", ""}, {"\t", ""}, {"(", ""}, {")", ""}});
  return requirement;
}

}  // namespace allreview::build_files
