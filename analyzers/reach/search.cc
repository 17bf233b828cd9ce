#include "analyzers/reach/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/compiled.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::Call;
using repository::Confidence;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using repository::IsColdName;
using repository::IsColdPath;
using repository::OwnerOf;
using repository::ReferenceFacts;
using repository::SimpleName;

constexpr size_t kMaxImporters = 50;
constexpr int kStepCalls = 3;  // A step is recognised so near alone: far away it is anything.

// What a chain has passed: who is behind the entry of a step may be another kind of step, but
// whoever starts the training does not make it a part of the start.
enum Passed { kOpen = 0, kBehindStep = 1, kBehindOther = 2 };
// A walk's state is that, and whether somebody was handed over on the way, so that it does not run
// where that happens.
constexpr int kPassed = 3, kHandedOver = 4;

bool IsAside(Kind kind) { return kind == Kind::kTests || kind == Kind::kExamples; }

bool Adds(int state, Kind kind) {
  if (IsAside(kind)) return true;
  if (state == kBehindStep) return kind == Kind::kTraining || kind == Kind::kInference;
  return state == kOpen;
}

int Behind(int state, const std::optional<Entry>& entry) {
  if (!entry || IsAside(entry->kind)) return state;
  const bool is_step = entry->kind == Kind::kTraining || entry->kind == Kind::kInference;
  return std::max<int>(state, is_step ? kBehindStep : kBehindOther);
}

// The import leads to the module, or to something in it.
bool LeadsTo(absl::string_view target, absl::string_view module) {
  return absl::ConsumePrefix(&target, module) && (target.empty() || target[0] == '.');
}

// Import runs it: code of a module, or of the body of a class that calls something.
bool IsCodeOfModule(const Step& step) {
  return !step.function ||
         (step.next >= 0 && step.function.definition->kind == Definition::Kind::kClass);
}

// An object that nobody knows is asked for a method of that name.
bool IsGuess(const Edge& edge) {
  return edge.call.confidence == Confidence::kLow && !edge.call.is_reference;
}

Entry ExampleIn(absl::string_view path) {
  return {Kind::kExamples, std::string(paths::FolderOf(path))};
}

Way MakeWay(const Walk& walk, size_t index, Entry entry) {
  Way way{.entry = std::move(entry), .hops = walk.ChainOf(index)};
  for (size_t i = 0; i + 1 < way.hops.size(); ++i) {
    way.is_rare |= way.hops[i].is_cold;
    way.confidence = std::max(way.confidence, way.hops[i].confidence);
  }
  return way;
}

}  // namespace

// What the code of a step is to those whom it gets to.
std::optional<Entry> Search::EntryOf(const Step& step) {
  if (!IsCodeOfModule(step)) {
    if (IsExample(step.function.path)) return ExampleIn(step.function.path);
    std::optional<Entry> entry = entries_.EntryOf(step.function);
    return entry ? entry : RegisteredAs(step.function);
  }
  const std::string& path = step.edge.call.path;
  if (paths::IsTestPath(path)) return Entry{Kind::kTests, "code of tests"};
  if (IsExample(path)) return ExampleIn(path);
  return Entry{Kind::kStartUp, "import"};
}

bool Search::IsExample(const std::string& path) {
  if (!IsAsidePath(path)) return false;
  const auto [known, is_new] = are_examples_.try_emplace(path, true);
  if (is_new) known->second = !ProductImports(path);
  return known->second;
}

// Itself, or one of those aside that import it. What the product imports is a part of it, whatever
// its folder is called.
bool Search::ProductImports(const std::string& path) {
  std::vector<std::string> queue = {path};
  std::set<std::string> seen = {path};
  for (size_t i = 0; i < queue.size() && i < kMaxImporters; ++i) {
    const std::string module = python::ModuleNameOf(queue[i]);
    for (const IndexedFile* file : index_.FilesNaming(module)) {
      if (paths::IsTestPath(file->path()) || seen.count(file->path()) > 0) continue;
      const auto& imports = file->facts().imports;
      const bool is_importer =
          std::any_of(imports.begin(), imports.end(), [&](const repository::ImportFacts& import) {
            return LeadsTo(file->Absolute(import.target), module);
          });
      if (!is_importer) continue;
      if (!IsAsidePath(file->path())) return true;
      seen.insert(file->path());
      queue.push_back(file->path());
    }
  }
  return false;
}

// By the searches for one kind.
std::map<Kind, Way> Search::NearWays(const std::string& canonical) {
  std::map<Kind, Way> ways;
  if (auto step = FindStep(canonical); step && !IsExample(step->hops[0].path)) {
    const Found entry = project_.FindDefinition(step->hops[0].caller);
    if (const auto role = RegisteredAs(entry); role && step->entry.what == "hook") {
      step->entry.what = role->what;
    }
    const Kind kind = step->entry.kind;
    ways.emplace(kind, *std::move(step));
  }
  if (auto capture = FindCapture(canonical)) ways.emplace(Kind::kCapture, *std::move(capture));
  return ways;
}

