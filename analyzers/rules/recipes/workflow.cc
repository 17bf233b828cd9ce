#include "analyzers/rules/recipes/workflow.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/yaml.h"

namespace allreview::rules {
namespace {

bool IsNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

std::string TextOf(const YamlNode& map, absl::string_view key) {
  const YamlNode* found = FindYamlKey(map, key);
  return found == nullptr ? "" : found->scalar;
}

// Dotted names with one of these roots.
bool IsContext(absl::string_view name) {
  return name == "steps" || name == "needs" || name == "matrix" || name == "inputs" ||
         name == "github";
}

// "steps", "build", "outputs", "tag", also of steps['build'].outputs.tag.
std::vector<std::string> PartsAt(absl::string_view text, size_t at) {
  std::vector<std::string> parts;
  while (at < text.size()) {
    const size_t begin = at;
    while (at < text.size() && IsNameByte(text[at])) ++at;
    if (at == begin) return parts;
    parts.emplace_back(text.substr(begin, at - begin));
    if (absl::StartsWith(text.substr(at), "['")) {
      const size_t end = text.find("']", at);
      if (end == absl::string_view::npos) return parts;
      parts.emplace_back(text.substr(at + 2, end - at - 2));
      at = end + 2;
    }
    if (at >= text.size() || text[at] != '.') return parts;
    ++at;
  }
  return parts;
}

// Names in one expression; what stands in quotes is text.
void AddNames(absl::string_view expression, int line, int job, std::vector<Reference>& found) {
  bool in_text = false;
  for (size_t at = 0; at < expression.size(); ++at) {
    line += expression[at] == '\n';
    if (expression[at] == '\'') in_text = !in_text;
    const bool begins = IsNameByte(expression[at]) &&
                        (at == 0 || (!IsNameByte(expression[at - 1]) && expression[at - 1] != '.'));
    if (in_text || !begins) continue;
    Reference reference = {.parts = PartsAt(expression, at), .line = line, .job = job};
    if (reference.parts.size() > 1 && IsContext(reference.parts[0])) {
      found.push_back(std::move(reference));
    }
  }
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : lines_(absl::StrSplit(text, '\n')) {}

  std::optional<Workflow> Read(const YamlNode& root) {
    const YamlNode* jobs = FindYamlKey(root, "jobs");
    const YamlNode* runs = FindYamlKey(root, "runs");
    if (jobs == nullptr && (runs == nullptr || FindYamlKey(*runs, "steps") == nullptr)) {
      return std::nullopt;
    }
    ReadTriggers(root);
    if (jobs != nullptr) {
      for (const auto& [name, body] : jobs->entries) AddJob(name, body);
    } else {
      AddJob({.line = runs->line, .scalar = "runs"}, *runs);
    }
    for (const auto& [key, value] : root.entries) {
      if (key.scalar != "jobs" && key.scalar != "runs") AddReferences(value, "", -1);
    }
    return std::move(workflow_);
  }

 private:
  void ReadTriggers(const YamlNode& root) {
    if (const YamlNode* inputs = FindYamlKey(root, "inputs")) AddInputs(*inputs);
    const YamlNode* on = FindYamlKey(root, "on");
    if (on == nullptr) return;
    if (!on->scalar.empty()) workflow_.triggers.insert(on->scalar);
    for (const YamlNode& item : on->items) workflow_.triggers.insert(item.scalar);
    for (const auto& [name, body] : on->entries) {
      workflow_.triggers.insert(name.scalar);
      if (const YamlNode* inputs = FindYamlKey(body, "inputs")) AddInputs(*inputs);
    }
  }

  void AddInputs(const YamlNode& inputs) {
    if (!workflow_.inputs) workflow_.inputs.emplace();
    for (const auto& [name, body] : inputs.entries) workflow_.inputs->insert(name.scalar);
  }

  void AddJob(const YamlNode& name, const YamlNode& body) {
    const int index = static_cast<int>(workflow_.jobs.size());
    WorkflowJob& job = workflow_.jobs.emplace_back();
    job.name = name.scalar;
    job.line = name.line;
    if (const YamlNode* needs = FindYamlKey(body, "needs")) {
      if (!needs->scalar.empty()) job.needs.emplace_back(needs->scalar, needs->line);
      for (const YamlNode& item : needs->items) job.needs.emplace_back(item.scalar, item.line);
      job.knows_needs = !absl::c_any_of(
          job.needs, [](const auto& need) { return absl::StrContains(need.first, "${{"); });
    }
    if (const YamlNode* strategy = FindYamlKey(body, "strategy")) {
      if (const YamlNode* matrix = FindYamlKey(*strategy, "matrix")) job.matrix = KeysOf(*matrix);
    } else {
      job.matrix.emplace();
    }
    if (const YamlNode* steps = FindYamlKey(body, "steps")) {
      for (const YamlNode& step : steps->items) {
        job.steps.push_back({.id = TextOf(step, "id"),
                             .uses = TextOf(step, "uses"),
                             .run = TextOf(step, "run"),
                             .line = step.line});
      }
    }
    AddReferences(body, "", index);
  }

  static std::optional<std::set<std::string>> KeysOf(const YamlNode& matrix) {
    if (matrix.kind != YamlNode::Kind::kMap) return std::nullopt;
    std::set<std::string> keys;
    for (const auto& [key, value] : matrix.entries) {
      if (key.scalar != "include" && key.scalar != "exclude") {
        keys.insert(key.scalar);
        continue;
      }
      if (value.kind != YamlNode::Kind::kSequence) return std::nullopt;
      for (const YamlNode& item : value.items) {
        if (item.kind != YamlNode::Kind::kMap) return std::nullopt;
        for (const auto& [name, of_item] : item.entries) keys.insert(name.scalar);
      }
    }
    return keys;
  }

  // All expressions below the node; not recursive.
  void AddReferences(const YamlNode& root, absl::string_view root_key, int job) {
    std::vector<std::pair<const YamlNode*, absl::string_view>> open = {{&root, root_key}};
    while (!open.empty()) {
      const auto [node, key] = open.back();
      open.pop_back();
      if (!node->scalar.empty()) AddFrom(*node, key == "if", job);
      for (size_t i = node->items.size(); i-- > 0;) open.emplace_back(&node->items[i], "");
      for (size_t i = node->entries.size(); i-- > 0;) {
        open.emplace_back(&node->entries[i].second, node->entries[i].first.scalar);
      }
    }
  }

  int FirstLineOf(const YamlNode& node) const {
    if (node.line < 1 || node.line > static_cast<int>(lines_.size())) return node.line;
    const absl::string_view line = lines_[node.line - 1];
    const size_t last = line.find_last_not_of(" \t\r-+0123456789");
    return node.line +
           (last != absl::string_view::npos && (line[last] == '|' || line[last] == '>'));
  }

  void AddFrom(const YamlNode& node, bool is_condition, int job) {
    const std::string& text = node.scalar;
    int line = FirstLineOf(node);
    if (is_condition && !absl::StrContains(text, "${{")) {
      return AddNames(text, line, job, workflow_.references);
    }
    size_t done = 0;
    for (size_t at = text.find("${{"); at != std::string::npos; at = text.find("${{", done)) {
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(done),
                                          text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      done = at;
      const size_t end = text.find("}}", at);
      if (end == std::string::npos) return;
      AddNames(absl::string_view(text).substr(at + 3, end - at - 3), line, job,
               workflow_.references);
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      done = end;
    }
  }

  const std::vector<absl::string_view> lines_;
  Workflow workflow_;
};

}  // namespace

const WorkflowStep* WorkflowJob::Find(absl::string_view id) const {
  const auto found = absl::c_find_if(steps, [&](const WorkflowStep& s) { return s.id == id; });
  return found == steps.end() ? nullptr : &*found;
}

std::optional<Workflow> WorkflowIn(absl::string_view text) {
  const absl::StatusOr<std::vector<YamlNode>> documents = ParseYamlDocuments(text);
  if (!documents.ok() || documents->size() != 1) return std::nullopt;
  return Reader(text).Read(documents->front());
}

std::optional<std::set<std::string>> OutputsOfRun(absl::string_view run) {
  std::set<std::string> outputs;
  bool writes = false;
  for (absl::string_view line : absl::StrSplit(run, '\n')) {
    if (!absl::StrContains(line, "GITHUB_OUTPUT")) continue;
    writes = true;
    line = absl::StripAsciiWhitespace(line);
    if (!absl::ConsumePrefix(&line, "echo ")) return std::nullopt;
    line = absl::StripLeadingAsciiWhitespace(line);
    if (!line.empty() && (line[0] == '"' || line[0] == '\'')) line.remove_prefix(1);
    const size_t end = line.find_first_of("=<");
    if (end == absl::string_view::npos || end == 0) return std::nullopt;
    const absl::string_view name = line.substr(0, end);
    if (!absl::c_all_of(name, IsNameByte)) return std::nullopt;
    outputs.emplace(name);
  }
  return writes ? std::optional(std::move(outputs)) : std::nullopt;
}

bool IsActionPath(absl::string_view path) {
  return absl::StrContains(path, ".github/") &&
         (absl::EndsWith(path, "/action.yml") || absl::EndsWith(path, "/action.yaml"));
}

}  // namespace allreview::rules
