#include "analyzers/repository/attributes.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace allreview::repository {
namespace {

const AttributeFacts* FindAttribute(const FileFacts& facts, absl::string_view owner,
                                    absl::string_view name) {
  const auto key = std::make_pair(owner, name);
  const auto found = std::lower_bound(facts.attributes.begin(), facts.attributes.end(), key,
                                      [](const AttributeFacts& a, const auto& b) {
                                        return std::make_pair(absl::string_view(a.owner),
                                                              absl::string_view(a.name)) < b;
                                      });
  if (found == facts.attributes.end() || found->owner != owner || found->name != name) {
    return nullptr;
  }
  return &*found;
}

}  // namespace

std::string ClassAround(const IndexedFile& file, absl::string_view symbol) {
  for (; !symbol.empty(); symbol = OwnerOf(symbol)) {
    const DefinitionFacts* definition = file.FindDefinition(symbol);
    if (definition != nullptr && definition->kind == python::Definition::Kind::kClass) {
      return SymbolIn(file, symbol);
    }
  }
  return "";
}

std::vector<Attributes::Stored> Attributes::Find(absl::string_view class_name,
                                                 absl::string_view attribute) {
  std::vector<std::string> lineage = {names_.Canonical(class_name)};
  const std::vector<std::string>& bases = classes_.LineageOf(class_name).bases;
  lineage.insert(lineage.end(), bases.begin(), bases.end());
  std::vector<Stored> stored;
  for (const std::string& name : lineage) {
    const auto [file, owner] = names_.SplitModule(name);
    if (file == nullptr) continue;
    const AttributeFacts* facts = FindAttribute(file->facts(), owner, attribute);
    if (facts != nullptr) stored.push_back({file, facts});
  }
  return stored;
}

bool Attributes::ClassStores(absl::string_view class_name, absl::string_view attribute) {
  return !Find(class_name, attribute).empty();
}

std::vector<std::string> Attributes::ClassesOf(absl::string_view class_name,
                                               absl::string_view attribute) {
  std::set<std::string> types;
  for (const auto& [file, facts] : Find(class_name, attribute)) {
    for (const std::string& type : facts->types) {
      types.insert(names_.Canonical(file->Absolute(type)));
    }
  }
  return std::vector<std::string>(types.begin(), types.end());
}

int Attributes::DevicesOf(absl::string_view attribute) {
  const auto [entry, is_new] = devices_.emplace(std::string(attribute), 0);
  if (!is_new) return entry->second;
  for (const IndexedFile* file : names_.index().FilesMentioning(attribute)) {
    for (const AttributeFacts& facts : file->facts().attributes) {
      if (facts.name == attribute) entry->second |= facts.device;
    }
  }
  return entry->second;
}

}  // namespace allreview::repository
