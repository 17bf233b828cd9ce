#include "analyzers/repository/class_hierarchy.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"

namespace allreview::repository {
namespace {

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

// Python's own order of what the lists hold (C3): next is the first head of a list that stands
// behind the head of none. False: there is no such order.
template <typename T>
bool MergeInOrder(const std::vector<std::vector<T*>>& lists, std::vector<T*>* order) {
  absl::flat_hash_map<const T*, int> behind;  // In how many lists.
  for (const std::vector<T*>& list : lists) {
    for (size_t i = 1; i < list.size(); ++i) ++behind[list[i]];
  }
  std::vector<size_t> heads(lists.size(), 0);
  for (;;) {
    T* next = nullptr;
    bool is_any_left = false;
    for (size_t i = 0; i < lists.size() && next == nullptr; ++i) {
      if (heads[i] == lists[i].size()) continue;
      is_any_left = true;
      T* const head = lists[i][heads[i]];
      const auto found = behind.find(head);
      if (found == behind.end() || found->second == 0) next = head;
    }
    if (next == nullptr) return !is_any_left;
    order->push_back(next);
    for (size_t i = 0; i < lists.size(); ++i) {
      if (heads[i] == lists[i].size() || lists[i][heads[i]] != next) continue;
      if (++heads[i] < lists[i].size()) --behind[lists[i][heads[i]]];
    }
  }
}

}  // namespace

ClassHierarchy::Class& ClassHierarchy::ClassNamed(absl::string_view canonical) {
  const auto [it, is_new] = classes_.try_emplace(canonical);
  if (is_new) it->second.name = it->first;
  return it->second;
}

const ClassHierarchy::Class& ClassHierarchy::Read(Class& a_class) {
  if (a_class.is_read) return a_class;
  a_class.is_read = true;
  const std::vector<Found> definitions = names_.AllDefinitions(a_class.name);
  if (definitions.empty()) {
    const External external = LookUpExternal(a_class.name);
    a_class.is_certain = external.is_known;
    if (!external.base.empty()) a_class.bases.push_back(&ClassNamed(external.base));
  }
  a_class.is_single = definitions.size() < 2;
  // Alternatives under an if: each may be the one.
  for (const Found& found : definitions) {
    if (found.definition->kind != python::Definition::Kind::kClass) a_class.is_certain = false;
    for (const std::string& base : found.definition->bases) {
      const std::string absolute = found.file->Absolute(base);
      if (IsDottedName(absolute)) {
        a_class.bases.push_back(&ClassNamed(names_.Canonical(absolute)));
      } else {
        a_class.is_certain = false;
      }
    }
  }
  return a_class;
}

const ClassHierarchy::Lineage& ClassHierarchy::LineageOf(absl::string_view class_name) {
  Class& a_class = ClassNamed(names_.Canonical(class_name));
  if (!a_class.lineage.has_value()) a_class.lineage = Trace(a_class);
  return *a_class.lineage;
}

ClassHierarchy::Lineage ClassHierarchy::Trace(Class& a_class) {
  Lineage lineage;
  bool has_order = true;
  const int walk = ++walks_;
  a_class.last_walk = walk;
  std::vector<Class*> family = {&a_class};
  for (size_t next = 0; next < family.size(); ++next) {
    const Class& one = Read(*family[next]);
    lineage.is_certain &= one.is_certain;
    has_order &= one.is_single;
    for (Class* const base : one.bases) {
      if (std::exchange(base->last_walk, walk) == walk) continue;
      if (family.size() > kMaxBases) {
        lineage.is_certain = has_order = false;
        break;
      }
      family.push_back(base);
    }
  }
  if (has_order && !OrderOf(a_class).empty()) {
    family = a_class.order;
    lineage.is_ordered = true;
  }
  for (size_t i = 1; i < family.size(); ++i) lineage.bases.emplace_back(family[i]->name);
  return lineage;
}

// The order of a class whose lineage has one definition for each class and at most kMaxBases. A
// class that inherits from itself has no order.
const std::vector<ClassHierarchy::Class*>& ClassHierarchy::OrderOf(Class& a_class) {
  if (a_class.is_order_known) return a_class.order;
  a_class.is_order_known = true;
  std::vector<std::vector<Class*>> lists;
  for (Class* const base : a_class.bases) {
    lists.push_back(OrderOf(*base));
    if (lists.back().empty()) return a_class.order;
  }
  lists.push_back(a_class.bases);
  std::vector<Class*> order = {&a_class};
  if (MergeInOrder(lists, &order)) a_class.order = std::move(order);
  return a_class.order;
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

const std::vector<ClassHierarchy::Derived>& ClassHierarchy::DerivedFrom(
    const IndexedFile& file, absl::string_view simple_name) {
  static const std::vector<Derived> kNone;
  const auto [known, is_new] = derived_.try_emplace(&file);
  if (is_new) {
    for (const DefinitionFacts& definition : file.facts().definitions) {
      for (const std::string& base : definition.bases) {
        known->second[LastPart(base)].emplace_back(&definition, &base);
      }
    }
  }
  const auto derived = known->second.find(simple_name);
  return derived == known->second.end() ? kNone : derived->second;
}

const std::vector<ClassHierarchy::Class*>& ClassHierarchy::DirectSubclassesOf(Class& a_class) {
  if (a_class.subclasses.has_value()) return *a_class.subclasses;
  std::vector<Class*>& subclasses = a_class.subclasses.emplace();
  const absl::string_view simple_name = SimpleName(a_class.name);
  for (const IndexedFile* file : names_.index().FilesMentioning(simple_name)) {
    for (const auto& [definition, base] : DerivedFrom(*file, simple_name)) {
      if (names_.Canonical(file->Absolute(*base)) != a_class.name) continue;
      subclasses.push_back(&ClassNamed(SymbolIn(*file, definition->name)));
    }
  }
  return subclasses;
}

std::vector<std::string> ClassHierarchy::SubclassesOf(absl::string_view class_name) {
  std::vector<Class*> family = {&ClassNamed(names_.Canonical(class_name))};
  std::vector<std::string> found;
  const int walk = ++walks_;
  for (size_t next = 0; next < family.size() && found.size() < kMaxSubclasses; ++next) {
    for (Class* const subclass : DirectSubclassesOf(*family[next])) {
      if (std::exchange(subclass->last_walk, walk) == walk) continue;
      if (found.size() == kMaxSubclasses) break;
      found.emplace_back(subclass->name);
      family.push_back(subclass);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
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
