#include "services/analysis/change_model/statements/files/workflows.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/poll.h"
#include "sentences/phrases/files.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxCodeBytes = 100;

const YamlNode* Find(const YamlNode& map, absl::string_view name) {
  for (const auto& [key, value] : map.entries) {
    if (key.scalar == name) return &value;
  }
  return nullptr;
}

std::string Text(const YamlNode& map, absl::string_view name) {
  const YamlNode* found = Find(map, name);
  return found == nullptr ? "" : found->scalar;
}

struct Step {
  std::string job, name, id, uses, run, condition;
  int line = 0;
  std::set<std::string> outputs;  // That `run` writes.
};

bool IsNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
}

// "key" of `echo "key=$KEY" >> "$GITHUB_OUTPUT"`.
std::set<std::string> OutputsOf(absl::string_view run) {
  std::set<std::string> outputs;
  for (absl::string_view line : absl::StrSplit(run, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!absl::StrContains(line, "GITHUB_OUTPUT") || !absl::ConsumePrefix(&line, "echo ")) continue;
    line = absl::StripLeadingAsciiWhitespace(line);
    if (!line.empty() && (line[0] == '"' || line[0] == '\'')) line.remove_prefix(1);
    const size_t end = line.find('=');
    if (end == absl::string_view::npos || end == 0) continue;
    const absl::string_view name = line.substr(0, end);
    if (std::all_of(name.begin(), name.end(), IsNameByte)) outputs.emplace(name);
  }
  return outputs;
}

std::string ActionOf(const Step& step) { return step.uses.substr(0, step.uses.find('@')); }

// What tells a step from the others of its job.
std::string KeyOf(const Step& step) {
  for (const std::string* key : {&step.id, &step.name}) {
    if (!key->empty()) return absl::StrCat(step.job, "\n", *key);
  }
  return absl::StrCat(step.job, "\n", step.uses.empty() ? step.run : ActionOf(step));
}

std::string NameOf(const Step& step) {
  const std::string& name = !step.name.empty()   ? step.name
                            : !step.id.empty()   ? step.id
                            : !step.uses.empty() ? step.uses
                                                 : step.run;
  return ShortLine(name, kMaxCodeBytes);
}

std::vector<Step> StepsOf(const YamlNode& root) {
  std::vector<Step> steps;
  const YamlNode* jobs = Find(root, "jobs");
  if (jobs == nullptr) return steps;
  for (const auto& [job, body] : jobs->entries) {
    const YamlNode* list = Find(body, "steps");
    if (list == nullptr) continue;
    for (const YamlNode& item : list->items) {
      Poll();
      Step step{.job = job.scalar,
                .name = Text(item, "name"),
                .id = Text(item, "id"),
                .uses = Text(item, "uses"),
                .run = Text(item, "run"),
                .condition = Text(item, "if"),
                .line = item.line,
                .outputs = {}};
      step.outputs = OutputsOf(step.run);
      steps.push_back(std::move(step));
    }
  }
  return steps;
}

// A line that prepares or decides, and runs nothing of its own.
bool IsPreparation(absl::string_view line) {
  for (absl::string_view word : {"#", "set -", "if ", "elif ", "else", "fi", "for ", "while ", "do",
                                 "done", "case ", "esac", "echo ", "export ", "cd ", "}"}) {
    if (absl::StartsWith(line, word)) return true;
  }
  const size_t end = line.find_first_of("= ");
  return end != absl::string_view::npos && line[end] == '=';
}

// The first command of a script; else the action.
std::string CommandOf(const Step& step) {
  for (absl::string_view line : absl::StrSplit(step.run, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && !IsPreparation(line)) return ShortLine(line, kMaxCodeBytes);
  }
  return ShortLine(step.uses, kMaxCodeBytes);
}

class Comparison {
 public:
  Comparison(const YamlNode& before, const YamlNode& after)
      : before_(StepsOf(before)), after_(StepsOf(after)) {
    for (const Step& step : before_) old_.try_emplace(KeyOf(step), &step);
    for (const Step& step : after_) new_.try_emplace(KeyOf(step), &step);
  }

  std::vector<WorkflowChange> Take(const YamlNode& after) && {
    for (const Step& step : after_) {
      const auto old = old_.find(KeyOf(step));
      if (old == old_.end()) {
        TellNew(step);
      } else {
        TellEdited(*old->second, step);
      }
    }
    for (const Step& step : before_) {
      if (new_.count(KeyOf(step)) == 0) TellGone(step);
    }
    FindReaders(after);
    return std::move(changes_);
  }

 private:
  void Tell(Words text, const Step& step, std::string object, bool is_gone = false) {
    changes_.push_back({.text = std::move(text),
                        .object = std::move(object),
                        .line = step.line,
                        .is_gone = is_gone});
  }

