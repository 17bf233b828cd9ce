#include "analyzers/playbook/ci_jobs.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/house/commands.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"
#include "base/yaml.h"

namespace allreview::playbook {
namespace {

using house::Purpose;

constexpr size_t kMaxJobs = 200;
constexpr size_t kMaxRecipe = 40;  // Commands of one target.

std::string ScalarAt(const YamlNode& node, std::initializer_list<absl::string_view> keys) {
  const YamlNode* at = &node;
  for (absl::string_view key : keys) {
    at = FindYamlKey(*at, key);
    if (at == nullptr) return "";
  }
  return at->scalar;
}

// "<backend>" for "${{ inputs.backend }}". Empty: a secret or the like.
std::string WithPlaceholders(absl::string_view line) {
  std::string text;
  for (size_t open = line.find("${{"); open != absl::string_view::npos; open = line.find("${{")) {
    const size_t close = line.find("}}", open);
    if (close == absl::string_view::npos) return "";
    absl::string_view name = absl::StripAsciiWhitespace(line.substr(open + 3, close - open - 3));
    const bool is_plain = std::all_of(name.begin(), name.end(), [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
    });
    if (!is_plain || absl::StartsWith(name, "secrets")) return "";
    absl::StrAppend(&text, line.substr(0, open), "<", name.substr(name.rfind('.') + 1), ">");
    line.remove_prefix(close + 2);
  }
  absl::StrAppend(&text, line);
  return text;
}

// Values of one key of the matrix, as a list or in the entries of `include` and other lists.
std::vector<const YamlNode*> MatrixValues(const YamlNode& job, absl::string_view name) {
  std::vector<const YamlNode*> values;
  const YamlNode* strategy = FindYamlKey(job, "strategy");
  const YamlNode* matrix = strategy == nullptr ? nullptr : FindYamlKey(*strategy, "matrix");
  if (matrix == nullptr) return values;
  const size_t dot = name.find('.');
  for (const auto& [key, list] : matrix->entries) {
    for (const YamlNode& item : list.items) {
      const bool is_list = key.scalar == name;
      const bool is_entry = key.scalar == "include" || key.scalar == name.substr(0, dot);
      const YamlNode* field =
          is_list ? &item
          : is_entry
              ? FindYamlKey(item, dot == absl::string_view::npos ? name : name.substr(dot + 1))
              : nullptr;
      if (field != nullptr && !field->scalar.empty()) values.push_back(field);
    }
  }
  return values;
}

// The node itself, or what the matrix puts in its place.
std::vector<const YamlNode*> ValuesOf(const YamlNode& job, const YamlNode& node) {
  absl::string_view name = node.scalar;
  if (!absl::ConsumePrefix(&name, "${{") || !absl::ConsumeSuffix(&name, "}}")) return {&node};
  name = absl::StripAsciiWhitespace(name);
  if (!absl::ConsumePrefix(&name, "matrix.")) return {};
  return MatrixValues(job, name);
}

bool RunsOnPullRequests(const YamlNode& root) {
  const YamlNode* on = FindYamlKey(root, "on");
  if (on == nullptr) on = FindYamlKey(root, "true");
  if (on == nullptr) return false;
  const auto is_wanted = [](absl::string_view event) {
    return event == "pull_request" || event == "pull_request_target" || event == "merge_group" ||
           event == "workflow_call";
  };
  return is_wanted(on->scalar) ||
         std::any_of(on->items.begin(), on->items.end(),
                     [&](const YamlNode& item) { return is_wanted(item.scalar); }) ||
         std::any_of(on->entries.begin(), on->entries.end(),
                     [&](const auto& entry) { return is_wanted(entry.first.scalar); });
}

class JobReader {
 public:
  JobReader(const house::File& file, const std::map<std::string, MakeTarget>& targets,
            const std::function<bool(absl::string_view path)>& has_path)
      : file_(file), targets_(targets), has_path_(has_path) {}

  CiJob Read(const YamlNode& node) const {
    CiJob job;
    if (const YamlNode* container = FindYamlKey(node, "container")) {
      const YamlNode* image = FindYamlKey(*container, "image");
      if (image == nullptr) image = container;
      const std::vector<const YamlNode*> values = ValuesOf(node, *image);
      if (!values.empty() && !absl::StrContains(values[0]->scalar, "$")) {
        job.image = values[0]->scalar;
        job.image_place = At(file_.path, values[0]->line);
      }
    }
    const YamlNode* steps = FindYamlKey(node, "steps");
    if (steps == nullptr) return job;
    const std::string folder = ScalarAt(node, {"defaults", "run", "working-directory"});
    for (const YamlNode& step : steps->items) ReadStep(node, step, folder, job);
    return job;
  }

