#include "analyzers/playbook/versions.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/yaml.h"

namespace allreview::playbook {
namespace {

constexpr absl::string_view kHooks = ".pre-commit-config.yaml";

// "3.12" of "312", "py312" and "3.12".
std::string AsPython(absl::string_view text) {
  absl::ConsumePrefix(&text, "py");
  if (!absl::StrContains(text, ".") && text.size() > 1 && text[0] == '3') {
    return absl::StrCat("3.", text.substr(1));
  }
  return std::string(text);
}

const YamlNode* Find(const YamlNode& node, absl::string_view key) {
  for (const auto& [name, value] : node.entries) {
    if (name.scalar == key) return &value;
  }
  return nullptr;
}

std::string ScalarOf(const YamlNode& node, absl::string_view key) {
  const YamlNode* found = Find(node, key);
  return found == nullptr ? "" : found->scalar;
}

// "26.3.0" of "refs/tags/26.3.0:refs/tags/26.3.0" and of "v26.3.0".
std::string VersionOf(absl::string_view revision) {
  revision = revision.substr(revision.rfind('/') + 1);
  revision = revision.substr(0, revision.find(':'));
  if (revision.size() > 1 && revision[0] == 'v' &&
      absl::ascii_isdigit(static_cast<unsigned char>(revision[1]))) {
    revision.remove_prefix(1);
  }
  return std::string(revision);
}

}  // namespace

int PythonNumber(absl::string_view version) {
  const std::vector<absl::string_view> parts = absl::StrSplit(version, '.');
  int major = 0, minor = 0;
  if (parts.size() < 2 || !absl::SimpleAtoi(parts[0], &major) ||
      !absl::SimpleAtoi(parts[1], &minor) || major != 3 || minor > 99) {
    return 0;
  }
  return major * 100 + minor;
}

std::string PackageOfRequirement(absl::string_view requirement) {
  return std::string(
      absl::StripAsciiWhitespace(requirement.substr(0, requirement.find_first_of("<>=!~;@[ "))));
}

std::vector<VersionPlace> PinnedPython(const View& view) {
  const std::string* text = view.Text(".python-version");
  std::vector<VersionPlace> versions;
  if (text == nullptr) return versions;
  ForEachLine(*text, [&](int number, absl::string_view line) {
    const absl::string_view version = WithoutComment(line);
    if (!version.empty()) {
      versions.push_back({std::string(version), At(".python-version", number)});
    }
  });
  return versions;
}

std::vector<VersionPlace> PythonOfTests(const View& view) {
  const bool has_any = std::any_of(view.ci.begin(), view.ci.end(), [](const CiJob& job) {
    return job.is_on_pull_requests && job.has_tests();
  });
  std::vector<VersionPlace> versions;
  for (const CiJob& job : view.ci) {
    if (!job.has_tests() || (has_any && !job.is_on_pull_requests)) continue;
    for (const auto& [version, place] : job.pythons) versions.push_back({version, place});
  }
  return versions;
}

std::vector<VersionPlace> PythonOfTools(const View& view) {
  std::vector<VersionPlace> versions;
  for (absl::string_view key : {"tool.isort.py_version", "tool.mypy.python_version",
                                "tool.ruff.target-version", "tool.pyright.pythonVersion"}) {
    const house::TomlEntry* entry = view.project.Find(key);
    if (entry == nullptr || PythonNumber(AsPython(entry->text)) == 0) continue;
    versions.push_back({AsPython(entry->text), At(kProject, entry->line)});
  }
  return versions;
}

std::vector<VersionPlace> PythonOfClassifiers(const View& view) {
  std::vector<VersionPlace> versions;
  const std::string* text = view.Text(kProject);
  if (text == nullptr) return versions;
  ForEachLine(*text, [&](int number, absl::string_view line) {
    constexpr absl::string_view kPrefix = "Programming Language :: Python :: ";
    const size_t at = line.find(kPrefix);
    if (at == absl::string_view::npos) return;
    absl::string_view version = line.substr(at + kPrefix.size());
    version = version.substr(0, version.find_first_of("\"'"));
    if (PythonNumber(version) > 0) versions.push_back({std::string(version), At(kProject, number)});
  });
  return versions;
}

std::vector<CommitHook> CommitHooks(const View& view) {
  std::vector<CommitHook> hooks;
  const std::string* text = view.Text(kHooks);
  if (text == nullptr) return hooks;
  const absl::StatusOr<YamlNode> root = ParseYaml(*text);
  if (!root.ok()) return hooks;
  const YamlNode* repositories = Find(*root, "repos");
  if (repositories == nullptr) return hooks;
  for (const YamlNode& repository : repositories->items) {
    const YamlNode* list = Find(repository, "hooks");
    if (list == nullptr) continue;
    for (const YamlNode& node : list->items) {
      CommitHook hook{.id = ScalarOf(node, "id"),
                      .version = VersionOf(ScalarOf(repository, "rev")),
                      .files = ScalarOf(node, "files"),
                      .exclude = ScalarOf(node, "exclude"),
                      .arguments = "",
                      .repository = ScalarOf(repository, "repo"),
                      .line = node.line};
      if (hook.id.empty()) continue;
      if (const YamlNode* arguments = Find(node, "args")) {
        for (const YamlNode& argument : arguments->items) {
          absl::StrAppend(&hook.arguments, " ", argument.scalar);
        }
      }
      hooks.push_back(std::move(hook));
    }
  }
  return hooks;
}

std::vector<VersionPlace> PinsOf(const View& view, absl::string_view package) {
  std::vector<VersionPlace> pins;
  const std::string* text = view.Text(kProject);
  if (text == nullptr) return pins;
  ForEachLine(*text, [&](int number, absl::string_view line) {
    for (absl::string_view quote : {"\"", "'"}) {
      const std::string wanted = absl::StrCat(quote, package, "==");
      const size_t at = line.find(wanted);
      if (at == absl::string_view::npos) continue;
      absl::string_view version = line.substr(at + wanted.size());
      version = version.substr(0, version.find_first_of("\"'; ,"));
      pins.push_back({std::string(version), At(kProject, number)});
    }
  });
  return pins;
}

}  // namespace allreview::playbook