  void TellNew(const Step& step) {
    const std::string command = CommandOf(step);
    if (command.empty() || command == NameOf(step)) {
      Tell(Sentence(phrases::kStepIsNew, {{"job", step.job}, {"step", NameOf(step)}}), step,
           NameOf(step));
      return;
    }
    Tell(Sentence(phrases::kStepIsNewAndRuns,
                  {{"job", step.job}, {"step", NameOf(step)}, {"command", command}}),
         step, NameOf(step));
  }

  void TellGone(const Step& step) {
    Tell(Sentence(phrases::kStepIsGone, {{"job", step.job}, {"step", NameOf(step)}}), step,
         NameOf(step), /*is_gone=*/true);
  }

  void TellEdited(const Step& old, const Step& step) {
    if (ActionOf(old) == ActionOf(step) && old.uses != step.uses) {
      const std::string action = ActionOf(step);
      const auto version = [&](const Step& of) {
        return ShortLine(of.uses.substr(std::min(of.uses.size(), action.size() + 1)),
                         kMaxCodeBytes);
      };
      if (versions_.insert(absl::StrCat(old.uses, "\n", step.uses)).second) {
        Tell(Sentence(phrases::kActionVersion,
                      {{"action", action}, {"before", version(old)}, {"after", version(step)}}),
             step, action);
      }
    }
    if (!old.condition.empty() && !step.condition.empty() && old.condition != step.condition) {
      Tell(Sentence(phrases::kStepCondition, {{"job", step.job},
                                              {"step", NameOf(step)},
                                              {"before", ShortLine(old.condition, kMaxCodeBytes)},
                                              {"after", ShortLine(step.condition, kMaxCodeBytes)}}),
           step, NameOf(step));
    }
    TellOutputs(old, step);
  }

  void TellOutputs(const Step& old, const Step& step) {
    std::vector<std::string> added, gone;
    std::set_difference(step.outputs.begin(), step.outputs.end(), old.outputs.begin(),
                        old.outputs.end(), std::back_inserter(added));
    std::set_difference(old.outputs.begin(), old.outputs.end(), step.outputs.begin(),
                        step.outputs.end(), std::back_inserter(gone));
    if (added.empty() && gone.empty()) return;
    const Phrase& phrase = added.empty()  ? phrases::kOutputIsGone
                           : gone.empty() ? phrases::kOutputIsNew
                                          : phrases::kOutputIsReplaced;
    Params params = {{"job", step.job}, {"step", NameOf(step)}};
    if (!added.empty()) params.emplace_back("outputs", absl::StrJoin(added, "`, `"));
    if (!gone.empty()) params.emplace_back("before", absl::StrJoin(gone, "`, `"));
    Tell(Sentence(phrase, std::move(params)), step, NameOf(step));
    for (const std::string& output : gone) {
      if (!step.id.empty())
        gone_.push_back({absl::StrCat("steps.", step.id, ".outputs.", output), output, &step});
    }
  }

  struct GoneOutput {
    std::string read, output;
    const Step* step = nullptr;
  };

  // Expressions in the job of the step that still read what it no longer writes.
  void FindReaders(const YamlNode& root) {
    const YamlNode* jobs = Find(root, "jobs");
    if (jobs == nullptr || gone_.empty()) return;
    for (const auto& [job, body] : jobs->entries) {
      for (const GoneOutput& output : gone_) {
        if (output.step->job == job.scalar) FindReaders(body, output);
      }
    }
  }

  // Depth is that of ParseYaml, which bounds it.
  void FindReaders(const YamlNode& node, const GoneOutput& output) {
    Poll();
    const size_t at = node.scalar.find(output.read);
    const size_t end = at + output.read.size();
    const bool is_read =
        at != std::string::npos && (end == node.scalar.size() || !IsNameByte(node.scalar[end]));
    if (is_read) {
      changes_.push_back(
          {.text = Sentence(
               phrases::kOutputIsStillRead,
               {{"read", output.read}, {"step", NameOf(*output.step)}, {"output", output.output}}),
           .object = output.read,
           .line = node.line,
           .is_question = true});
    }
    for (const YamlNode& item : node.items) FindReaders(item, output);
    for (const auto& [key, value] : node.entries) FindReaders(value, output);
  }

  const std::vector<Step> before_, after_;
  std::map<std::string, const Step*> old_, new_;
  std::set<std::string> versions_;
  std::vector<GoneOutput> gone_;
  std::vector<WorkflowChange> changes_;
};

}  // namespace

bool IsWorkflow(absl::string_view path) {
  return absl::StartsWith(path, ".github/workflows/") ||
         absl::StrContains(path, "/.github/workflows/");
}

std::vector<WorkflowChange> WorkflowChanges(const YamlNode& before, const YamlNode& after) {
  return Comparison(before, after).Take(after);
}

}  // namespace allreview::analysis
