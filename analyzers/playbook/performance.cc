// Section 9: what the code does for speed and memory, with the helpers that exist for it.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxHelpers = 2;
constexpr int kMinUsers = 3;

struct Technique {
  absl::string_view id;
  // Identifiers of torch's own interface.
  absl::string_view words;
  // Words of the names of helpers; after '^', the first word.
  absl::string_view parts;
  // A helper's own file must use torch's interface, as the word alone says too little.
  bool is_strict = false;
};
constexpr Technique kTechniques[] = {
    {"streams", "Stream current_stream wait_stream record_stream", "stream", true},
    {"events", "Event record_event wait_event elapsed_time", "event", true},
    {"synchronisation", "synchronize", "sync", true},
    {"pinned-memory", "pin_memory non_blocking", "pin"},
    {"recompute", "checkpoint", "^checkpoint recompute"},
    {"cuda-graphs", "CUDAGraph make_graphed_callables graph", "cudagraph cudagraphs graph graphs"},
    {"offload", "save_on_cpu", "offload offloading onload"},
    {"fusion", "compile script", "fused fuser"},
    {"low-precision", "autocast bfloat16 float8_e4m3fn", "fp8 fp4"},
    {"timers", "nvtx profiler range_push", "timer timers nvtx"},
    {"memory", "empty_cache memory_allocated max_memory_allocated memory_stats", "memory", true},
    {"overlap", "async_op", "overlap prefetch"},
};

// "get_cuda_stream" has the word "stream"; "StreamHelper" too; "upstream" has not.
bool HasWord(absl::string_view name, absl::string_view wanted) {
  std::string word;
  const auto is_wanted = [&] { return word == wanted; };
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_upper = absl::ascii_isupper(static_cast<unsigned char>(c));
    const bool starts = c == '_' || (is_upper && i > 0 &&
                                     absl::ascii_islower(static_cast<unsigned char>(name[i - 1])));
    if (starts && is_wanted()) return true;
    if (starts) word.clear();
    if (c != '_') word += absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  return is_wanted();
}

bool HasPart(absl::string_view name, absl::string_view part) {
  if (!absl::ConsumePrefix(&part, "^")) return HasWord(name, part);
  const std::string lower = absl::AsciiStrToLower(name);
  return absl::StartsWith(lower, part) && HasWord(name, part);
}

struct Helper {
  std::string name;
  const IndexedFile* file = nullptr;
  Provenance place;
  int users = 0;
};

// Public functions and classes at the top level of the product, once by name.
std::vector<Helper> HelpersOf(const View& view) {
  std::vector<Helper> helpers;
  std::set<std::string> seen;
  for (const IndexedFile* file : view.product) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (absl::StrContains(definition.name, ".") || definition.name[0] == '_') continue;
      if (absl::EndsWith(definition.name, "Config")) continue;
      if (!seen.insert(definition.name).second) continue;
      helpers.push_back({definition.name, file, At(file->path(), definition.place.line), -1});
    }
  }
  return helpers;
}

void AddTechnique(const View& view, const Technique& technique, std::vector<Helper>& helpers,
                  Writer& say) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(technique.words, ' ', absl::SkipEmpty());
  const auto uses = [&](const IndexedFile* file) {
    return std::any_of(words.begin(), words.end(),
                       [&](absl::string_view word) { return file->HasIdentifier(word); });
  };
  const std::vector<absl::string_view> parts =
      absl::StrSplit(technique.parts, ' ', absl::SkipEmpty());
  std::vector<const Helper*> found;
  for (Helper& helper : helpers) {
    if (std::none_of(parts.begin(), parts.end(),
                     [&](absl::string_view part) { return HasPart(helper.name, part); })) {
      continue;
    }
    if (technique.is_strict && !uses(helper.file)) continue;
    if (helper.users < 0) helper.users = view.CountFiles(helper.name) - 1;  // But its own.
    if (helper.users >= kMinUsers) found.push_back(&helper);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Helper* a, const Helper* b) { return a->users > b->users; });
  std::vector<std::string> names;
  std::vector<Provenance> places;
  for (size_t i = 0; i < found.size() && i < kMaxHelpers; ++i) {
    names.push_back(found[i]->name);
    places.push_back(found[i]->place);
  }
  if (names.empty()) return;
  say.Add("reuse-helpers", technique.id, {{"names", Lines(names)}}, places);
}

}  // namespace

void AddPerformance(const View& view, Writer& say) {
  std::vector<Helper> helpers = HelpersOf(view);
  for (const Technique& technique : kTechniques) AddTechnique(view, technique, helpers, say);
}

}  // namespace allreview::playbook
