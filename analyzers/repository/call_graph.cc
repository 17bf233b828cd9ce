#include "analyzers/repository/call_graph.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/name_hash.h"

namespace allreview::repository {

using python::Definition;

struct CallGraph::Target {
  std::string name;    // Canonical.
  std::string owner;   // Class of a method; else empty.
  std::string simple;  // Last part of `name`.
  bool is_class = false;
};

namespace {

// Function.apply of an autograd function calls its forward.
constexpr absl::string_view kApply = "apply";

// Calls visit(index) for what may have that name, in order.
template <typename Visit>
void ForEachOfName(const std::vector<std::pair<uint32_t, uint32_t>>& by_hash,
                   absl::string_view name, const Visit& visit) {
  const uint32_t hash = ShortNameHash(name);
  for (auto it = std::lower_bound(by_hash.begin(), by_hash.end(), std::make_pair(hash, 0u));
       it != by_hash.end() && it->first == hash; ++it) {
    visit(it->second);
  }
}

// The facts of a call, method call or reference have these in common.
template <typename Facts>
Edge MakeEdge(const IndexedFile& file, const Facts& facts, Confidence confidence) {
  Edge edge;
  edge.call = {.caller = SymbolIn(file, facts.symbol),
               .path = file.path(),
               .place = facts.place,
               .confidence = confidence,
               .is_cold = facts.is_cold,
               .is_reference = false};
  edge.is_captured = facts.is_captured;
  return edge;
}

}  // namespace

const std::vector<Edge>& CallGraph::EdgesTo(absl::string_view absolute_function) {
  const std::string& canonical = names_.Canonical(absolute_function);
  const auto known = edges_.find(canonical);
  if (known != edges_.end()) return known->second;
  return edges_[canonical] = Find(canonical);
}

std::vector<Edge> CallGraph::Find(const std::string& canonical) {
  const Found found = names_.FindDefinition(canonical);
  if (!found) return {};
  Target target = {canonical, "", std::string(SimpleName(canonical)), false};
  target.is_class = found.definition->kind == Definition::Kind::kClass;
  if (found.definition->kind == Definition::Kind::kMethod) {
    target.owner = std::string(OwnerOf(canonical));
  }
  std::vector<Edge> edges;
  const auto by_path = [](const IndexedFile* a, const IndexedFile* b) {
    return a->path() < b->path();
  };
  std::set<const IndexedFile*, decltype(by_path)> files(by_path);
  for (const IndexedFile* file : names_.index().FilesMentioning(target.simple)) {
    files.insert(file);
  }
  // Constructors and autograd functions are called by the name of their class.
  if (target.simple == "__init__" || target.simple == "forward") {
    for (const IndexedFile* file : names_.index().FilesMentioning(SimpleName(target.owner))) {
      files.insert(file);
    }
  }
  for (const IndexedFile* file : files) {
    AddCalls(*file, target, &edges);
    AddMethodCalls(*file, target, &edges);
    AddReferences(*file, target, &edges);
  }
  AddInstanceCalls(target, &edges);
  const auto key = [](const Edge& edge) {
    return std::tie(edge.call.path, edge.call.place.first_byte, edge.call.is_reference,
                    edge.call.confidence);
  };
  // Calls of one place, as in x.to(a).to(b), stay as they come: the outer one first.
  std::stable_sort(edges.begin(), edges.end(),
                   [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  const auto same = [](const Edge& a, const Edge& b) {
    return a.call.path == b.call.path && a.call.place.first_byte == b.call.place.first_byte &&
           a.call.is_reference == b.call.is_reference;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  return edges;
}

std::optional<Confidence> CallGraph::Matches(absl::string_view class_name, const Target& target) {
  if (target.owner.empty()) return std::nullopt;
  if (classes_.FindMethod(class_name, target.simple).name == target.name) return Confidence::kHigh;
  // The object may be of a subclass that overrides the method; but any object is a torch.nn.Module.
  if (names_.Canonical(class_name) != target.owner &&
      classes_.IsSubclass(target.owner, class_name) == Answer::kYes) {
    return names_.FindDefinition(class_name) ? Confidence::kMedium : Confidence::kLow;
  }
  return std::nullopt;
}

std::optional<Confidence> CallGraph::MatchCallee(const std::string& absolute, bool is_self,
                                                 const Target& target) {
  const std::string& callee = names_.Canonical(absolute);
  if (callee == target.name) return Confidence::kHigh;
  if (target.owner.empty()) return std::nullopt;
  if (callee == target.owner) {
    return target.simple == "__init__" ? std::make_optional(Confidence::kHigh) : std::nullopt;
  }
  const absl::string_view owner = OwnerOf(callee);
  if (SimpleName(callee) == "apply" && target.simple == "forward" && owner == target.owner) {
    return Confidence::kHigh;
  }
  if (SimpleName(callee) != target.simple) return std::nullopt;
  if (is_self) return Matches(owner, target);
  // Class.method of a base: no override is meant.
  if (classes_.FindMethod(owner, target.simple).name == target.name) return Confidence::kHigh;
  return std::nullopt;
}

const CallGraph::ByName& CallGraph::ByNameOf(const IndexedFile& file) {
  const auto [known, is_new] = by_name_.try_emplace(&file);
  ByName& by_name = known->second;
  if (!is_new) return by_name;
  const std::vector<CallFacts>& calls = file.facts().calls;
  for (uint32_t i = 0; i < calls.size(); ++i) {
    const absl::string_view part = LastPart(calls[i].callee);
    by_name.calls.emplace_back(ShortNameHash(part), i);
    if (part != kApply && absl::EndsWith(part, kApply)) {
      by_name.calls.emplace_back(ShortNameHash(kApply), i);
    }
  }
  std::sort(by_name.calls.begin(), by_name.calls.end());
  const std::vector<MethodCallFacts>& methods = file.facts().method_calls;
  for (uint32_t i = 0; i < methods.size(); ++i) {
    by_name.methods.emplace_back(ShortNameHash(methods[i].method), i);
  }
  std::sort(by_name.methods.begin(), by_name.methods.end());
  const std::vector<ReferenceFacts>& references = file.facts().references;
  for (uint32_t i = 0; i < references.size(); ++i) {
    by_name.references.emplace_back(ShortNameHash(LastPart(references[i].target)), i);
  }
  std::sort(by_name.references.begin(), by_name.references.end());
  const std::vector<AttributeFacts>& attributes = file.facts().attributes;
  for (uint32_t i = 0; i < attributes.size(); ++i) {
    for (const std::string& type : attributes[i].types) {
      by_name.attributes.emplace_back(ShortNameHash(LastPart(type)), i);
    }
  }
  std::sort(by_name.attributes.begin(), by_name.attributes.end());
  return by_name;
}

std::vector<uint32_t> CallGraph::CallsOf(const IndexedFile& file,
                                         std::initializer_list<absl::string_view> parts) {
  const std::vector<CallFacts>& calls = file.facts().calls;
  std::vector<uint32_t> found;
  for (absl::string_view part : parts) {
    ForEachOfName(ByNameOf(file).calls, part, [&](uint32_t i) {
      const absl::string_view callee = calls[i].callee;
      if (part == kApply ? absl::EndsWith(callee, kApply) : LastPart(callee) == part) {
        found.push_back(i);
      }
    });
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void CallGraph::AddCalls(const IndexedFile& file, const Target& target, std::vector<Edge>* edges) {
  const bool by_class = target.simple == "__init__" || target.simple == "forward";
  const absl::string_view simple = target.simple;
  const std::vector<uint32_t> calls =
      by_class ? CallsOf(file, {simple, SimpleName(target.owner), kApply})
               : CallsOf(file, {simple});
  for (uint32_t i : calls) {
    const CallFacts& call = file.facts().calls[i];
    const auto confidence = MatchCallee(file.Absolute(call.callee), call.is_self, target);
    if (!confidence) continue;
    edges->push_back(MakeEdge(file, call, *confidence));
    edges->back().is_self = call.is_self;
  }
}

std::optional<Confidence> CallGraph::MatchMethod(const IndexedFile& file,
                                                 const MethodCallFacts& call,
                                                 const Target& target) {
  using Receiver = MethodCallFacts::Receiver;
  switch (call.kind) {
    case Receiver::kStar:
      return names_.Canonical(SymbolIn(file, call.method)) == target.name
                 ? std::make_optional(Confidence::kHigh)
                 : std::nullopt;
    case Receiver::kSelf:
      return Matches(ClassAround(file, call.symbol), target);
    case Receiver::kSuper:
      for (const std::string& base : classes_.LineageOf(ClassAround(file, call.symbol)).bases) {
        const Found found = classes_.FindMethod(base, target.simple);
        if (found) {
          return found.name == target.name ? std::make_optional(Confidence::kHigh) : std::nullopt;
        }
      }
      return std::nullopt;
    case Receiver::kClass:
      return Matches(file.Absolute(call.receiver), target);
    case Receiver::kAttribute: {
      const std::vector<std::string> types =
          attributes_.ClassesOf(ClassAround(file, call.symbol), call.receiver);
      for (const std::string& type : types) {
        if (const auto known = Matches(type, target)) return std::max(*known, Confidence::kMedium);
      }
      if (!types.empty()) return std::nullopt;
      break;
    }
    case Receiver::kOther:
      break;
  }
  if (names_.FindUnique(target.simple).name == target.name) return Confidence::kLow;
  return std::nullopt;
}

void CallGraph::AddMethodCalls(const IndexedFile& file, const Target& target,
                               std::vector<Edge>* edges) {
  using Receiver = MethodCallFacts::Receiver;
  ForEachOfName(ByNameOf(file).methods, target.simple, [&](uint32_t i) {
    const MethodCallFacts& call = file.facts().method_calls[i];
    if (call.method != target.simple) return;
    const auto confidence = MatchMethod(file, call, target);
    if (!confidence) return;
    edges->push_back(MakeEdge(file, call, *confidence));
    edges->back().is_self = call.kind == Receiver::kSelf || call.kind == Receiver::kSuper;
  });
}

void CallGraph::AddReferences(const IndexedFile& file, const Target& target,
                              std::vector<Edge>* edges) {
  ForEachOfName(ByNameOf(file).references, target.simple, [&](uint32_t i) {
    const ReferenceFacts& reference = file.facts().references[i];
    if (!EndsWithPart(reference.target, target.simple)) return;
    if (!MatchCallee(file.Absolute(reference.target), true, target)) return;
    edges->push_back(MakeEdge(file, reference, Confidence::kLow));
    edges->back().call.is_reference = true;
    edges->back().reference = reference.kind;
  });
}

void CallGraph::AddInstanceCalls(const Target& target, std::vector<Edge>* edges) {
  if (target.simple != "forward" && target.simple != "__call__") return;
  std::set<std::string> attributes;
  const absl::string_view owner = SimpleName(target.owner);
  for (const IndexedFile* file : names_.index().FilesMentioning(owner)) {
    ForEachOfName(ByNameOf(*file).attributes, owner, [&](uint32_t i) {
      const AttributeFacts& attribute = file->facts().attributes[i];
      for (const std::string& type : attribute.types) {
        if (EndsWithPart(type, owner)) attributes.insert(attribute.name);
      }
    });
    ForEachOfName(ByNameOf(*file).methods, "__call__", [&](uint32_t i) {
      const MethodCallFacts& call = file->facts().method_calls[i];
      if (call.method == "__call__" && call.kind == MethodCallFacts::Receiver::kClass &&
          names_.Canonical(file->Absolute(call.receiver)) == target.owner) {
        edges->push_back(MakeEdge(*file, call, Confidence::kMedium));
      }
    });
  }
  for (const std::string& attribute : attributes) {
    for (const IndexedFile* file : names_.index().FilesMentioning(attribute)) {
      ForEachOfName(ByNameOf(*file).methods, attribute, [&](uint32_t i) {
        const MethodCallFacts& call = file->facts().method_calls[i];
        if (call.method != attribute || call.kind != MethodCallFacts::Receiver::kSelf) return;
        const std::vector<std::string> types =
            attributes_.ClassesOf(ClassAround(*file, call.symbol), attribute);
        if (std::find(types.begin(), types.end(), target.owner) == types.end()) return;
        edges->push_back(MakeEdge(*file, call, Confidence::kMedium));
      });
    }
  }
}

}  // namespace allreview::repository
