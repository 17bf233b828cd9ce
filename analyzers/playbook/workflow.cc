// Section 7: how a change is submitted, and what stands between it and the merge.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/view.h"
#include "base/yaml.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxItems = 12;
constexpr size_t kMaxQuote = 220;
constexpr size_t kMaxGates = 12;

bool IsTemplate(absl::string_view path) {
  const std::string name = absl::AsciiStrToLower(BaseName(path));
  return name == "pull_request_template.md";
}

bool IsContributing(absl::string_view path) {
  const std::string name = absl::AsciiStrToLower(BaseName(path));
  return absl::StartsWith(name, "contribut") && IsMarkup(path);
}

// "text" of "[text](target)", and without emphasis.
std::string Plain(absl::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const size_t middle = text.find("](");
    const size_t open = middle == absl::string_view::npos ? middle : text.rfind('[', middle);
    const size_t close = middle == absl::string_view::npos ? middle : text.find(')', middle);
    if (open == absl::string_view::npos || close == absl::string_view::npos) break;
    absl::StrAppend(&plain, text.substr(0, open), text.substr(open + 1, middle - open - 1));
    text.remove_prefix(close + 1);
  }
  absl::StrAppend(&plain, text);
  return absl::StrReplaceAll(plain, {{"**", ""}});
}

// Boxes of the template: what the author is asked to have done.
void AddBoxes(const house::File& file, Writer& say) {
  size_t count = 0;
  ForEachLine(file.content, [&](int number, absl::string_view line) {
    absl::string_view item = absl::StripAsciiWhitespace(line);
    if (!absl::ConsumePrefix(&item, "- [ ] ") && !absl::ConsumePrefix(&item, "* [ ] ")) return;
    if (++count > kMaxItems || item.size() > kMaxQuote) return;
    say.Add("template-box", "template", {{"quote", Plain(item)}}, {At(file.path, number)});
  });
}

// Rules of CONTRIBUTING: items of lists that begin like an order, under a heading that says so.
void AddOrders(const house::File& file, Writer& say) {
  std::string heading;
  size_t count = 0, left_out = 0;
  bool is_fenced = false;
  ForEachLine(file.content, [&](int number, absl::string_view line) {
    absl::string_view item = absl::StripAsciiWhitespace(line);
    if (absl::StartsWith(item, "```")) is_fenced = !is_fenced;
    if (is_fenced) return;
    if (absl::StartsWith(item, "#")) {
      heading = std::string(absl::StripAsciiWhitespace(
          absl::StripLeadingAsciiWhitespace(item.substr(item.find_first_not_of('#')))));
      return;
    }
    // How to report what is broken is another matter.
    if (absl::StrContains(absl::AsciiStrToLower(heading), "issue")) return;
    // Items of the outer list only, in one line each.
    if (line.empty() || (line[0] != '-' && line[0] != '*')) return;
    if (!absl::ConsumePrefix(&item, "- ") && !absl::ConsumePrefix(&item, "* ")) return;
    if (item.size() < 12 || item.size() > kMaxQuote || absl::StartsWith(item, "[")) return;
    if (++count > kMaxItems) {
      ++left_out;
      return;
    }
    say.Add(heading.empty() ? "contributing-rule" : "contributing-rule-under", "contributing",
            {{"quote", Plain(item)}, {"heading", heading}}, {At(file.path, number)});
  });
  if (left_out > 0) {
    say.Add("more-rules", "contributing", {{"number", absl::StrCat(left_out)}}, {At(file.path)});
  }
}

void AddProcess(const View& view, Writer& say) {
  const house::Process& process = view.policy.process;
  if (process.draft)
    say.Add("draft", "process", {}, {At(process.draft->path, process.draft->line)});
  if (process.sign_off) {
    say.Add(process.wants_signature ? "sign-off-and-sign" : "sign-off", "process", {},
            {At(process.sign_off->path, process.sign_off->line)});
  }
  if (process.linked_issue) {
    say.Add("linked-issue", "process", {},
            {At(process.linked_issue->path, process.linked_issue->line)});
  }
  for (absl::string_view topic : {"tests-for-new-code", "documentation", "spelling"}) {
    const house::Entry* entry = view.policy.Find(topic);
    if (entry == nullptr || !entry->tool.empty()) continue;
    say.Add(absl::StrCat("asked-", topic), "process", {},
            {At(entry->source.path, entry->source.line)});
  }
}

const YamlNode* Find(const YamlNode& node, absl::string_view key) {
  for (const auto& [name, value] : node.entries) {
    if (name.scalar == key) return &value;
  }
  return nullptr;
}

bool RunsOnPullRequests(const YamlNode& root) {
  const YamlNode* on = Find(root, "on");
  if (on == nullptr) on = Find(root, "true");
  if (on == nullptr) return false;
  const auto is_wanted = [](absl::string_view event) {
    return event == "pull_request" || event == "pull_request_target" || event == "merge_group";
  };
  if (is_wanted(on->scalar)) return true;
  for (const YamlNode& item : on->items) {
    if (is_wanted(item.scalar)) return true;
  }
  for (const auto& [name, value] : on->entries) {
    if (is_wanted(name.scalar)) return true;
  }
  return false;
}

void AddGates(const View& view, Writer& say) {
  size_t count = 0, left_out = 0;
  for (const house::File& file : view.input.texts) {
    if (!absl::StartsWith(file.path, ".github/workflows/") || !IsWorkflow(file.path)) continue;
    if (!absl::StrContains(file.content, "pull_request") &&
        !absl::StrContains(file.content, "merge_group")) {
      continue;
    }
    const absl::StatusOr<YamlNode> root = ParseYaml(file.content);
    if (!root.ok() || !RunsOnPullRequests(*root)) continue;
    if (++count > kMaxGates) {
      ++left_out;
      continue;
    }
    const YamlNode* name = Find(*root, "name");
    const YamlNode* jobs = Find(*root, "jobs");
    std::vector<std::string> names;
    if (jobs != nullptr) {
      for (const auto& [job, value] : jobs->entries) names.push_back(job.scalar);
    }
    say.Add("gate", "gates",
            {{"quote", name == nullptr ? std::string(BaseName(file.path)) : name->scalar},
             {"jobs", Lines(names, 6)},
             {"jobs_count", absl::StrCat(names.size())}},
            {At(file.path, name == nullptr ? 0 : name->line)});
  }
  if (left_out > 0) say.Add("more-gates", "gates", {{"number", absl::StrCat(left_out)}});
}

}  // namespace

void AddWorkflow(const View& view, Writer& say) {
  AddProcess(view, say);
  for (const house::File& file : view.input.texts) {
    if (IsTemplate(file.path)) AddBoxes(file, say);
  }
  for (const house::File& file : view.input.texts) {
    if (IsContributing(file.path)) AddOrders(file, say);
  }
  AddGates(view, say);
  if (!view.policy.owners.empty()) {
    say.Add("owners-review", "gates", {{"number", absl::StrCat(view.policy.owners.size())}},
            {At(view.policy.owners_path, view.policy.owners[0].line)});
  }
}

}  // namespace allreview::playbook