FunctionReach Search::Find(const std::string& canonical) {
  FunctionReach reach;
  if (!project_.FindDefinition(canonical)) {
    reach.why = "it is no function of the repository";
    return reach;
  }
  std::map<Kind, Way> ways = NearWays(canonical);
  std::optional<Way> registered;
  Walk walk(project_, {});
  const auto visit = [&](size_t i, bool&) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    const std::optional<Entry> entry = EntryOf(step);
    const std::optional<std::string> taker = TakerOf(walk, step);
    if (taker && !registered && !paths::IsTestPath(step.edge.call.path)) {
      registered = MakeWay(walk, i, {Kind::kRegistered, *taker});
    }
    const bool is_handed = taker.has_value() || (step.state & kHandedOver) != 0;
    const bool is_elsewhere = is_handed && entry && entry->kind == Kind::kStartUp;
    if (entry && !is_elsewhere && Adds(step.state & kPassed, entry->kind)) {
      ways.try_emplace(entry->kind, MakeWay(walk, i, *entry));
    }
    return {!IsCodeOfModule(step),
            Behind(step.state & kPassed, entry) | (is_handed ? kHandedOver : 0)};
  };
  walk.Run({{canonical}}, visit,
           [&](const Step& callee, const Edge& edge, const Found&) { return Leads(callee, edge); });
  return Conclude(walk, std::move(ways), std::move(registered));
}

// `registered` says something when nobody is known to run the function.
FunctionReach Search::Conclude(const Walk& walk, std::map<Kind, Way>&& ways,
                               std::optional<Way> registered) {
  using State = FunctionReach::State;
  FunctionReach reach;
  bool has_product = false;
  for (auto& [kind, way] : ways) {
    has_product |= !IsAside(kind);
    reach.ways.push_back(std::move(way));
  }
  if (registered && !has_product) reach.ways.insert(reach.ways.begin(), *std::move(registered));
  if (has_product) {
    reach.state = State::kReached;
    return reach;
  }
  reach.why = WhyOthersMay(walk);
  if (!reach.why.empty()) return reach;
  reach.state = reach.ways.empty() ? State::kNobody : State::kOnly;
  return reach;
}

// Who else may get to a function that only tests and examples are known to reach; empty: nobody.
std::string Search::WhyOthersMay(const Walk& walk) {
  if (walk.is_cut()) return "its callers are too many or too far";
  std::vector<const Found*> inner;  // Who is known only by who calls it.
  for (const Step& step : walk.steps()) {
    if (!IsCodeOfModule(step) && !paths::IsTestPath(step.function.path)) {
      inner.push_back(&step.function);
    }
  }
  const auto phrase = [](const Found& function, absl::string_view why) {
    return absl::StrCat("`", function.definition->name, "`: ", why);
  };
  for (const Found* function : inner) {
    const std::string& why = callers_.WhyOpen(*function);
    if (!why.empty()) return phrase(*function, why);
    const std::string guessed = WhyGuessed(*function);
    if (!guessed.empty()) return phrase(*function, guessed);
  }
  // Last, because it reads more files.
  for (const Found* function : inner) {
    const std::string why = callers_.WhyNamedElsewhere(*function);
    if (!why.empty()) return phrase(*function, why);
  }
  return "";
}

// The product calls a method of its name, perhaps of another class.
std::string Search::WhyGuessed(const Found& function) {
  for (const Edge& edge : project_.EdgesTo(function.name)) {
    if (!IsGuess(edge) || paths::IsTestPath(edge.call.path)) continue;
    return absl::StrCat("perhaps called at ", edge.call.path, ":", edge.call.place.line,
                        ", by an object that nobody knows");
  }
  return "";
}

// Whether who stands at the other end of the edge is asked who gets there. Tests and examples are
// known to be that; only the product may use them, too.
bool Search::Leads(const Step& callee, const Edge& edge) {
  const std::string& path = edge.call.path;
  if (IsGuess(edge)) return false;  // WhyGuessed() says so.
  if (callee.function && paths::IsTestPath(callee.function.path)) {
    return !paths::IsTestPath(path) && edge.call.confidence != Confidence::kLow;
  }
  if (callee.function && IsExample(callee.function.path)) return !IsExample(path);
  // When a hook runs has nothing to do with where it is registered.
  return !edge.call.is_reference || !takers_.Of(callee.function, edge).role;
}

