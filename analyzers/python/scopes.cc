#include "analyzers/python/scopes.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "base/poll.h"

namespace allreview::python {

uint32_t Scopes::ScopeOf(Node node) const {
  const uint32_t index = node.index();
  const auto after =
      std::upper_bound(starts_.begin(), starts_.end(), index,
                       [](uint32_t value, const Start& start) { return value < start.first; });
  if (after == starts_.begin()) return 0;
  uint32_t scope = (after - 1)->scope;
  while (scope != 0 && index >= scopes_[scope].end) {
    Poll();
    scope = scopes_[scope].parent;
  }
  return scope;
}

void Scopes::IndexNames() {
  std::vector<std::pair<absl::string_view, Group>> named;
  for (uint32_t i = 0; i < bindings_.size();) {
    uint32_t end = i + 1;
    while (end < bindings_.size() && bindings_[end].scope == bindings_[i].scope &&
           bindings_[end].name == bindings_[i].name) {
      ++end;
    }
    ++by_name_[bindings_[i].name].end;
    named.push_back({bindings_[i].name, {bindings_[i].scope, i, end}});
    i = end;
  }
  uint32_t start = 0;
  for (auto& [name, groups] : by_name_) {
    groups.first = start;
    start += std::exchange(groups.end, start);
  }
  groups_.resize(named.size());
  for (const auto& [name, group] : named) groups_[by_name_[name].end++] = group;
}

const Scopes::Groups* Scopes::GroupsOf(absl::string_view name) const {
  const auto groups = by_name_.find(name);
  return groups == by_name_.end() ? nullptr : &groups->second;
}

const Scopes::Group* Scopes::FindGroup(const Groups& groups, uint32_t scope) const {
  const auto end = groups_.begin() + groups.end;
  const auto group =
      std::lower_bound(groups_.begin() + groups.first, end, scope,
                       [](const Group& a, uint32_t value) { return a.scope < value; });
  return group == end || group->scope != scope ? nullptr : &*group;
}

Scopes::BindingRange Scopes::BindingsOf(const Group* group) const {
  if (group == nullptr) return {nullptr, nullptr};
  return {bindings_.data() + group->first, bindings_.data() + group->end};
}

Scopes::BindingRange Scopes::BindingsOf(uint32_t scope, absl::string_view name) const {
  const Groups* const groups = GroupsOf(name);
  return BindingsOf(groups == nullptr ? nullptr : FindGroup(*groups, scope));
}

Scopes::Meaning Scopes::MeaningIn(uint32_t use_scope, absl::string_view name) const {
  Meaning meaning = {.use_scope = use_scope};
  const Groups* const groups = GroupsOf(name);
  if (groups == nullptr) return meaning;
  uint32_t scope = use_scope;
  const Group* found = nullptr;
  for (bool is_first = true;; is_first = false) {
    const Scope& candidate = scopes_[scope];
    Poll();
    const bool is_visible = is_first || candidate.kind != Scope::Kind::kClass;
    if (is_visible && absl::c_linear_search(candidate.globals, name)) {
      scope = 0;
      found = FindGroup(*groups, 0);
      break;
    }
    if (is_visible) found = FindGroup(*groups, scope);
    if (found != nullptr || scope == 0) break;
    // A comprehension directly in a class body does see the class in its first iterable only; the
    // difference does not matter to any caller.
    scope = candidate.parent;
  }
  if (found == nullptr) return meaning;
  meaning.scope = static_cast<int>(scope);
  meaning.bindings = BindingsOf(found);
  return meaning;
}

}  // namespace allreview::python
