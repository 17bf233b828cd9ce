// A new configuration field that nobody reads.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/fields.h"
#include "analyzers/rules/configuration/usage.h"
#include "analyzers/rules/repository_texts.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Definition;
using repository::IndexedFile;

constexpr int kSiblingsToAsk = 3;

// The class walks over its own fields: asdict(self), vars(self) ...
bool WalksOverItself(absl::string_view source) {
  for (absl::string_view call : {"asdict(self", "vars(self", "fields(self", "self.__dict__"}) {
    if (absl::StrContains(source, call)) return true;
  }
  return false;
}

const std::string* TextOf(ChangeContext& change, absl::string_view path) {
  for (const TreeFile& file : change.texts().List(Side::kRight, {".py"})) {
    if (file.path == path) return change.texts().Read(Side::kRight, file);
  }
  return nullptr;
}

bool SomeBaseWalksOverItself(ChangeContext& change, const NewField& field) {
  const std::string name = absl::StrCat(field.file->after->name(), ".", field.owner->name);
  for (const std::string& base : change.project().BasesOf(name)) {
    const repository::Found found = change.project().FindDefinition(base);
    if (!found) continue;
    const std::string* text = TextOf(change, found.path);
    if (text != nullptr && WalksOverItself(*text)) return true;
  }
  return false;
}

// Code that knows the class hands over all of its fields: f(**asdict(config)).
bool IsSplatted(ChangeContext& change, absl::string_view class_name) {
  for (absl::string_view word : {"asdict", "vars", "__dict__"}) {
    for (IndexedFile* file : change.index().FilesWithIdentifier(word)) {
      if (!file->HasWordAnywhere(class_name)) continue;
      const std::string* text = TextOf(change, file->path());
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
         MayBeReadByPattern(change, field.field.name) || SomeBaseWalksOverItself(change, field) ||
         IsSplatted(change, field.owner->simple_name) || SiblingsAreReadByReflection(change, field);
}

void CheckChange(ChangeContext& change) {
  for (const NewField& field : NewFieldsIn(change)) {
    if (HasReader(change, field)) continue;
    Observation observation{.at = field.field.node,
                            .params = {{"field", std::string(field.field.name)},
                                       {"class", std::string(field.owner->simple_name)}}};
    ForEachOccurrence(change, std::string(field.field.name), [&](const Occurrence& place) {
      if (place.node.parent() != field.field.node && observation.related.size() < 5) {
        observation.related.push_back(
            {place.kind == Occurrence::Kind::kOption ? "a flag sets it" : "carries it, no more",
             RangeOf(*place.module, place.node)});
      }
      return true;
    });
    change.Report(*field.file, std::move(observation));
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kConfigFieldWithoutReader = {
    .info = {.id = "config-field-without-reader",
             .title = "Configuration field that nobody reads",
             .category = "configuration",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "New field `{field}` of `{class}` is read nowhere in the repository",
             .consequence = "Whoever sets `{field}` trains without what it promises, and sees no "
                            "error",
             .advice = "Read `{field}` where it should act, or leave it out of `{class}`",
             .why = "A field that is declared, even set from a flag, but never read is a feature "
                    "that does not exist. Reading by getattr, by names made of a prefix, by "
                    "asdict and the like counts as reading; tests do not.",
             .fix = "Connect the field, or remove it.",
             .bad = "# --- pkg/config.py before\n"
                    "from dataclasses import dataclass\n\n\n"
                    "@dataclass\n"
                    "class RouterConfig:\n"
                    "    top_k: int = 2\n"
                    "# --- pkg/config.py after\n"
                    "from dataclasses import dataclass\n\n\n"
                    "@dataclass\n"
                    "class RouterConfig:\n"
                    "    top_k: int = 2\n"
                    "    drop_tokens: bool = False\n"
                    "# --- pkg/router.py unchanged\n"
                    "def route(config, scores):\n"
                    "    return scores.topk(config.top_k)\n",
             .good = "# --- pkg/config.py before\n"
                     "from dataclasses import dataclass\n\n\n"
                     "@dataclass\n"
                     "class RouterConfig:\n"
                     "    top_k: int = 2\n"
                     "# --- pkg/config.py after\n"
                     "from dataclasses import dataclass\n\n\n"
                     "@dataclass\n"
                     "class RouterConfig:\n"
                     "    top_k: int = 2\n"
                     "    drop_tokens: bool = False\n"
                     "# --- pkg/router.py unchanged\n"
                     "def route(config, scores):\n"
                     "    return drop(scores) if config.drop_tokens else "
                     "scores.topk(config.top_k)\n",
             .references = {"catalogue: general CFG-UNUSED"}},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