// To whom the step hands over the next one, so that it may run anywhere. None: it does not.
std::optional<std::string> Search::TakerOf(const Walk& walk, const Step& step) {
  if (step.next < 0 || !step.edge.call.is_reference) return std::nullopt;
  const Step& next = walk.steps()[static_cast<size_t>(step.next)];
  const Handing handing = takers_.Of(next.function, step.edge);
  if (handing.runs_there || handing.role) return std::nullopt;
  return absl::StrCat("handed over", handing.taker.empty() ? "" : " to ", handing.taker);
}

// How a step gets there by few calls, none of them rare and none through a cold function.
std::optional<Way> Search::FindStep(const std::string& canonical) {
  Walk walk(project_, {.max_calls = kStepCalls, .max_functions = SIZE_MAX});
  std::optional<Way> best;
  // How much an entry says, most first.
  const auto rank_of = [](const Way& way) {
    return way.entry.kind == Kind::kInference ? 2 : way.entry.what == "get-batch" ? 1 : 0;
  };
  const auto visit = [&](size_t i, bool& stop) -> Walk::Onward {
    const Found& function = walk.steps()[i].function;
    if (IsColdName(SimpleName(function.name)) || IsColdPath(function.path)) return {};
    std::string what = entries_.KindOf(function);
    if (!IsStepEntry(what)) {
      const std::optional<Entry> role = RegisteredAs(function);
      what = role && role->is_every_step ? "hook" : "";
    }
    if (what.empty()) return {.goes_on = true};
    Way way = MakeWay(walk, i, {Kind::kTraining, what, true});
    const bool is_inference = std::any_of(way.hops.begin(), way.hops.end(), [](const Call& call) {
      return repository::IsInferencePath(call.path);
    });
    if (is_inference) way.entry.kind = Kind::kInference;
    if (!best || rank_of(way) < rank_of(*best)) best = std::move(way);
    stop = rank_of(*best) == 0;
    return {};
  };
  walk.Run({{canonical}}, visit, [](const Step&, const Edge& edge, const Found& caller) {
    return !edge.call.is_cold && !IsGuess(edge) && !IsColdPath(edge.call.path) && caller &&
           caller.definition->kind != Definition::Kind::kClass;
  });
  return best;
}

std::optional<Entry> Search::RegisteredAs(const Found& function) {
  const auto role_of = [&](const Found& handed, bool is_maker) -> std::optional<Entry> {
    for (const Edge& edge : project_.EdgesTo(handed.name)) {
      if (!edge.call.is_reference || paths::IsTestPath(edge.call.path)) continue;
      if ((edge.reference == ReferenceFacts::Kind::kHookMaker) != is_maker) continue;
      if (std::optional<Entry> role = takers_.Of(handed, edge).role) return role;
    }
    return std::nullopt;
  };
  if (std::optional<Entry> role = role_of(function, false)) return role;
  // What a maker returns is one of its inner functions.
  const Found maker = project_.FindDefinition(OwnerOf(function.name));
  if (!maker || maker.definition->kind == Definition::Kind::kClass) return std::nullopt;
  return role_of(maker, true);
}

std::string Search::CapturedBy(const Found& function, bool is_self) {
  for (const Edge& edge : project_.EdgesTo(function.name)) {
    if (edge.is_captured) return "cuda-graph";
    if (edge.call.is_reference && edge.reference == ReferenceFacts::Kind::kCaptured) {
      return "cuda-graph";
    }
  }
  if (is_self && SimpleName(function.name) == "forward") {
    for (const std::string& base : project_.BasesOf(OwnerOf(function.name))) {
      if (SimpleName(base) == "GraphableMegatronModule") return "cuda-graph";
    }
  }
  return HowCompiled(project_, index_, codes_, function);
}

// Only what is certain counts: no guesses at receivers, nothing rare.
std::optional<Way> Search::FindCapture(const std::string& canonical) {
  Walk walk(project_, {.max_calls = kStepCalls, .max_functions = SIZE_MAX});
  std::optional<Way> found;
  // Of a module that can be captured only its own methods are certain to be: state 1 is another's.
  const auto visit = [&](size_t i, bool& stop) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    if (!step.function || IsColdName(SimpleName(step.name))) return {};
    const bool is_self = step.state == 0 && (step.next < 0 || step.edge.is_self);
    std::string what = CapturedBy(step.function, is_self);
    stop = what == "cuda-graph";
    if (stop || (!found && !what.empty())) {
      found = MakeWay(walk, i, {Kind::kCapture, std::move(what)});
    }
    return {true, is_self ? 0 : 1};
  };
  walk.Run({{canonical}}, visit, [](const Step&, const Edge& edge, const Found&) {
    return !edge.call.is_cold && edge.call.confidence != Confidence::kLow;
  });
  return found;
}

}  // namespace allreview::reach
