#include "analyzers/failures/uses_left_behind.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "analyzers/failures/meant_failures.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "base/poll.h"

namespace allreview::failures {
namespace {

using change::Side;
using understanding::Atom;
using understanding::CodeRef;
using understanding::Failure;
using understanding::Program;
using understanding::Value;

// An instruction of the code has the name.
bool Writes(const Program& program, CodeRef code, absl::string_view name) {
  const std::vector<ir::Instruction>& instructions = program.code(code).instructions;
  Poll(static_cast<int>(instructions.size()));
  return std::any_of(instructions.begin(), instructions.end(), [&](const ir::Instruction& it) {
    if (it.name == ir::kNone) return false;
    const absl::string_view written = program.name(code.file, it.name);
    return repository::LastPart(written) == name;
  });
}

// What it takes is known: no decorator or base may have changed that.
bool IsKnown(understanding::Knowledge& knowledge, const Value& callee) {
  const Value value = knowledge.Resolved(callee);
  const Atom* const only = value.only();
  const bool is_class = only != nullptr && only->kind == Atom::Kind::kClass && only->code;
  return !value.is_unknown() && !(is_class && knowledge.ClassOf(only->code).is_dynamic);
}

}  // namespace

bool UsesLeftBehind::ComesFrom(const OutwardChange& changed, const Value& value) {
  if (!changed.after) return false;
  values::UnderstoodRepository& after = values_.side(Side::kRight);
  const std::optional<uint32_t> file = after.FileOf(changed.file->changed->path);
  if (!file) return false;
  python::Node statement = changed.after;
  while (statement.parent() && statement.first_line() == statement.parent().first_line() &&
         statement.parent().last_line() == statement.last_line()) {
    statement = statement.parent();
  }
  // Of a constructor, the class.
  const python::Definition* const a_class = changed.file->after->EnclosingClass(changed.after);
  const bool is_constructor = a_class != nullptr && a_class->simple_name == changed.name;
  const uint32_t node = is_constructor ? a_class->node.index() : changed.after.index();
  return std::any_of(value.atoms().begin(), value.atoms().end(), [&](const Atom& atom) {
    const bool is_it =
        atom.code && atom.code.file == *file && after.program().code(atom.code).node == node;
    return is_it || (atom.origin.file == *file && statement.first_line() <= atom.origin.line &&
                     atom.origin.line <= statement.last_line());
  });
}

bool UsesLeftBehind::IsCause(const OutwardChange& changed, const Failure& failure) {
  switch (failure.kind) {
    case Failure::Kind::kUnbound:
    case Failure::Kind::kUnmatched:
    case Failure::Kind::kAnnotation:
      return false;
    case Failure::Kind::kAttribute:
    case Failure::Kind::kImport:
      if (!changed.after && repository::LastPart(failure.name) == changed.name) return true;
      break;
    default:
      break;
  }
  return ComesFrom(changed, failure.object) || ComesFrom(changed, failure.other);
}

bool UsesLeftBehind::WorkedBefore(const std::string& path, CodeRef code, const Failure& failure) {
  values::UnderstoodRepository& before = values_.side(Side::kLeft);
  const std::optional<uint32_t> file = before.FileOf(path);
  bool worked = false;
  before.Ask([&](understanding::Knowledge& knowledge) {
    if (!file || code.code >= knowledge.program().file(*file).code.codes.size()) return;
    const CodeRef old_code = {*file, code.code};
    const understanding::Run run = knowledge.Observe(old_code);
    worked = !run.is_partial && !run.is_cut &&
             std::none_of(run.failures.begin(), run.failures.end(),
                          [&](const Failure& it) { return it.instruction == failure.instruction; });
    if (!worked || failure.kind != Failure::Kind::kCall) return;
    // What nobody knew may have refused the call as well.
    const ir::Code& read = knowledge.program().code(old_code);
    const ir::Instruction& call = read.instructions[failure.instruction];
    worked = call.operand_count > 0 && IsKnown(knowledge, run.operands[call.first_operand]);
  });
  return worked;
}

void UsesLeftBehind::FindUsesIn(const OutwardChange& changed, const std::string& path,
                                CodeRef code) {
  values::UnderstoodRepository& after = values_.side(Side::kRight);
  std::vector<Failure> failures;
  after.Ask(
      [&](understanding::Knowledge& knowledge) { failures = knowledge.Analyse(code).failures; });
  std::erase_if(failures, [&](const Failure& failure) {
    return failure.is_guarded || !IsCause(changed, failure) || !WorkedBefore(path, code, failure);
  });
  if (failures.empty()) return;
  const std::string* const text = change_.texts().Read(Side::kRight, path);
  if (text == nullptr) return;
  const auto module = python::Module::Parse(path, *text);
  if (!module.ok()) return;
  for (Failure& failure : failures) {
    const ir::Instruction& at = after.program().code(code).instructions[failure.instruction];
    const bool is_there = at.node < (*module)->tree().size();
    if (!is_there || IsMeant(**module, (*module)->tree().node(at.node))) continue;
    if (!seen_.insert({code, failure.instruction}).second) continue;
    all_.push_back({changed, path, at.line, code, std::move(failure)});
  }
}

void UsesLeftBehind::FindUsesOf(const OutwardChange& changed, const std::string& path) {
  const Program& program = values_.side(Side::kRight).program();
  const std::optional<uint32_t> file = values_.side(Side::kRight).FileOf(path);
  if (!file) return;
  const size_t codes = program.file(*file).code.codes.size();
  for (uint32_t i = 0; i < codes && codes_ < kMaxCodes; ++i) {
    if (!Writes(program, {*file, i}, changed.name)) continue;
    ++codes_;
    FindUsesIn(changed, path, {*file, i});
  }
}

UsesLeftBehind::UsesLeftBehind(const change::AnalysedChange& change, values::ValuesOfChange& values)
    : change_(change), values_(values) {
  for (const change::ChangedFile& file : change_.changed_files()) {
    changed_paths_.insert(file.path);
    changed_paths_.insert(file.old_path);
  }
}

const std::vector<std::string>& UsesLeftBehind::UsersOf(absl::string_view name) {
  const auto [known, is_new] = users_.try_emplace(std::string(name));
  if (!is_new) return known->second;
  const std::vector<repository::IndexedFile*> files = change_.index().FilesWithIdentifier(name);
  if (files.size() > kMaxFiles) return known->second;
  for (const repository::IndexedFile* file : files) {
    if (!changed_paths_.contains(file->path())) known->second.push_back(file->path());
  }
  return known->second;
}

void UsesLeftBehind::Find(const change::AnalysedFile& file) {
  const auto has_users = [&](absl::string_view name) { return !UsersOf(name).empty(); };
  for (const OutwardChange& changed : OutwardChangesOf(change_, file, values_, has_users)) {
    for (const std::string& path : UsersOf(changed.name)) FindUsesOf(changed, path);
  }
}

}  // namespace allreview::failures
