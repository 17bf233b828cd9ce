// Calls and options that the change replaces by others in several functions, and leaves elsewhere.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/elsewhere.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinFunctions = 2;
constexpr size_t kMaxLeft = 12;   // More: what these functions want is not what all want.
constexpr size_t kMaxPlaces = 3;  // That are named.
constexpr size_t kMaxAsked = 8;   // Replacements that are looked for.
constexpr int kMinSetting = 4;    // Shorter names of options are those of anything.

struct Replaced {
  const AnalysedFile* file = nullptr;
  Node at;  // The first of the new calls, or reads.
  std::set<std::string> functions;
};
// What was, and what is: absolute names of functions; names of options.
using Replacements = std::map<std::pair<std::string, std::string>, Replaced>;

struct Used {
  std::map<std::string, int> counts;
  std::map<std::string, Node> first;

  void Add(const std::string& name, Node at) {
    if (counts[name]++ == 0) first.emplace(name, at);
  }
};

std::string SimpleNameOf(const std::string& name) { return name.substr(name.rfind('.') + 1); }

// Functions by absolute name that the function calls.
Used CallsOf(const python::Module& module, const Definition& function) {
  Used used;
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    const std::string callee = module.Resolve(call.child(Field::kFunction));
    if (!callee.empty() && !absl::StartsWith(callee, "builtins.")) used.Add(callee, call);
  }
  return used;
}

// "n" of "config.n" and "self.args.n".
Used OptionsOf(const Definition& function) {
  Used used;
  for (Node attribute : function.body.descendants(NodeKind::kAttribute)) {
    const Node object = attribute.child(Field::kObject);
    const absl::string_view holder =
        object.Is(NodeKind::kAttribute) ? object.child(Field::kAttribute).text() : object.text();
    if (holder != "config" && holder != "args" && holder != "cfg") continue;
    const absl::string_view name = attribute.child(Field::kAttribute).text();
    if (name.size() >= kMinSetting) used.Add(std::string(name), attribute);
  }
  return used;
}

// The only name that went and the only one that came, as often.
void Collect(const FunctionPair& pair, const Used& before, const Used& after,
             Replacements& replacements) {
  std::string gone, came;
  for (const auto& [name, count] : before.counts) {
    if (after.counts.contains(name)) continue;
    if (!gone.empty()) return;
    gone = name;
  }
  for (const auto& [name, count] : after.counts) {
    if (before.counts.contains(name)) continue;
    if (!came.empty()) return;
    came = name;
  }
  if (gone.empty() || came.empty() || before.counts.at(gone) != after.counts.at(came)) return;
  const Node at = after.first.at(came);
  if (!pair.file->lines.Touches(at)) return;
  Replaced& replaced = replacements[{gone, came}];
  if (replaced.functions.empty()) {
    replaced.file = pair.file;
    replaced.at = at;
  }
  replaced.functions.insert(absl::StrCat(pair.file->changed->path, ":", pair.after->name));
}

// The change touches the place, or it is in the function that stands for the old one.
bool IsOfChange(const Inquiry& inquiry, const std::string& path, const repository::Place& place,
                absl::string_view now) {
  for (const AnalysedFile& file : inquiry.change().files()) {
    if (file.changed->path != path || file.after == nullptr) continue;
    if (file.lines.HasAdded(place.line, place.end_line)) return true;
    for (const Definition& definition : file.after->definitions()) {
      const bool holds = definition.first_line <= place.line && place.line < definition.end_line;
      if (holds && definition.simple_name == now) return true;
    }
  }
  return false;
}

std::vector<rules::Range> CallsLeft(Inquiry& inquiry, const std::string& before,
                                    const std::string& now) {
  repository::Project& project = inquiry.change().project();
  const std::string simple_name = SimpleNameOf(before);
  const std::string canonical = project.Canonical(before);
  std::vector<rules::Range> left;
  for (const repository::IndexedFile* file :
       inquiry.change().index().FilesWithIdentifier(simple_name)) {
    if (inquiry.should_stop()) return {};
    if (!paths::IsProductSource(file->path()) || paths::IsTestPath(file->path())) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      if (!absl::EndsWith(call.callee, simple_name) || call.is_guarded) continue;
      const std::string callee = file->Absolute(call.callee);
      if (callee != before && project.Canonical(callee) != canonical) continue;
      if (IsOfChange(inquiry, file->path(), call.place, SimpleNameOf(now))) continue;
      left.push_back(rules::RangeOf(file->path(), call.place));
      if (left.size() > kMaxLeft) return left;
    }
  }
  return left;
}

std::vector<rules::Range> ReadsLeft(Inquiry& inquiry, const std::string& before) {
  std::vector<rules::Range> left;
  for (const repository::FieldUse& use : inquiry.change().project().ReadersOf(before)) {
    if (!paths::IsProductSource(use.path) || paths::IsTestPath(use.path)) continue;
    if (IsOfChange(inquiry, use.path, use.place, "")) continue;
    left.push_back(rules::RangeOf(use.path, use.place));
    if (left.size() > kMaxLeft) return left;
  }
  return left;
}

void AskAboutLeft(Inquiry& inquiry, const std::pair<std::string, std::string>& names,
                  const Replaced& replaced, std::vector<rules::Range> left, bool is_option) {
  if (left.empty() || left.size() > kMaxLeft) return;
  const size_t count = left.size();
  if (count > kMaxPlaces) left.resize(kMaxPlaces);
  std::vector<std::string> places;
  for (const rules::Range& range : left) {
    places.push_back(absl::StrCat(range.path, ":", range.first_line));
  }
  const Phrase& phrase = is_option    ? phrases::kAskLeftOption
                         : count == 1 ? phrases::kAskLeftCallOfOne
                                      : phrases::kAskLeftCall;
  inquiry.Ask(*replaced.file, replaced.at,
              {.kind = "old-call-stays-elsewhere",
               .about = absl::StrCat(names.first, " -> ", names.second),
               .weight = 81,
               .text = Sentence(phrase, {{"now", SimpleNameOf(names.second)},
                                         {"before", SimpleNameOf(names.first)},
                                         {"gained", absl::StrCat(replaced.functions.size())},
                                         {"count", absl::StrCat(count)},
                                         {"places", CodeList(places)}}),
               .also = left});
}

}  // namespace

void AskAboutLeftCalls(Inquiry& inquiry) {
  Replacements calls, options;
  for (const FunctionPair& pair : inquiry.pairs()) {
    Collect(pair, CallsOf(*pair.module_before, *pair.before),
            CallsOf(*pair.file->after, *pair.after), calls);
    Collect(pair, OptionsOf(*pair.before), OptionsOf(*pair.after), options);
  }
  size_t asked = 0;
  for (const auto& [names, replaced] : calls) {
    if (replaced.functions.size() < kMinFunctions ||
        SimpleNameOf(names.first) == SimpleNameOf(names.second)) {
      continue;
    }
    if (inquiry.should_stop() || ++asked > kMaxAsked) return;
    AskAboutLeft(inquiry, names, replaced, CallsLeft(inquiry, names.first, names.second), false);
  }
  for (const auto& [names, replaced] : options) {
    if (replaced.functions.size() < kMinFunctions) continue;
    if (inquiry.should_stop() || ++asked > kMaxAsked) return;
    AskAboutLeft(inquiry, names, replaced, ReadsLeft(inquiry, names.first), true);
  }
}

}  // namespace allreview::analysis
