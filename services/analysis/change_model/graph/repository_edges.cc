#include "services/analysis/change_model/graph/repository_edges.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "services/analysis/change_model/graph/calls.h"
#include "services/analysis/change_model/graph/class_edges.h"
#include "services/analysis/change_model/graph/edge_set.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using change::Side;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using repository::Found;
using repository::SimpleName;
using rules::RangeOf;
using v1::ChangedSymbol;
using v1::Edge;

constexpr size_t kMaxEdges = 400;
constexpr int kMaxTests = 3;              // Of one symbol.
constexpr int kMaxTestDistance = 2;       // Calls; who is farther away tests something else.
constexpr int kMaxCallersIn = 24;         // Of one symbol.
constexpr size_t kMaxTestedSymbols = 20;  // Reached tests cost the most of all questions.

bool IsFunction(const ChangedSymbol& symbol) {
  return symbol.kind() == v1::SYMBOL_KIND_FUNCTION || symbol.kind() == v1::SYMBOL_KIND_METHOD;
}

bool IsCallable(const ChangedSymbol& symbol) {
  return IsFunction(symbol) || symbol.kind() == v1::SYMBOL_KIND_CLASS;
}

// "f" of `a.b.f(x)`.
absl::string_view CalledName(Node call) {
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  return function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : function.text();
}

class Collector {
 public:
  Collector(const RepositoryEdgeOptions& options, std::vector<Edge> edges)
      : options_(options), resolver_(options.change, options.symbols) {
    for (const AnalysedFile& file : options.change.files()) {
      changed_.emplace(file.changed->path, &file);
      std::set<std::string> paths = {file.changed->path};
      if (file.before != nullptr) paths.insert(file.before->path());
      if (file.after != nullptr) paths.insert(file.after->path());
      for (const std::string& path : paths) bodies_[path].push_back(&file);
    }
    for (const ChangedSymbol& symbol : options.symbols) {
      ids_.insert(IdOf(symbol));
      if (symbol.status() == ChangedSymbol::STATUS_ADDED) added_.insert(IdOf(symbol));
      has_code_ |= !IsTestPath(symbol.path());
    }
    for (Edge& edge : edges) set_.Add(std::move(edge));
  }

  std::vector<Edge> Collect() {
    for (const ChangedSymbol& symbol : options_.symbols) {
      if (options_.should_stop && options_.should_stop()) break;
      if (IsFunction(symbol) && !IsBeside(symbol.path())) AddCallsOut(symbol);
    }
    for (const ChangedSymbol& symbol : options_.symbols) {
      if (options_.should_stop && options_.should_stop()) break;
      if (IsCallable(symbol)) AddCallsIn(symbol);
    }
    AddClassEdges(options_, &set_);
    AddImports();
    set_.MarkNew(added_);
    AddTests();
    NameEntries();
    return TakeNearest();
  }

 private:
  // A test of a change of code: what it uses besides says nothing of the change.
  bool IsBeside(absl::string_view path) const { return has_code_ && IsTestPath(path); }

  struct Body {
    const Module* module = nullptr;
    const Definition* definition = nullptr;
    explicit operator bool() const { return definition != nullptr; }
  };

  Body BodyOf(const ChangedSymbol& symbol, Side side) const {
    const bool is_left = side == Side::kLeft;
    const std::string& path =
        is_left && !symbol.old_path().empty() ? symbol.old_path() : symbol.path();
    const std::string& name =
        is_left && !symbol.old_name().empty() ? symbol.old_name() : symbol.name();
    const auto files = bodies_.find(path);
    if (files == bodies_.end()) return {};
    for (const AnalysedFile* file : files->second) {
      const Module* module = is_left ? file->before : file->after;
      if (module == nullptr || (module->path() != path && file->changed->path != path)) continue;
      if (const Definition* definition = module->FindDefinition(name)) return {module, definition};
    }
    return {};
  }

  struct Call {
    rules::Range range;
    bool is_certain = true;
  };

  // Definitions of the repository that one side calls, by id.
  std::map<std::string, Call> CallsOf(const Body& body, Side side) {
    std::map<std::string, Call> calls;
    if (!body) return calls;
    // What a function defines inside of itself is a part of it.
    const std::string inner = IdOf(body.module->path(), body.definition->name) + ".";
    for (Node node : body.definition->body.descendants(Kind::kCall)) {
      const Callee callee = resolver_.Resolve(*body.module, node);
      if (callee.symbol.empty() || absl::StartsWith(callee.symbol, inner)) continue;
      const bool is_certain = !body.module->Resolve(FunctionOf(node)).empty();
      calls.emplace(callee.symbol, Call{RangeOf(*body.module, node, side), is_certain});
    }
    return calls;
  }