 private:
  void ReadStep(const YamlNode& node, const YamlNode& step, const std::string& folder,
                CiJob& job) const {
    const YamlNode* with = FindYamlKey(step, "with");
    const YamlNode* version = with == nullptr ? nullptr : FindYamlKey(*with, "python-version");
    if (version != nullptr) AddPythons(node, *version, job);
    const YamlNode* run = FindYamlKey(step, "run");
    if (run == nullptr) return;
    Shell shell(has_path_);
    std::string at = ScalarAt(step, {"working-directory"});
    if (at.empty()) at = folder;
    if (!at.empty()) shell.Enter(at);
    // The text of a block begins on the line below its mark.
    const bool is_block = absl::StrContains(run->scalar, "\n");
    std::string before;  // Scripts of the repository that prepare the tests of this step.
    for (ShellCommand& command : shell.Run(run->scalar, At(file_.path, run->line + is_block))) {
      const std::optional<Purpose> purpose = PurposeOfCommand(command.line);
      if (!purpose && IsOwnScript(command)) absl::StrAppend(&before, command.line, " && ");
      if (purpose == Purpose::kTest) {
        command.line = absl::StrCat(before, VariablesOf(step), command.line);
        before.clear();
      }
      Add(std::move(command), job);
    }
  }

  bool IsOwnScript(const ShellCommand& command) const {
    const std::vector<std::string> words = absl::StrSplit(command.line, ' ', absl::SkipEmpty());
    if (words.size() < 2 || !command.folder.empty()) return false;
    const bool is_shell = words[0] == "bash" || words[0] == "sh";
    return is_shell && !absl::StartsWith(words[1], ".") && has_path_(words[1]);
  }

  // "RUN_SLOW=1 " of the step's `env`: what the tests themselves look at.
  static std::string VariablesOf(const YamlNode& step) {
    constexpr size_t kMaxVariables = 3;
    const YamlNode* env = FindYamlKey(step, "env");
    std::string text;
    if (env == nullptr || env->entries.size() > kMaxVariables) return text;
    for (const auto& [name, value] : env->entries) {
      const bool is_plain = !value.scalar.empty() && value.scalar.size() < 30 &&
                            std::all_of(value.scalar.begin(), value.scalar.end(), [](char c) {
                              return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                                     absl::StrContains("._-/", absl::string_view(&c, 1));
                            });
      if (is_plain) absl::StrAppend(&text, name.scalar, "=", value.scalar, " ");
    }
    return text;
  }

  static std::string PythonOf(absl::string_view text) {
    return PythonNumber(text) > 0 ? std::string(text) : "";
  }

  void AddPythons(const YamlNode& node, const YamlNode& version, CiJob& job) const {
    std::vector<const YamlNode*> values;
    for (const YamlNode& item : version.items) values.push_back(&item);
    if (values.empty()) values = ValuesOf(node, version);
    for (const YamlNode* value : values) {
      const std::string python = PythonOf(value->scalar);
      if (!python.empty()) job.pythons.emplace_back(python, At(file_.path, value->line));
    }
  }

  void Add(ShellCommand command, CiJob& job) const {
    command.line = WithPlaceholders(command.line);
    if (command.line.empty()) return;
    absl::string_view target = command.line;
    if (absl::ConsumePrefix(&target, "make ") && command.folder.empty()) {
      const auto found = targets_.find(std::string(target));
      if (found == targets_.end()) return;
      for (const std::string& line : found->second.commands) {
        job.commands.push_back({{line, "", command.place}, PurposeOfCommand(line)});
      }
      return;
    }
    const std::vector<std::string> words = absl::StrSplit(command.line, ' ', absl::SkipEmpty());
    if (words.size() > 2 && words[0] == "uv" && words[1] == "venv") {
      for (size_t i = 2; i + 1 < words.size(); ++i) {
        const std::string python = PythonOf(words[i + 1]);
        if ((words[i] == "-p" || words[i] == "--python") && !python.empty()) {
          job.pythons.emplace_back(python, command.place);
        }
      }
    }
    const std::optional<Purpose> purpose = PurposeOfCommand(command.line);
    job.commands.push_back({std::move(command), purpose});
  }

