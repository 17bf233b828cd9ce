// Section 7: how a change is submitted, and what stands between it and the merge.

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/guides.h"
#include "analyzers/playbook/view.h"
#include "base/yaml.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxItems = 5;
constexpr size_t kMaxQuote = 220;
constexpr size_t kMaxGates = 6;

bool IsTemplate(absl::string_view path) {
  const std::string name = absl::AsciiStrToLower(BaseName(path));
  return name == "pull_request_template.md";
}

constexpr absl::string_view kTopics[] = {"before", "while", "push", "pull-request"};

// What guides ask, in the order of the work, then what they forbid. How code should look is among
// the conventions.
void AddRequests(const std::vector<Request>& requests, Writer& say) {
  for (const Moment moment : {Moment::kBefore, Moment::kPush, Moment::kPullRequest}) {
    for (const Request& request : requests) {
      if (request.order.is_prohibition || request.order.moment != moment) continue;
      say.Add("request", kTopics[static_cast<int>(moment)], {{"quote", request.text}},
              request.places);
    }
  }
  for (const Request& request : requests) {
    if (!request.order.is_prohibition) continue;
    say.Add("request", "never", {{"quote", request.text}}, request.places);
  }
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
    // Elsewhere: without its address nobody finds it.
    const absl::string_view target = text.substr(middle + 2, close - middle - 2);
    if (absl::StartsWith(target, "http") && !absl::StrContains(target, "github.com")) {
      absl::StrAppend(&plain, " (", target, ")");
    }
    text.remove_prefix(close + 1);
  }
  absl::StrAppend(&plain, text);
  return absl::StrReplaceAll(plain, {{"**", ""}});
}

// A link behind the sentence only explains it.
std::string WithoutTrailingLink(absl::string_view item) {
  const size_t link = item.rfind(" [");
  const absl::string_view before = item.substr(0, std::min(link, item.size()));
  static constexpr absl::string_view kOpen[] = {" the", " our", " a", " to", " in", " with", " of"};
  const bool goes_on = std::any_of(std::begin(kOpen), std::end(kOpen), [&](absl::string_view word) {
    return absl::EndsWith(before, word);
  });
  const bool is_last = link != absl::string_view::npos && !goes_on && absl::EndsWith(item, ")") &&
                       item.find("](", link) != absl::string_view::npos;
  return absl::StrReplaceAll(Plain(is_last ? item.substr(0, link) : item), {{" my ", " your "}});
}

// Headings of the template that want text, with what may stand there.
void AddParts(const house::File& file, Writer& say) {
  constexpr size_t kMaxParts = 8;
  std::vector<std::string> parts;
  std::string title;  // Of the heading above, until its first line shows whether it is empty.
  int first = 0, at = 0;
  ForEachLine(file.content, [&](int number, absl::string_view line) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty()) return;
    const bool is_open = text[0] == '#' || absl::StartsWith(text, "<!--");
    if (!title.empty() && is_open && parts.size() < kMaxParts) {
      if (parts.empty()) first = at;
      parts.push_back(title);
    }
    title.clear();
    const size_t marks = line.find_first_not_of('#');
    if (marks == 0 || marks == absl::string_view::npos || marks > 4 || line[marks] != ' ') return;
    at = number;
    title = Plain(absl::StripAsciiWhitespace(line.substr(marks)));
    const std::string lower = absl::AsciiStrToLower(title);
    // Boxes are told one by one.
    const bool is_list = absl::StrContains(lower, "check") || absl::StrContains(lower, "before");
    if (title.size() >= 60 || is_list || absl::EndsWith(title, "?")) title.clear();
  });
  if (parts.size() < 2) return;
  say.Add("template-parts", "template", {{"names", Lines(parts)}}, {At(file.path, first)});
}