  void AddCallsOut(const ChangedSymbol& symbol) {
    const std::string from = IdOf(symbol);
    const Body old_body = BodyOf(symbol, Side::kLeft);
    const auto before = CallsOf(old_body, Side::kLeft);
    const auto after = CallsOf(BodyOf(symbol, Side::kRight), Side::kRight);
    const bool is_before_known = old_body || symbol.status() == ChangedSymbol::STATUS_ADDED;
    const auto add = [&](const std::string& to, const Call& call) {
      Edge* edge = set_.Add(from, to, Edge::KIND_CALLS, call.range);
      if (edge != nullptr && !call.is_certain) {
        edge->set_confidence(finding::v1::CONFIDENCE_MEDIUM);
      }
      return edge;
    };
    for (const auto& [to, call] : after) {
      Edge* edge = add(to, call);
      if (edge != nullptr) edge->set_is_new(is_before_known && !before.count(to));
    }
    for (const auto& [to, call] : before) {
      if (after.count(to)) continue;
      if (Edge* edge = add(to, call)) edge->set_is_removed(true);
    }
    auto& names = called_before_[from];
    if (!old_body) return;
    for (Node node : old_body.definition->body.descendants()) {
      if (node.Is(Kind::kCall)) names.emplace(CalledName(node));
    }
  }

  // The caller is a changed symbol, and nothing of that name was called in it before.
  bool IsNewCall(const Caller& caller, const ChangedSymbol& symbol) const {
    const auto before = called_before_.find(caller.id);
    if (before == called_before_.end()) return false;
    if (before->second.count(std::string(SimpleName(symbol.name())))) return false;
    // A call of an instance, or of a class.
    const AnalysedFile* file = FindChanged(caller.range.path);
    if (file == nullptr || file->after == nullptr) return false;
    Node node = file->after->tree().NodeAt(static_cast<uint32_t>(caller.range.first_byte));
    while (node && !node.Is(Kind::kCall)) node = node.parent();
    return !before->second.count(std::string(CalledName(node)));
  }

  const AnalysedFile* FindChanged(absl::string_view path) const {
    const auto file = changed_.find(path);
    return file == changed_.end() ? nullptr : file->second;
  }

  void AddCallsIn(const ChangedSymbol& symbol) {
    const std::string to = IdOf(symbol);
    // The edges to a class stand for those to its constructor.
    const bool is_constructor = SimpleName(symbol.name()) == "__init__";
    const std::string class_id(is_constructor ? to.substr(0, to.rfind('.')) : "");
    int count = 0;
    for (const Caller& caller : options_.callers.Of(AbsoluteNameOf(symbol))) {
      if (caller.is_test_code && !ids_.count(caller.id)) continue;  // See AddTests.
      if (set_.Has(caller.id, class_id, Edge::KIND_CALLS)) continue;
      const bool is_known = set_.Has(caller.id, to, Edge::KIND_CALLS);
      Edge* edge = set_.Add(caller.id, to, Edge::KIND_CALLS, caller.range);
      if (edge == nullptr) continue;
      if (++count == kMaxCallersIn) break;
      if (!is_known) {
        edge->set_confidence(analysis::ToProto(caller.confidence));
        edge->set_is_new(!caller.is_before_only && IsNewCall(caller, symbol));
        edge->set_is_removed(caller.is_before_only);
      }
      if (caller.is_hook) edge->set_entry_kind("hook");
      if (caller.is_script) edge->set_entry_kind("main");
    }
  }

  // Imports of modules and symbols of the repository, by id.
  std::map<std::string, rules::Range> ImportsOf(const Module* module, Side side) {
    std::map<std::string, rules::Range> imports;
    if (module == nullptr) return imports;
    for (const python::Binding& binding : module->scopes().bindings()) {
      if (binding.kind != python::Binding::Kind::kImport) continue;
      const std::string name = module->Absolute(binding.imported);
      std::string id;
      if (const Found found = options_.change.project().FindDefinition(name)) {
        id = IdOf(found.path, found.definition->name);
      } else if (const auto* facts = options_.change.project().FindModule(name)) {
        id = IdOf(facts->path, "");
      }
      if (!id.empty()) imports.emplace(id, RangeOf(*module, binding.node, side));
    }
    return imports;
  }

