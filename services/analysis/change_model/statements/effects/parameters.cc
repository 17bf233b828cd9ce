// Parameters that nothing reads any more.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/paths/paths.h"
#include "analyzers/python/module.h"
#include "sentences/statements/sequel.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/effect.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Kind;
using python::Node;

constexpr int kWeight = 600;
constexpr size_t kMaxFunctions = 60;

std::set<absl::string_view> NamesIn(const Definition& function) {
  std::set<absl::string_view> names;
  for (const Node name : function.body.descendants(Kind::kIdentifier)) names.insert(name.text());
  return names;
}

// A body that only fails, or does nothing, is for others to write.
bool IsStub(const Definition& function) {
  return function.body.named_child_count() < 2 &&
         !function.body.named_child(0).Is(Kind::kReturnStatement);
}

std::vector<std::string> UnreadOf(const Definition& before, const Definition& after) {
  const std::set<absl::string_view> old_names = NamesIn(before), names = NamesIn(after);
  std::vector<std::string> unread;
  for (const python::Parameter& parameter : after.parameters) {
    const bool had = std::any_of(before.parameters.begin(), before.parameters.end(),
                                 [&](const auto& old) { return old.name == parameter.name; });
    const bool was_read = had && old_names.contains(parameter.name);
    const bool is_self = parameter.name == "self" || parameter.name == "cls";
    if (was_read && !is_self && !parameter.name.empty() && !names.contains(parameter.name)) {
      unread.emplace_back(parameter.name);
    }
  }
  return unread;
}

}  // namespace

std::vector<Effect> EffectsOfParameters(const change::AnalysedChange& change) {
  std::vector<Effect> effects;
  size_t asked = 0;
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || file.before == nullptr || paths::IsTestPath(file.after->path())) {
      continue;
    }
    for (const Definition& before : file.before->definitions()) {
      if (before.kind == Definition::Kind::kClass || asked == kMaxFunctions) continue;
      const Definition* after = file.after->FindDefinition(before.name);
      if (after == nullptr || after->kind == Definition::Kind::kClass || IsStub(*after) ||
          !file.lines.HasAdded(after->first_line, after->end_line - 1)) {
        continue;
      }
      ++asked;
      const std::vector<std::string> unread = UnreadOf(before, *after);
      if (unread.empty()) continue;
      change::v1::SourceRange place;
      place.set_path(file.after->path());
      place.set_side(change::v1::SIDE_RIGHT);
      place.set_first_line(after->node.first_line());
      place.set_end_line(after->node.first_line() + 1);
      effects.push_back(
          {.subject = absl::StrCat(file.after->path(), ":", after->name),
           .predicate = "reads-no-longer",
           .object = unread.front(),
           .text = Sentence(phrases::kReadsNoLonger,
                            {{"function", Shown(after->name)}, {"names", CodeList(unread)}}),
           .places = {place},
           .weight = kWeight});
    }
  }
  return effects;
}

}  // namespace allreview::analysis
