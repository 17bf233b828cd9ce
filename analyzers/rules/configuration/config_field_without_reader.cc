// New configuration fields that nobody reads. One finding for each class.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/fields.h"
#include "analyzers/rules/configuration/phrases.h"
#include "analyzers/rules/configuration/usage.h"

namespace allreview::rules {
namespace configuration {
namespace {

using repository::IndexedFile;

constexpr Phrase kSetByFlag("set-by-flag", "a flag sets it", "有命令行参数设置它");
constexpr Phrase kOnlyCarried("only-carried", "this only passes it on", "这里只是传递它，没有使用");
constexpr Phrase kPhrases[] = {kSetByFlag, kOnlyCarried};

constexpr int kSiblingsToAsk = 3;
constexpr size_t kMaxRelated = 10;

// The class walks over its own fields: asdict(self), vars(self) ...
bool WalksOverItself(absl::string_view source) {
  for (absl::string_view call : {"asdict(self", "vars(self", "fields(self", "self.__dict__"}) {
    if (absl::StrContains(source, call)) return true;
  }
  return false;
}

bool SomeBaseMayRead(ChangeContext& change, const NewField& field) {
  const std::string name = absl::StrCat(field.file->after->name(), ".", field.owner->name);
  if (InheritsFromElsewhere(change, name)) return true;
  for (const std::string& base : change.project().BasesOf(name)) {
    const repository::Found found = change.project().FindDefinition(base);
    if (!found) continue;
    const std::string* text = change.texts().Read(Side::kRight, found.path);
    if (text != nullptr && WalksOverItself(*text)) return true;
  }
  return false;
}

// Code that knows the class hands over all of its fields: f(**asdict(config)).
bool IsSplatted(ChangeContext& change, absl::string_view class_name) {
  for (absl::string_view word : {"asdict", "vars", "__dict__"}) {
    for (IndexedFile* file : change.index().FilesWithIdentifier(word)) {
      if (!file->HasWordAnywhere(class_name)) continue;
      const std::string* text = change.texts().Read(Side::kRight, file->path());
      if (text == nullptr || SplatsObject(*text, "config") || SplatsObject(*text, "cfg")) {
        return true;
      }
    }
  }
  return false;
}

// Older fields with the same first word, which somebody needs, have no reader either: they are
// looked up by names that code makes.
bool SiblingsAreReadByReflection(ChangeContext& change, const NewField& field) {
  const absl::string_view name = field.field.name;
  const absl::string_view prefix = name.substr(0, name.find('_') + 1);
  if (prefix.empty()) return false;
  int asked = 0;
  for (const ConfigurationClass& a_class : ConfigurationClassesIn(*field.file->after)) {
    if (a_class.definition != field.owner) continue;
    for (const ClassField& sibling : a_class.fields) {
      if (!absl::StartsWith(sibling.name, prefix) || field.file->lines.Touches(sibling.node)) {
        continue;
      }
      if (!IsRead(change, std::string(sibling.name))) return true;
      if (++asked == kSiblingsToAsk) return false;
    }
  }
  return false;
}

bool HasReader(ChangeContext& change, const NewField& field) {
  return IsRead(change, std::string(field.field.name)) ||
         WalksOverItself(field.file->after->source()) ||
         MayBeReadByPattern(change, field.field.name) || SomeBaseMayRead(change, field) ||
         IsSplatted(change, field.owner->simple_name) || SiblingsAreReadByReflection(change, field);
}

// Places that carry the value of a field and do nothing with it.
void AddCarriers(ChangeContext& change, const NewField& field, std::vector<Related>* related) {
  ForEachOccurrence(change, std::string(field.field.name), [&](const Occurrence& place) {
    if (place.node.parent() != field.field.node && related->size() < kMaxRelated) {
      related->push_back({place.kind == Occurrence::Kind::kOption ? kSetByFlag : kOnlyCarried,
                          RangeOf(*place.module, place.node)});
    }
    return true;
  });
}

void Report(ChangeContext& change, const std::vector<const NewField*>& fields) {
  const NewField& first = *fields[0];
  Observation observation{
      .at = first.field.node,
      .params = {{"field", std::string(first.field.name)},
                 {"others", OthersText(fields.size() - 1, phrases::kAnotherNewField,
                                       phrases::kOtherNewFields)},
                 {"class", std::string(first.owner->simple_name)}}};
  for (size_t i = 1; i < fields.size() && i <= kMaxRelated; ++i) {
    observation.related.push_back(
        {Sentence(phrases::kAlsoUnread, {{"name", fields[i]->field.name}}),
         RangeOf(*fields[i]->file->after, fields[i]->field.node)});
  }
  if (fields.size() == 1) AddCarriers(change, first, &observation.related);
  change.Report(*first.file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  const std::vector<NewField> fields = NewFieldsIn(change);
  std::vector<const NewField*> unread;  // Unread fields of one class.
  for (const NewField& field : fields) {
    if (!unread.empty() && unread[0]->owner != field.owner) {
      Report(change, unread);
      unread.clear();
    }
    if (!HasReader(change, field)) unread.push_back(&field);
  }
  if (!unread.empty()) Report(change, unread);
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kConfigFieldWithoutReader = {
    .info =
        {.id = "config-field-without-reader",
         .title = {"Configuration field that nothing reads", "没有代码读取的配置字段"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"Nothing in the repository reads the new field `{field}`{others} of `{class}`",
                     "仓库中没有任何代码读取 `{class}` 的新字段 `{field}`{others}"},
         .consequence = {"Setting `{field}` has no effect on a run, and no error says so",
                         "设置 `{field}` 对训练没有任何影响，也不会有任何报错"},
         .advice = {"Read `{field}` where it should take effect, or remove it from `{class}`",
                    "在应当生效的位置读取 `{field}`，或者把它从 `{class}` 中去掉"},
         .phrases = configuration::kPhrases,
         .why = "A field that is declared, and perhaps set from a flag, but never read is a "
                "feature that does not exist. getattr, names built from a prefix, asdict and the "
                "like count as reads; reads in tests do not.",
         .fix = "Use the field, or remove it.",
         .bad = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
    drop_tokens: bool = False
# --- pkg/router.py unchanged
def route(config, scores):
    return scores.topk(config.top_k)
)py",
         .good = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
    drop_tokens: bool = False
# --- pkg/router.py unchanged
def route(config, scores):
    return drop(scores) if config.drop_tokens else scores.topk(config.top_k)
)py"},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