  // Only what is imported anew or no more: a file's other imports say nothing of the change.
  void AddImports() {
    for (const AnalysedFile& file : options_.change.files()) {
      if (file.after == nullptr || (file.before == nullptr && !file.changed->is_added)) continue;
      if (IsBeside(file.changed->path)) continue;
      const std::string from = IdOf(file.changed->path, "");
      const auto before = ImportsOf(file.before, Side::kLeft);
      const auto after = ImportsOf(file.after, Side::kRight);
      for (const auto& [to, range] : after) {
        if (before.count(to)) continue;
        if (Edge* edge = set_.Add(from, to, Edge::KIND_IMPORTS, range)) edge->set_is_new(true);
      }
      for (const auto& [to, range] : before) {
        if (after.count(to) || set_.Has(from, to, Edge::KIND_IMPORTS)) continue;
        if (Edge* edge = set_.Add(from, to, Edge::KIND_IMPORTS, range)) edge->set_is_removed(true);
      }
      for (const auto& [to, range] : after) {
        const bool is_known = std::any_of(before.begin(), before.end(), [&](const auto& one) {
          return PathOfId(one.first) == PathOfId(to);
        });
        if (is_known) set_.KeepImport(from, IdOf(PathOfId(to), ""), range);
      }
    }
  }

  void AddTests() {
    std::vector<const ChangedSymbol*> tested;
    for (const ChangedSymbol& symbol : options_.symbols) {
      const bool is_there = symbol.status() != ChangedSymbol::STATUS_REMOVED &&
                            symbol.status() != ChangedSymbol::STATUS_REFORMATTED;
      if (IsCallable(symbol) && is_there && !IsTestPath(symbol.path())) tested.push_back(&symbol);
    }
    std::stable_sort(tested.begin(), tested.end(), [](const auto* a, const auto* b) {
      return a->added_lines() + a->removed_lines() > b->added_lines() + b->removed_lines();
    });
    if (tested.size() > kMaxTestedSymbols) tested.resize(kMaxTestedSymbols);
    for (const ChangedSymbol* symbol : tested) {
      if (options_.should_stop && options_.should_stop()) return;
      for (const reach::ReachingTest& test :
           options_.change.reach().TestsReaching(AbsoluteNameOf(*symbol), kMaxTests)) {
        if (test.distance > kMaxTestDistance) break;
        const std::string from = IdOfAbsolute(test.path, test.name);
        Edge* edge =
            set_.Add(from, IdOf(*symbol), Edge::KIND_TESTS, RangeOf(test.path, test.place));
        if (edge == nullptr) continue;
        edge->set_entry_kind("test");
        edge->set_is_new(IsAdded(from));
        if (test.relation != "calls") edge->set_confidence(finding::v1::CONFIDENCE_MEDIUM);
      }
    }
  }

  bool IsAdded(const std::string& id) const { return added_.count(id) > 0; }

  void NameEntries() {
    for (auto& [key, edge] : set_.edges()) {
      if (!edge.entry_kind().empty() || NameOfId(edge.from()).empty()) continue;
      const Found found = options_.change.project().FindDefinition(
          AbsoluteNameOf(PathOfId(edge.from()), NameOfId(edge.from())));
      if (found) edge.set_entry_kind(options_.entries.KindOf(found));
    }
  }

  int DistanceOf(const Edge& edge) const {
    if (edge.kind() == Edge::KIND_TESTS) return 3;
    const bool is_out = ids_.count(edge.from()) > 0;
    if (is_out && ids_.count(edge.to())) return 0;
    return is_out ? 1 : 2;
  }

  std::vector<Edge> TakeNearest() {
    std::vector<Edge> edges;
    for (auto& [key, edge] : set_.edges()) edges.push_back(std::move(edge));
    if (edges.size() <= kMaxEdges) return edges;
    std::stable_sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) {
      return std::make_pair(DistanceOf(a), a.confidence()) <
             std::make_pair(DistanceOf(b), b.confidence());
    });
    edges.resize(kMaxEdges);
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      return std::make_tuple(std::cref(a.from()), std::cref(a.to()), a.kind()) <
             std::make_tuple(std::cref(b.from()), std::cref(b.to()), b.kind());
    });
    return edges;
  }

  const RepositoryEdgeOptions& options_;
  CallResolver resolver_;
  std::map<absl::string_view, const AnalysedFile*> changed_;  // By path after the change.
  // By all their paths, in the order of the change.
  std::map<std::string, std::vector<const AnalysedFile*>> bodies_;
  std::set<std::string> ids_, added_;
  std::map<std::string, std::set<std::string>> called_before_;  // Names, by changed symbol.
  EdgeSet set_;
  bool has_code_ = false;  // Not only tests.
};

}  // namespace

std::vector<Edge> CollectRepositoryEdges(const RepositoryEdgeOptions& options,
                                         std::vector<Edge> edges) {
  return Collector(options, std::move(edges)).Collect();
}

}  // namespace allreview::analysis