  const house::File& file_;
  const std::map<std::string, MakeTarget>& targets_;
  const std::function<bool(absl::string_view path)>& has_path_;
};

}  // namespace

bool CiJob::has_tests() const {
  return std::any_of(commands.begin(), commands.end(),
                     [](const CiCommand& command) { return command.purpose == Purpose::kTest; });
}

std::optional<Purpose> PurposeOfCommand(absl::string_view line) {
  // What it installs is no tool that it runs.
  const std::optional<Purpose> purpose = house::PurposeOf(line);
  if (purpose || absl::StrContains(line, "install")) return purpose;
  if (absl::StrContains(line, "-m unittest")) return Purpose::kTest;
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
  const size_t at = !words.empty() && (words[0] == "bash" || words[0] == "sh") ? 1 : 0;
  if (at >= words.size() || !absl::EndsWith(words[at], ".sh")) return std::nullopt;
  if (absl::StartsWith(BaseName(words[at]), "test") ||
      absl::StartsWith(BaseName(words[at]), "run_test") ||
      absl::StrContains(BaseName(words[at]), "_test")) {
    return Purpose::kTest;
  }
  return std::nullopt;
}

using Variables = std::map<std::string, std::string>;

// With its variables filled in; empty: what make or the shell makes of it is not known.
std::string CommandOf(absl::string_view line, const Variables& variables) {
  absl::string_view code = absl::StripAsciiWhitespace(line);
  while (absl::ConsumePrefix(&code, "@") || absl::ConsumePrefix(&code, "-")) {
  }
  std::string text(code);
  for (const auto& [name, value] : variables) {
    text = absl::StrReplaceAll(text, {{absl::StrCat("$(", name, ")"), value}});
  }
  const bool is_plain = !text.empty() && !absl::StrContains(text, "$") &&
                        !absl::EndsWith(text, "\\") && text[0] != '#';
  return is_plain ? text : "";
}

std::vector<MakeTarget> MakeTargetsOf(absl::string_view makefile) {
  constexpr size_t kMaxVariables = 100;
  Variables variables;
  std::vector<MakeTarget> targets;
  std::string path;  // Exported.
  bool is_recipe = false;
  ForEachLine(makefile, [&](int number, absl::string_view line) {
    if (absl::StartsWith(line, "\t")) {
      if (!is_recipe || targets.back().commands.size() >= kMaxRecipe) return;
      const std::string text = CommandOf(line, variables);
      if (!text.empty()) {
        targets.back().commands.push_back(
            absl::StartsWith(text, "python") ? absl::StrCat(path, text) : text);
      }
      return;
    }
    if (absl::StripAsciiWhitespace(line).empty()) return;
    is_recipe = false;
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::MaxSplits(absl::ByAnyChar("=#"), 1));
    if (parts.size() == 2 && absl::StrContains(line, "=")) {
      absl::string_view name = absl::StripAsciiWhitespace(parts[0]);
      while (absl::ConsumeSuffix(&name, ":") || absl::ConsumeSuffix(&name, "?")) {
      }
      const absl::string_view value = absl::StripAsciiWhitespace(parts[1]);
      if (name == "export PYTHONPATH") path = absl::StrCat("PYTHONPATH=", value, " ");
      if (variables.size() < kMaxVariables) {
        variables.try_emplace(std::string(absl::StripAsciiWhitespace(name)), value);
      }
      return;
    }
    const size_t colon = line.find(':');
    if (colon == absl::string_view::npos || line[0] == '.' || line[0] == '#') return;
    targets.push_back({.name = std::string(absl::StripAsciiWhitespace(line.substr(0, colon))),
                       .line = number,
                       .commands = {}});
    is_recipe = true;
  });
  return targets;
}

std::vector<CiJob> CiJobsOf(const std::vector<house::File>& texts,
                            const std::function<bool(absl::string_view path)>& has_path) {
  std::map<std::string, MakeTarget> targets;
  for (const house::File& file : texts) {
    if (file.path != "Makefile" && file.path != "makefile") continue;
    for (MakeTarget& target : MakeTargetsOf(file.content)) {
      targets.try_emplace(target.name, target);
    }
  }
  std::vector<CiJob> jobs;
  for (const house::File& file : texts) {
    if (!absl::StartsWith(file.path, ".github/workflows/") || !IsWorkflow(file.path)) continue;
    const absl::StatusOr<YamlNode> root = ParseYaml(file.content);
    const YamlNode* list = root.ok() ? FindYamlKey(*root, "jobs") : nullptr;
    if (list == nullptr) continue;
    const JobReader reader(file, targets, has_path);
    for (const auto& [name, node] : list->entries) {
      if (jobs.size() >= kMaxJobs) break;
      jobs.push_back(reader.Read(node));
      jobs.back().is_on_pull_requests = RunsOnPullRequests(*root);
    }
  }
  std::stable_partition(jobs.begin(), jobs.end(),
                        [](const CiJob& job) { return job.is_on_pull_requests; });
  return jobs;
}

}  // namespace allreview::playbook
