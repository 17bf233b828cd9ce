#include "analyzers/repository/configuration.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace allreview::repository {

std::vector<ConfigurationField> Configuration::FieldsOf(absl::string_view class_name) {
  std::vector<std::string> lineage = {names_.Canonical(class_name)};
  const std::vector<std::string>& bases = classes_.LineageOf(class_name).bases;
  lineage.insert(lineage.end(), bases.begin(), bases.end());
  std::vector<ConfigurationField> fields;
  for (const std::string& name : lineage) {
    const auto [file, owner] = names_.SplitModule(name);
    if (file == nullptr) continue;
    for (const FieldFacts& field : file->facts().fields) {
      if (field.owner == owner) fields.push_back({name, file->path(), &field});
    }
  }
  return fields;
}

std::vector<ConfigurationField> Configuration::FindFields(absl::string_view name) {
  std::vector<ConfigurationField> fields;
  for (const IndexedFile* file : names_.index().FilesMentioning(name)) {
    for (const FieldFacts& field : file->facts().fields) {
      if (field.name == name)
        fields.push_back({SymbolIn(*file, field.owner), file->path(), &field});
    }
  }
  return fields;
}

std::vector<CommandLineFlag> Configuration::FindFlags(absl::string_view destination) {
  std::vector<CommandLineFlag> flags;
  for (const IndexedFile* file : names_.index().FilesMentioning(destination)) {
    for (const FlagFacts& flag : file->facts().flags) {
      if (flag.destination == destination) flags.push_back({file->path(), &flag});
    }
  }
  return flags;
}

std::vector<FieldUse> Configuration::UsesOf(absl::string_view field, bool is_write) {
  std::vector<FieldUse> uses;
  for (const IndexedFile* file : names_.index().FilesMentioning(field)) {
    const FileFacts& facts = file->facts();
    for (const FieldUseFacts& use : facts.field_uses) {
      if (use.name != field || use.is_write != is_write) continue;
      uses.push_back({SymbolIn(*file, use.symbol), file->path(), use.place});
    }
    if (!is_write) continue;
    for (const CallFacts& call : facts.calls) {
      if (std::find(call.keywords.begin(), call.keywords.end(), field) == call.keywords.end()) {
        continue;
      }
      const absl::string_view callee = SimpleName(call.callee);
      if (!absl::EndsWith(callee, "Config") && callee != "replace") continue;
      uses.push_back({SymbolIn(*file, call.symbol), file->path(), call.place});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const FieldUse& a, const FieldUse& b) {
    return std::tie(a.path, a.place.first_byte) < std::tie(b.path, b.place.first_byte);
  });
  return uses;
}

std::vector<FieldUse> Configuration::ReadersOf(absl::string_view field) {
  return UsesOf(field, false);
}

std::vector<FieldUse> Configuration::WritersOf(absl::string_view field) {
  return UsesOf(field, true);
}

}  // namespace allreview::repository
