// Definitions that are gone and that nothing in the repository names any more.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/moves/moves.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/moves.h"
#include "sentences/statements/sequel.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Module;
using python::Node;

constexpr int kMaxAsked = 40;

bool IsExported(const Module& module, absl::string_view name) {
  for (const python::Binding& binding : module.scopes().BindingsOf(0, "__all__")) {
    const Node list = binding.node.parent().child(Field::kRight);
    for (Node child : list.named_children()) {
      if (Module::StringContent(child) == name) return true;
    }
  }
  return false;
}

std::set<absl::string_view> MethodsOf(const Module& module, const Definition& owner) {
  std::set<absl::string_view> methods;
  const int index = static_cast<int>(&owner - module.definitions().data());
  for (const Definition& method : module.definitions()) {
    if (method.parent == index && !absl::StartsWith(method.simple_name, "_")) {
      methods.insert(method.simple_name);
    }
  }
  return methods;
}

// The class of the file that has most methods of the one that is gone, half of them at least: " `B`
// has `f` and `g` as well".
Words WithSibling(const AnalysedFile& file, const Definition& gone, Words text) {
  constexpr size_t kMinShared = 2, kMaxNames = 4;
  if (file.after == nullptr || gone.kind != Definition::Kind::kClass) return text;
  const std::set<absl::string_view> methods = MethodsOf(*file.before, gone);
  std::vector<std::string> most;
  absl::string_view other;
  for (const Definition& candidate : file.after->definitions()) {
    if (candidate.kind != Definition::Kind::kClass || candidate.parent >= 0) continue;
    std::vector<std::string> shared;
    for (absl::string_view method : MethodsOf(*file.after, candidate)) {
      if (methods.contains(method)) shared.emplace_back(method);
    }
    if (shared.size() > most.size()) most = std::move(shared), other = candidate.simple_name;
  }
  if (most.size() < kMinShared || most.size() * 2 < methods.size()) return text;
  if (most.size() > kMaxNames) most.resize(kMaxNames);
  return Sentence(
      phrases::kRemovedHasSibling,
      {{"text", std::move(text)}, {"other", std::string(other)}, {"names", CodeList(most)}});
}

}  // namespace

void AddRemovedNames(const change::AnalysedChange& change, Consequences& statements) {
  int asked = 0;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || !paths::IsProductSource(file.before->path()) ||
        paths::IsTestPath(file.before->path()) ||
        (file.after == nullptr && !file.changed->is_deleted)) {
      continue;
    }
    for (const Definition& gone : file.before->definitions()) {
      const bool is_public = gone.parent < 0 && !absl::StartsWith(gone.simple_name, "_");
      if (!is_public || change.moves().WhereTo(gone) != nullptr) continue;
      if (file.after != nullptr && !change.moves().IsGone(gone)) continue;
      if (++asked > kMaxAsked || !change.index().is_complete()) return;
      // What is named may be anything of that name: findings tell of real uses.
      if (!change.index().FilesWithWord(gone.simple_name).empty()) continue;
      const bool is_exported = IsExported(*file.before, gone.simple_name);
      statements.push_back(
          {.kind = v1::ChangeStatement::KIND_CALLERS,
           .subject = IdOf(file.before->path(), gone.name),
           .predicate = "removed-unnamed",
           .object = std::string(gone.simple_name),
           .weight = is_exported ? 50 : 30,
           .text = WithSibling(
               file, gone,
               Sentence(is_exported ? phrases::kRemovedExport : phrases::kRemovedUnnamed,
                        {{"name", std::string(gone.simple_name)}})),
           .places = {
               rules::RangeOf(*file.before, gone.node.child(Field::kName), rules::Side::kLeft)}});
    }
  }
}

}  // namespace allreview::analysis
