#include "analyzers/house/policy_files.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/house/read_policy.h"

namespace allreview::house {
namespace {

using Reader = Reading (*)(const File&);

struct KnownFile {
  absl::string_view name;
  Reader read;
};
// In the root of the repository.
constexpr KnownFile kRootFiles[] = {
    {".codecov.yml", ReadCodecov},
    {".cursorrules", ReadDocument},
    {".flake8", ReadIniFile},
    {".gitlab-ci.yml", ReadWorkflow},
    {".pre-commit-config.yaml", ReadPreCommit},
    {".pylintrc", ReadIniFile},
    {"CODEOWNERS", ReadOwners},
    {"CONTRIBUTING.md", ReadDocument},
    {"CONTRIBUTING.rst", ReadDocument},
    {"README.md", ReadDocument},
    {"codecov.yml", ReadCodecov},
    {"mypy.ini", ReadIniFile},
    {"pylintrc", ReadIniFile},
    {"pyproject.toml", ReadPyproject},
    {"setup.cfg", ReadIniFile},
    {"tox.ini", ReadIniFile},
};
constexpr int kMaxDepth = 4;  // Of folders with documents of their own.

absl::string_view NameOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

bool IsScript(absl::string_view name) {
  return absl::EndsWith(name, "format.sh") || absl::EndsWith(name, "lint.sh") ||
         absl::EndsWith(name, "linter.sh") || absl::EndsWith(name, "style.sh");
}

Reader ReaderOf(absl::string_view path) {
  const absl::string_view name = NameOf(path);
  if (name.size() == path.size()) {
    for (const KnownFile& file : kRootFiles) {
      if (file.name == path) return file.read;
    }
  }
  const int depth = static_cast<int>(std::count(path.begin(), path.end(), '/'));
  if (depth > kMaxDepth) return nullptr;
  if (name == "AGENTS.md" || name == "CLAUDE.md") return ReadDocument;
  if (name == "SKILL.md" && absl::StrContains(path, "skills/")) return ReadDocument;
  if (absl::StartsWith(path, ".github/workflows/")) {
    return absl::EndsWith(name, ".yml") || absl::EndsWith(name, ".yaml") ? ReadWorkflow : nullptr;
  }
  if (name == "CODEOWNERS" && (path == ".github/CODEOWNERS" || path == "docs/CODEOWNERS")) {
    return ReadOwners;
  }
  const std::string lower = absl::AsciiStrToLower(name);
  if (lower == "pull_request_template.md" && depth <= 1) return ReadDocument;
  const bool is_doc = absl::StartsWith(path, "docs/") || absl::StartsWith(path, ".github/");
  if (is_doc && (lower == "contribute.md" || lower == "contributing.md" || lower == "install.md" ||
                 lower == "installation.md")) {
    return ReadDocument;
  }
  return depth <= 1 && IsScript(name) ? ReadScript : nullptr;
}

}  // namespace

std::vector<std::string> PolicyFileSuffixes() {
  return {".cursorrules",     ".flake8",   ".yaml",       ".yml",
          "AGENTS.md",        "CLAUDE.md", "CODEOWNERS",  "CONTRIBUTING.md",
          "CONTRIBUTING.rst", "README.md", "SKILL.md",    "contribute.md",
          "contributing.md",  "format.sh", "install.md",  "installation.md",
          "lint.sh",          "mypy.ini",  "pylintrc",    "pyproject.toml",
          "setup.cfg",        "style.sh",  "template.md", "TEMPLATE.md",
          "tox.ini"};
}

bool IsPolicyFile(absl::string_view path) { return ReaderOf(path) != nullptr; }

Reading ReadFile(const File& file) {
  const Reader reader = ReaderOf(file.path);
  return reader == nullptr ? Reading() : reader(file);
}

int PrecedenceOf(absl::string_view path) {
  constexpr absl::string_view kOrder[] = {
      "pyproject.toml", ".pylintrc", ".flake8",     "setup.cfg",
      "tox.ini",        "mypy.ini",  "codecov.yml", ".pre-commit-config.yaml"};
  for (size_t i = 0; i < std::size(kOrder); ++i) {
    if (path == kOrder[i]) return static_cast<int>(i);
  }
  if (absl::StartsWith(path, ".github/workflows/")) return 10;
  if (path == "AGENTS.md" || path == "CLAUDE.md") return 11;
  const absl::string_view name = NameOf(path);
  if (name == "AGENTS.md" || name == "CLAUDE.md" || path == ".cursorrules") return 12;
  if (name == "SKILL.md") return 13;
  const std::string lower = absl::AsciiStrToLower(name);
  if (absl::StartsWith(lower, "contribut")) return 14;
  return 15;
}

}  // namespace allreview::house
