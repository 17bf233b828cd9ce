#include "analyzers/reach/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::Call;
using repository::Confidence;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using repository::OwnerOf;
using repository::SimpleName;

constexpr size_t kMaxImporters = 50;
constexpr char kSkipped[] = "skipped test";

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

Entry ExampleIn(absl::string_view path) {
  return {Kind::kExamples, std::string(paths::FolderOf(path))};
}

}  // namespace

Way Search::MakeWay(const Walk& walk, size_t index, Entry entry) {
  Way way{.entry = std::move(entry), .hops = walk.ChainOf(index)};
  for (size_t i = 0; i + 1 < way.hops.size(); ++i) {
    way.is_rare |= way.hops[i].is_cold;
    way.confidence = std::max(way.confidence, way.hops[i].confidence);
  }
  const bool is_around_steps = way.entry.kind == Kind::kTraining && !way.entry.is_every_step;
  way.is_rare = way.is_rare || (is_around_steps && IsBeforeLoop(way));
  return way;
}

// The first function on the way that has a loop at all goes on outside of it.
bool Search::IsBeforeLoop(const Way& way) {
  for (size_t i = 0; i + 1 < way.hops.size(); ++i) {
    const Call& hop = way.hops[i];
    const Found function = project_.FindDefinition(hop.caller);
    const auto code =
        function ? codes_.Find(*function.file, function.definition->name) : std::nullopt;
    if (!code) return false;
    const std::vector<uint32_t> calls =
        code->CallsOnLine(hop.place.line, SimpleName(way.hops[i + 1].caller));
    if (calls.empty()) return false;
    if (std::any_of(calls.begin(), calls.end(),
                    [&](uint32_t call) { return code->IsInLoop(call); })) {
      return false;
    }
    if (code->HasLoop()) return true;
  }
  return false;
}

// What the code of a step is to those whom it gets to, when its parameters may be what the way from
// there needs.
std::optional<Entry> Search::EntryOf(const Step& step) {
  std::optional<Entry> entry = EntryOfCode(step);
  return entry && needs_.MayHold(step.function, step.needs) ? entry : std::nullopt;
}

std::optional<Entry> Search::EntryOfCode(const Step& step) {
  if (!IsCodeOfModule(step)) {
    const Found& function = step.function;
    if (IsExample(function.path)) return ExampleIn(function.path);
    std::optional<Entry> entry = entries_.EntryOf(function);
    if (!entry || IsFactory(function)) return RegisteredAs(function);
    if (entry->kind == Kind::kTests && skipped_.Has(*function.file, function.definition->name)) {
      entry->what = kSkipped;
    }
    return entry;
  }
  const std::string& path = step.edge.call.path;
  if (paths::IsTestPath(path)) return Entry{Kind::kTests, "code of tests"};
  if (IsExample(path)) return ExampleIn(path);
  return Entry{Kind::kStartUp, "import"};
}

bool Search::IsFactory(const Found& function) {
  const auto code = codes_.Find(*function.file, function.definition->name);
  if (!code) return false;
  const auto& instructions = code->code().instructions;
  return std::any_of(instructions.begin(), instructions.end(), [&](const ir::Instruction& one) {
    if (one.op != ir::Op::kCopy || one.result != code->code().result) return false;
    const ir::Instruction* returned =
        code->DefinitionOf(code->Source(code->OperandOf(one, 0).value));
    return returned != nullptr && returned->op == ir::Op::kFunction;
  });
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
      const auto known = ways.find(entry->kind);
      const bool is_better =
          known != ways.end() && known->second.entry.what == kSkipped && entry->what != kSkipped;
      if (is_better) ways.erase(known);
      if (is_better || known == ways.end()) {
        ways.emplace(entry->kind, MakeWay(walk, i, *entry));
      }
    }
    return {!IsCodeOfModule(step),
            Behind(step.state & kPassed, entry) | (is_handed ? kHandedOver : 0)};
  };
  walk.Run({{canonical}}, visit, [&](const Step& callee, const Edge& edge, const Found& caller) {
    return Leads(callee, edge) ? NeedsOf(callee, edge, caller) : std::nullopt;
  });
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

// The product calls a method of its name, perhaps of another class; or a lambda calls it, and
// nobody knows who calls that.
std::string Search::WhyGuessed(const Found& function) {
  for (const Edge& edge : project_.EdgesTo(function.name)) {
    if (takers_.IsInIdleLambda(function, edge)) {
      return absl::StrCat("called by a lambda at ", edge.call.path, ":", edge.call.place.line);
    }
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
  // WhyGuessed() says so.
  if (IsGuess(edge) || takers_.IsInIdleLambda(callee.function, edge)) return false;
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

std::optional<Needs> Search::NeedsOf(const Step& callee, const Edge& edge, const Found& caller) {
  return needs_.Before(edge, caller, callee.function, callee.needs);
}

}  // namespace allreview::reach
