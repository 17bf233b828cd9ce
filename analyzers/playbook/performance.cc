// Section 9: what the code does for speed and memory, with the helpers that exist for it.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;

constexpr size_t kMaxHelpers = 2;
constexpr int kMinUsers = 3;

// What a helper must call itself, and have in its name, to be one for the technique: either alone
// proves nothing.
struct Technique {
  absl::string_view id;
  absl::string_view words;
  absl::string_view callees;
};
constexpr Technique kTechniques[] = {
    {"streams", "stream", "torch.cuda.Stream torch.cuda.stream torch.Stream"},
    {"events", "event", "torch.cuda.Event torch.Event"},
    {"synchronisation", "synchron", "torch.cuda.synchronize torch.accelerator.synchronize"},
    {"recompute", "checkpoint recompute",
     "torch.utils.checkpoint.checkpoint torch.utils.checkpoint.checkpoint_sequential"},
    {"cuda-graphs", "graph",
     "torch.cuda.CUDAGraph torch.cuda.graph torch.cuda.make_graphed_callables"},
    {"offload", "offload", "torch.autograd.graph.save_on_cpu"},
    {"low-precision", "autocast precision amp cast",
     "torch.autocast torch.amp.autocast torch.cuda.amp.autocast"},
    {"timers", "time profil nvtx trace range",
     "torch.profiler.profile torch.cuda.nvtx.range_push torch.cuda.nvtx.range"},
    {"memory", "mem cache",
     "torch.cuda.empty_cache torch.cuda.memory_allocated torch.cuda.max_memory_allocated "
     "torch.cuda.memory_reserved torch.cuda.memory_stats torch.cuda.mem_get_info"},
};

struct Helper {
  std::string name;
  Provenance place;
  int users = -1;  // Not counted yet.
};
using Helpers = std::map<std::string, Helper>;
using Callers = std::map<absl::string_view, std::set<std::string>>;  // By callee.

bool IsHelperName(absl::string_view name) {
  return !absl::StrContains(name, ".") && name[0] != '_' && !absl::EndsWith(name, "Config");
}

// Public functions and classes at the top level of the product. A name that several files define
// stands for none.
Helpers HelpersOf(const View& view) {
  Helpers helpers;
  std::set<std::string> ambiguous;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (!IsHelperName(definition.name)) continue;
      const Provenance place = At(file->path(), definition.place.line);
      const auto [found, is_new] =
          helpers.try_emplace(definition.name, Helper{definition.name, place});
      if (!is_new && found->second.place.path != file->path()) ambiguous.insert(definition.name);
    }
  }
  for (const std::string& name : ambiguous) helpers.erase(name);
  return helpers;
}

Callers CallersOf(const View& view) {
  std::set<absl::string_view> wanted;
  for (const Technique& technique : kTechniques) {
    for (absl::string_view callee : absl::StrSplit(technique.callees, ' ')) wanted.insert(callee);
  }
  Callers callers;
  for (const IndexedFile* file : view.product) {
    if (!file->HasIdentifier("torch")) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      const auto callee = wanted.find(call.callee);
      if (callee == wanted.end() || call.symbol.empty()) continue;
      callers[*callee].insert(call.symbol.substr(0, call.symbol.find('.')));
    }
  }
  return callers;
}

void AddTechnique(const View& view, const Technique& technique, const Callers& callers,
                  Helpers& helpers, Writer& say) {
  std::set<std::string> names;
  for (absl::string_view callee : absl::StrSplit(technique.callees, ' ')) {
    const auto found = callers.find(callee);
    if (found != callers.end()) names.insert(found->second.begin(), found->second.end());
  }
  std::vector<const Helper*> shared;
  const std::vector<absl::string_view> words = absl::StrSplit(technique.words, ' ');
  for (const std::string& name : names) {
    const auto helper = helpers.find(name);
    const std::string lower = absl::AsciiStrToLower(name);
    const bool says_so = std::any_of(words.begin(), words.end(), [&](absl::string_view word) {
      return absl::StrContains(lower, word);
    });
    if (helper == helpers.end() || !says_so) continue;
    int& users = helper->second.users;
    if (users < 0) users = view.CountFiles(name) - 1;  // But its own.
    if (users >= kMinUsers) shared.push_back(&helper->second);
  }
  if (shared.empty()) return;
  std::stable_sort(shared.begin(), shared.end(),
                   [](const Helper* a, const Helper* b) { return a->users > b->users; });
  if (shared.size() > kMaxHelpers) shared.resize(kMaxHelpers);
  std::vector<std::string> shown;
  std::vector<Provenance> places;
  for (const Helper* helper : shared) {
    shown.push_back(helper->name);
    places.push_back(helper->place);
  }
  say.Add("reuse-helpers", technique.id, {{"names", Lines(shown)}}, places);
}

}  // namespace

void AddPerformance(const View& view, Writer& say) {
  const Callers callers = CallersOf(view);
  Helpers helpers = HelpersOf(view);
  for (const Technique& technique : kTechniques) {
    AddTechnique(view, technique, callers, helpers, say);
  }
}

}  // namespace allreview::playbook