// Boxes of the template: what the author is asked to have done.
void AddBoxes(const house::File& file, Writer& say) {
  size_t count = 0;
  size_t conditional = absl::string_view::npos;  // Indentation of a box whose boxes hold only if.
  ForEachLine(file.content, [&](int number, absl::string_view line) {
    absl::string_view item = absl::StripAsciiWhitespace(line);
    const size_t indent = line.find_first_not_of(" \t");
    if (!absl::ConsumePrefix(&item, "- [ ] ") && !absl::ConsumePrefix(&item, "* [ ] ")) return;
    if (indent > conditional) return;
    conditional = absl::StrContains(item, "? If ") ? indent : absl::string_view::npos;
    if (conditional == indent) return;
    const std::string order = ImperativeOfBox(WithoutTrailingLink(item));
    // Questions and kinds of changes to choose from are nothing to do.
    const bool is_order = order != Plain(item) || absl::StartsWith(item, "I ") ||
                          absl::StartsWith(item, "I, ") ||
                          ReadImperative(order).force != Force::kNone;
    if (!is_order || absl::StrContains(order, "?")) return;
    if (item.size() > kMaxQuote || ++count > kMaxItems) return;
    say.Add("request", "template", {{"quote", order}}, {At(file.path, number)});
  });
}

bool Mention(const std::vector<Request>& requests, absl::string_view word) {
  return std::any_of(requests.begin(), requests.end(), [&](const Request& request) {
    return absl::StrContains(absl::AsciiStrToLower(request.text), word);
  });
}

// What the texts ask in other words than orders.
void AddProcess(const View& view, const std::vector<Request>& requests, Writer& say) {
  const house::Process& process = view.policy.process;
  if (process.draft && !Mention(requests, "draft")) {
    say.Add("draft", "pull-request", {}, {At(process.draft->path, process.draft->line)});
  }
  if (process.sign_off && !Mention(requests, "sign")) {
    say.Add(process.wants_signature ? "sign-off-and-sign" : "sign-off", "push", {},
            {At(process.sign_off->path, process.sign_off->line)});
  }
  if (process.linked_issue && !Mention(requests, "linked issue")) {
    say.Add("linked-issue", "pull-request", {},
            {At(process.linked_issue->path, process.linked_issue->line)});
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

// Workflows that sort pull requests rather than check them.
bool IsHousekeeping(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view word : {"label", "draft", "assign", "stale", "greet", "remind", "release",
                                 "docker", "todo", "oncall", "publish"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// Workflows that pull requests start, by their names.
void AddGates(const View& view, Writer& say) {
  std::vector<std::string> names;
  for (const house::File& file : view.input.texts) {
    if (!absl::StartsWith(file.path, ".github/workflows/") || !IsWorkflow(file.path)) continue;
    // A check runs commands of the repository; labels and greetings do not.
    const bool may_check = absl::StrContains(file.content, "pull_request") ||
                           absl::StrContains(file.content, "merge_group");
    if (!may_check || !absl::StrContains(file.content, "run:")) continue;
    const absl::StatusOr<YamlNode> root = ParseYaml(file.content);
    if (!root.ok() || !RunsOnPullRequests(*root)) continue;
    const YamlNode* name = Find(*root, "name");
    std::string shown = name == nullptr ? std::string(BaseName(file.path)) : name->scalar;
    if (!IsHousekeeping(shown)) names.push_back(std::move(shown));
  }
  if (names.empty()) return;
  say.Add("gates", "gates", {{"names", Lines(names, kMaxGates)}}, {At(".github/workflows/")});
}

}  // namespace

void AddWorkflow(const View& view, Writer& say) {
  const std::vector<Request> requests = RequestsOf(view);
  AddRequests(requests, say);
  AddProcess(view, requests, say);
  for (const house::File& file : view.input.texts) {
    if (!IsTemplate(file.path)) continue;
    AddParts(file, say);
    AddBoxes(file, say);
  }
  AddGates(view, say);
}

}  // namespace allreview::playbook
