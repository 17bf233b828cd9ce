#include "analyzers/repository/class_hierarchy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"

namespace allreview::repository {
namespace {

constexpr int kMaxClassDepth = 40;

// What the world knows of classes that the repository does not hold.
struct External {
  bool is_known = false;
  absl::string_view base;  // Empty: none that matters.
};

External LookUpExternal(absl::string_view name) {
  constexpr absl::string_view kRoots[] = {"torch.nn.Module", "torch.autograd.Function",
                                          "torch.optim.Optimizer", "builtins.object", "abc.ABC"};
  for (absl::string_view root : kRoots) {
    if (name == root) return {true, ""};
  }
  if (absl::StartsWith(name, "torch.nn.") && !absl::StartsWith(name, "torch.nn.parameter") &&
      name != "torch.nn.Parameter" && !absl::StartsWith(name, "torch.nn.functional")) {
    return {true, "torch.nn.Module"};
  }
  if (absl::StartsWith(name, "torch.optim.") && !absl::StrContains(name, "lr_scheduler")) {
    return {true, "torch.optim.Optimizer"};
  }
  for (absl::string_view prefix : {"builtins.", "typing.", "enum.", "abc.", "collections.",
                                   "dataclasses.", "contextlib.", "unittest.", "argparse."}) {
    if (absl::StartsWith(name, prefix)) return {true, ""};
  }
  return {};
}

using Bases = std::map<std::string, std::vector<std::string>>;  // Direct ones, by class.

// The first element of some list that stands in no list but at its front. Null: none.
const std::string* NextInOrder(const std::vector<std::vector<std::string>>& lists) {
  for (const std::vector<std::string>& candidates : lists) {
    if (candidates.empty()) continue;
    const std::string& first = candidates.front();
    const bool is_behind = std::any_of(lists.begin(), lists.end(), [&](const auto& list) {
      return std::find(list.begin() + !list.empty(), list.end(), first) != list.end();
    });
    if (!is_behind) return &first;
  }
  return nullptr;
}

// The order in which Python looks up attributes, the class itself first (C3). nullopt: none.
std::optional<std::vector<std::string>> OrderOf(const std::string& name, const Bases& direct,
                                                int depth) {
  if (depth == 0) return std::nullopt;
  std::vector<std::vector<std::string>> lists;
  const auto bases = direct.find(name);
  if (bases != direct.end()) {
    for (const std::string& base : bases->second) {
      std::optional<std::vector<std::string>> order = OrderOf(base, direct, depth - 1);
      if (!order) return std::nullopt;
      lists.push_back(*std::move(order));
    }
    lists.push_back(bases->second);
  }
  std::vector<std::string> order = {name};
  while (const std::string* next = NextInOrder(lists)) {
    order.push_back(*next);
    for (std::vector<std::string>& list : lists) {
      if (!list.empty() && list.front() == order.back()) list.erase(list.begin());
    }
  }
  for (const std::vector<std::string>& list : lists) {
    if (!list.empty()) return std::nullopt;
  }
  return order;
}

}  // namespace

const ClassHierarchy::Lineage& ClassHierarchy::LineageOf(absl::string_view class_name) {
  const std::string& canonical = names_.Canonical(class_name);
  const auto found = lineages_.find(canonical);
  if (found != lineages_.end()) return found->second;
  return lineages_[canonical] = Trace(canonical);
}

ClassHierarchy::Lineage ClassHierarchy::Trace(const std::string& canonical) {
  Lineage lineage;
  std::set<std::string> seen = {canonical};
  std::vector<std::string> queue = {canonical};
  Bases direct;
  bool is_ordered = true;
  const auto add = [&](const std::string& name, const std::string& base) {
    direct[name].push_back(base);
    if (!seen.insert(base).second) return;
    lineage.bases.push_back(base);
    queue.push_back(base);
  };
  for (size_t next = 0; next < queue.size(); ++next) {
    const std::string name = queue[next];
    const std::vector<Found> definitions = names_.AllDefinitions(name);
    if (definitions.empty()) {
      const External external = LookUpExternal(name);
      lineage.is_certain &= external.is_known;
      if (!external.base.empty()) add(name, std::string(external.base));
    }
    is_ordered &= definitions.size() < 2;
    // Alternatives under an if: each may be the one.
    for (const Found& found : definitions) {
      if (found.definition->kind != python::Definition::Kind::kClass) lineage.is_certain = false;
      for (const std::string& base : found.definition->bases) {
        const std::string absolute = found.file->Absolute(base);
        if (IsDottedName(absolute)) {
          add(name, names_.Canonical(absolute));
        } else {
          lineage.is_certain = false;
        }
      }
    }
  }
  if (!is_ordered) return lineage;
  if (auto order = OrderOf(canonical, direct, kMaxClassDepth)) {
    lineage.bases.assign(order->begin() + 1, order->end());
    lineage.is_ordered = true;
  }
  return lineage;
}

Answer ClassHierarchy::IsSubclass(absl::string_view class_name, absl::string_view base) {
  const std::string wanted = names_.Canonical(base);
  if (names_.Canonical(class_name) == wanted) return Answer::kYes;
  const Lineage& lineage = LineageOf(class_name);
  if (std::find(lineage.bases.begin(), lineage.bases.end(), wanted) != lineage.bases.end()) {
    return Answer::kYes;
  }
  return lineage.is_certain ? Answer::kNo : Answer::kUnknown;
}

std::vector<std::string> ClassHierarchy::SubclassesOf(absl::string_view class_name) {
  const std::string root = names_.Canonical(class_name);
  if (const auto known = subclasses_.find(root); known != subclasses_.end()) return known->second;
  std::set<std::string> found;
  std::vector<std::string> queue = {root};
  for (size_t next = 0; next < queue.size(); ++next) {
    const std::string name = queue[next];
    for (const IndexedFile* file : names_.index().FilesMentioning(SimpleName(name))) {
      for (const DefinitionFacts& definition : file->facts().definitions) {
        for (const std::string& base : definition.bases) {
          if (!EndsWithPart(base, SimpleName(name))) continue;
          if (names_.Canonical(file->Absolute(base)) != name) continue;
          std::string subclass = SymbolIn(*file, definition.name);
          if (found.insert(subclass).second) queue.push_back(std::move(subclass));
        }
      }
    }
  }
  return subclasses_[root] = std::vector<std::string>(found.begin(), found.end());
}

Found ClassHierarchy::FindMethod(absl::string_view class_name, absl::string_view method) {
  const std::string canonical = names_.Canonical(class_name);
  const auto find_in = [&](const std::string& name) -> Found {
    const auto [file, rest] = names_.SplitModule(name);
    if (file == nullptr || rest.empty()) return {};
    const std::string qualified = std::string(rest) + "." + std::string(method);
    const DefinitionFacts* definition = file->FindDefinition(qualified);
    if (definition == nullptr || definition->kind != python::Definition::Kind::kMethod) return {};
    return {name + "." + std::string(method), file->path(), definition, file};
  };
  if (Found found = find_in(canonical)) return found;
  for (const std::string& base : LineageOf(canonical).bases) {
    if (Found found = find_in(base)) return found;
  }
  return {};
}

}  // namespace allreview::repository
