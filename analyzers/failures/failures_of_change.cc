#include "analyzers/failures/failures_of_change.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "analyzers/failures/meant_failures.h"
#include "analyzers/moves/code_tokens.h"
#include "analyzers/moves/moves.h"
#include "analyzers/python/traits.h"

namespace allreview::failures {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Module;
using python::Node;
using understanding::CodeRef;
using understanding::Failure;

// Around the parser's errors code may mean something else than was read.
bool IsReadable(const Module* module) {
  return module != nullptr && module->tree().error_count() == 0 && !python::IsTemplate(*module);
}

// Something in it is looked up, called, taken apart, compared or imported: only that may fail.
bool MayFail(const Module& module) {
  for (uint32_t i = 0; i < module.tree().size(); ++i) {
    switch (module.tree().node(i).kind()) {
      case python::Kind::kAttribute:
      case python::Kind::kSubscript:
      case python::Kind::kCall:
      case python::Kind::kBinaryOperator:
      case python::Kind::kAugmentedAssignment:
      case python::Kind::kComparisonOperator:
      case python::Kind::kPatternList:
      case python::Kind::kTuplePattern:
      case python::Kind::kListPattern:
      case python::Kind::kImportFromStatement:
      case python::Kind::kDeleteStatement:
        return true;
      default:
        break;
    }
  }
  return false;
}

// Only comments, documentation or layout differ: nothing that worked fails because of that.
bool HasSameCode(const AnalysedFile& file) {
  if (file.before == nullptr || file.after == nullptr) return false;
  if (file.changed->path != file.changed->old_path) return false;
  const auto tokens = [](const Module& module) {
    return moves::TokensOf(module.tree().root(), {});
  };
  return tokens(*file.before).HasSameCode(tokens(*file.after));
}

// Qualified; "" for the module.
std::string NameAround(const Module& module, Node node) {
  const Definition* const definition = module.EnclosingDefinition(node);
  return definition == nullptr ? "" : definition->name;
}

std::vector<Failure> FailuresOf(values::UnderstoodRepository& repository, CodeRef code) {
  std::vector<Failure> failures;
  repository.Ask(
      [&](understanding::Knowledge& knowledge) { failures = knowledge.Analyse(code).failures; });
  return failures;
}

}  // namespace

std::vector<CertainFailure> FailuresOfChange::FailuresIn(const AnalysedFile& file) {
  std::vector<CertainFailure> found;
  const std::optional<uint32_t> number = after().FileOf(file.changed->path);
  if (!number) return found;
  const understanding::Program& program = after().program();
  const size_t codes = program.file(*number).code.codes.size();
  for (uint32_t i = 0; i < codes; ++i) {
    const CodeRef code = {*number, i};
    if (!names_->Concern(file, program, code)) continue;
    for (Failure& failure : FailuresOf(after(), code)) {
      if (failure.is_guarded) continue;
      const uint32_t node = program.code(code).instructions[failure.instruction].node;
      if (node >= file.after->tree().size()) continue;
      const Node at = file.after->tree().node(node);
      if (!IsMeant(*file.after, at)) found.push_back({&file, at, code, std::move(failure)});
    }
  }
  return found;
}

const FailuresOfChange::OldFailures& FailuresOfChange::FailuresBefore(const Module& module) {
  const auto [place, is_new] = before_by_module_.try_emplace(&module);
  OldFailures& failures = place->second;
  if (!is_new) return failures;
  values::UnderstoodRepository& before = values_.side(change::Side::kLeft);
  const std::optional<uint32_t> file = before.FileOf(module.path());
  if (!file) return failures;
  const size_t codes = before.program().file(*file).code.codes.size();
  for (uint32_t i = 0; i < codes; ++i) {
    const ir::Code& code = before.program().code({*file, i});
    for (const Failure& failure : FailuresOf(before, {*file, i})) {
      const Node at = module.tree().node(code.instructions[failure.instruction].node);
      failures.insert({NameAround(module, at), failure.kind, std::string(at.text())});
    }
  }
  return failures;
}

// The same code, wherever it stood, failed in the same way.
bool FailuresOfChange::FailedBefore(const CertainFailure& found) {
  const Module* old_module = found.file->before;
  std::string old_name;
  if (const Definition* const definition = found.file->after->EnclosingDefinition(found.at)) {
    const Definition* const old = change_.moves().WhereFrom(*definition);
    if (old == nullptr) return false;
    old_name = old->name;
    for (const AnalysedFile& file : change_.files()) {
      const bool is_there = file.before != nullptr && &file.before->tree() == old->node.tree();
      if (is_there) old_module = file.before;
    }
  }
  if (!IsReadable(old_module)) return false;
  return FailuresBefore(*old_module)
      .contains({old_name, found.failure.kind, std::string(found.at.text())});
}

void FailuresOfChange::Find() {
  for (const AnalysedFile& file : change_.files()) {
    if (!change_.is_scan() && HasSameCode(file)) {
      ++files_seen_;
      continue;
    }
    if (IsReadable(file.after) && MayFail(*file.after)) {
      if (!names_) names_.emplace(change_);
      std::vector<CertainFailure> found = FailuresIn(file);
      if (!change_.is_scan()) {
        std::erase_if(found, [&](const CertainFailure& failure) { return FailedBefore(failure); });
      }
      std::move(found.begin(), found.end(), std::back_inserter(all_));
    }
    if (!change_.is_scan() && (file.after == nullptr || IsReadable(file.after))) {
      left_behind_.Find(file);
    }
    ++files_seen_;
  }
}

}  // namespace allreview::failures
