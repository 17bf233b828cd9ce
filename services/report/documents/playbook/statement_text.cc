#include "services/report/documents/playbook/statement_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/playbook/phrases.h"

namespace allreview::report::playbook {
namespace {

using analysis::v1::Provenance;
using analysis::v1::Statement;

constexpr size_t kMaxItem = 300;

struct NamedNoun {
  absl::string_view name;
  Noun noun;
};
constexpr NamedNoun kNouns[] = {
    {"files", {"file", "files", "个文件"}},
    {"fields", {"field", "fields", "个字段"}},
    {"tests", {"test", "tests", "个测试"}},
    {"lines", {"line", "lines", "行"}},
    {"items", {"list item", "list items", "个列表项"}},
    {"jobs_count", {"job", "jobs", "个任务"}},
    {"commits", {"commit", "commits", "个提交"}},
};

constexpr Phrase kOf("{count} of {of}", "{count}/{of}");
constexpr Phrase kOfFile("{count} of {of} in {path}", "{path} 中 {count}/{of}");
constexpr Phrase kSettings("{text} Settings: {settings}.", "{text}设置：{settings}。");
constexpr Phrase kSettingsOfCommand("{text}; settings: {settings}", "{text}；设置：{settings}");
constexpr Phrase kSources(" ({places})", "（{places}）");
constexpr Phrase kUnknown("{id}: {values}", "{id}：{values}");

// "`ValueError` (12)" of "ValueError\t12".
std::string Counted(absl::string_view item) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(item, absl::MaxSplits('\t', 1));
  return absl::StrCat(MarkdownCode(parts.first), " (", parts.second, ")");
}

std::string ValueText(absl::string_view name, const std::string& value, Language language) {
  int64_t number = 0;
  const bool is_number = absl::SimpleAtoi(value, &number);
  for (const NamedNoun& noun : kNouns) {
    if (noun.name == name && is_number) return Count(language, number, noun.noun);
  }
  if (is_number && name != "versions" && name != "version") return Grouped(number);
  if (name == "quote") return MarkdownProse(Shorten(value, kMaxItem));
  if (name == "tool" || name == "heading" || name == "manager" || name == "value" ||
      name == "goal") {
    return MarkdownText(value);
  }
  std::vector<std::string> items;
  for (absl::string_view item : absl::StrSplit(value, '\n', absl::SkipEmpty())) {
    items.push_back(name == "counted" ? Counted(item)
                    : item == "…"     ? std::string(item)
                                      : MarkdownCode(Shorten(item, kMaxItem)));
  }
  return absl::StrJoin(items, Comma(language));
}

std::string RuleText(const std::string& id, const Statement& statement, Language language);

// As Say, but for values that come with a message: one that is missing shows as "?".
std::string Filled(const Phrase& phrase, const Statement& statement, Language language) {
  absl::string_view rest = phrase.In(language);
  std::string text;
  for (;;) {
    const size_t open = rest.find('{');
    absl::StrAppend(&text, rest.substr(0, open));
    const size_t close = open == absl::string_view::npos ? open : rest.find('}', open);
    if (close == absl::string_view::npos) return text;
    const std::string name(rest.substr(open + 1, close - open - 1));
    const auto value = statement.values().find(name == "code" ? "value" : name);
    if (value == statement.values().end()) {
      absl::StrAppend(&text, "?");
    } else {
      absl::StrAppend(&text, name == "rule" ? RuleText(value->second, statement, language)
                                            : ValueText(name, value->second, language));
    }
    rest.remove_prefix(close + 1);
  }
}

// A house rule in words; `id` is that of its topic.
std::string RuleText(const std::string& id, const Statement& statement, Language language) {
  const Phrase* phrase = FindPhrase(RulePhrases(), id);
  return phrase == nullptr ? MarkdownText(id) : Filled(*phrase, statement, language);
}

// Maps have no order of their own.
std::string AllValues(const Statement& statement, Language language) {
  std::vector<std::string> values;
  for (const auto& [name, value] : statement.values()) {
    values.push_back(absl::StrCat(MarkdownText(name), " ", ValueText(name, value, language)));
  }
  std::sort(values.begin(), values.end());
  return absl::StrJoin(values, Comma(language));
}

}  // namespace

std::string PlaceText(const Provenance& place, Language language) {
  const std::string count = Grouped(place.count()), of = Grouped(place.of());
  if (place.of() > 0 && place.path().empty()) {
    return Say(language, kOf, {{"count", count}, {"of", of}});
  }
  if (place.of() > 0) {
    return Say(language, kOfFile,
               {{"count", count}, {"of", of}, {"path", MarkdownCode(place.path())}});
  }
  return MarkdownCode(place.line() > 0 ? absl::StrCat(place.path(), ":", place.line())
                                       : place.path());
}

std::string SourceText(const google::protobuf::RepeatedPtrField<Provenance>& places,
                       Language language) {
  std::vector<std::string> texts;
  for (const Provenance& place : places) {
    std::string text = PlaceText(place, language);
    if (std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  }
  if (texts.empty()) return "";
  return Say(language, kSources, {{"places", absl::StrJoin(texts, Comma(language))}});
}

std::string StatementText(const Statement& statement, Language language) {
  const Phrase* phrase = FindStatement(statement.id());
  if (phrase == nullptr) {
    return Say(language, kUnknown,
               {{"id", MarkdownText(statement.id())}, {"values", AllValues(statement, language)}});
  }
  std::string text = Filled(*phrase, statement, language);
  const auto settings = statement.values().find("settings");
  if (settings == statement.values().end()) return text;
  const bool is_sentence = !text.empty() && (text.back() == '.' || statement.id() == "isort");
  return Say(language, is_sentence ? kSettings : kSettingsOfCommand,
             {{"text", text}, {"settings", ValueText("settings", settings->second, language)}});
}

}  // namespace allreview::report::playbook
