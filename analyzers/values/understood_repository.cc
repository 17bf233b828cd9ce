#include "analyzers/values/understood_repository.h"

#include <set>
#include <utility>

#include "analyzers/ir/lower.h"
#include "analyzers/repository/facts.h"
#include "analyzers/understanding/callers.h"
#include "base/work_budget.h"

namespace allreview::values {

using understanding::Knowledge;
using understanding::Value;
using understanding::ValuesOfNodes;

UnderstoodRepository::UnderstoodRepository(const change::AnalysedChange& change,
                                           change::Side side) {
  std::set<std::string> changed;  // The index has them as they are after the change.
  for (const change::AnalysedFile& file : change.files()) {
    if (side == change::Side::kRight) break;
    changed.insert(file.changed->path);
    if (file.before == nullptr) continue;
    const std::string path(file.before->path());
    changed.insert(path);
    files_[path] = program_.Add(path, ir::Lower(*file.before));
  }
  for (const repository::IndexedFile* file : change.index().AllFiles()) {
    if (changed.contains(file->path())) continue;
    files_[file->path()] =
        program_.AddEncoded(file->path(), repository::EncodedCodeOfFacts(file->encoded_facts()));
  }
  if (!change.index().is_complete()) program_.NoteMissingFiles();
  knowledge_.emplace(program_);
}

std::optional<uint32_t> UnderstoodRepository::FileOf(absl::string_view path) const {
  const auto file = files_.find(path);
  return file == files_.end() ? std::nullopt : std::optional(file->second);
}

void UnderstoodRepository::Ask(const std::function<void(Knowledge&)>& ask) {
  const MutexLock lock(mutex_);
  if (!knowledge_) return;
  const SharedWorkScope shared;
  try {
    ask(*knowledge_);
  } catch (...) {
    // It stopped in the midst of an answer.
    values_.clear();
    called_.clear();
    knowledge_.reset();
    throw;
  }
}

ValuesOfNodes& UnderstoodRepository::NodesOf(Knowledge& knowledge, uint32_t file,
                                             const python::Module& module) {
  auto known = values_.find(file);
  if (known == values_.end()) {
    ValuesOfNodes made(knowledge, file, module);
    known = values_.emplace(file, std::move(made)).first;
  }
  return known->second;
}

Value UnderstoodRepository::ValueOf(uint32_t file, const python::Module& module,
                                    python::Node node) {
  Value value = Value::Unknown();
  Ask([&](Knowledge& knowledge) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    value = NodesOf(knowledge, file, module).Of(node);
  });
  return value;
}

std::vector<python::Node> UnderstoodRepository::UnwrittenReadBy(uint32_t file,
                                                                const python::Module& module,
                                                                python::Node node) {
  std::vector<python::Node> made;
  Ask([&](Knowledge& knowledge) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    made = NodesOf(knowledge, file, module).UnwrittenReadBy(node);
  });
  return made;
}

Value UnderstoodRepository::ValueWhenCalled(uint32_t file, const python::Module& module,
                                            python::Node node, const std::vector<CallSite>& calls) {
  Value value = Value::Unknown();
  Ask([&](Knowledge& knowledge) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const std::optional<CodeRef> code = NodesOf(knowledge, file, module).CodeAround(node);
    const python::Definition* const function = module.EnclosingFunction(node);
    const bool is_body =
        code && function != nullptr && program_.code(*code).node == function->node.index();
    if (!is_body) return;  // Of a lambda, or a default.
    auto known = called_.find(*code);
    if (known == called_.end()) {
      const auto handed = HandedOver(knowledge, *code, calls);
      std::optional<ValuesOfNodes> made;
      if (handed) made.emplace(knowledge, file, module).Assume(*code, *handed);
      known = called_.emplace(*code, std::move(made)).first;
    }
    if (known->second) value = known->second->Of(node);
  });
  return value;
}

// None: nobody knows what some call hands over.
std::optional<std::vector<Value>> UnderstoodRepository::HandedOver(
    Knowledge& knowledge, CodeRef function, const std::vector<CallSite>& calls) const {
  std::vector<Value> joined(program_.code(function).parameters.size());
  for (const CallSite& call : calls) {
    const std::optional<std::vector<Value>> handed = HandedOverBy(knowledge, function, call);
    if (!handed) return std::nullopt;
    for (size_t i = 0; i < joined.size(); ++i) joined[i] = joined[i].JoinedWith((*handed)[i]);
  }
  return joined;
}

std::optional<std::vector<Value>> UnderstoodRepository::HandedOverBy(Knowledge& knowledge,
                                                                     CodeRef function,
                                                                     const CallSite& call) const {
  const std::optional<uint32_t> file = FileOf(call.path);
  if (!file) return std::nullopt;
  const auto instructions = understanding::CallsOnLine(program_, *file, call.line, call.name);
  if (instructions.empty()) return std::nullopt;
  std::vector<Value> joined(program_.code(function).parameters.size());
  for (const auto& [caller, instruction] : instructions) {
    const understanding::Run observed = knowledge.Observe(caller);
    if (observed.is_partial) return std::nullopt;
    const std::vector<Value> handed = knowledge.HandedBy(caller, observed, instruction, function);
    for (size_t i = 0; i < joined.size(); ++i) {
      joined[i] = joined[i].JoinedWith(handed[i].Unnamed());
    }
  }
  return joined;
}

std::optional<std::vector<Value>> UnderstoodRepository::HandedBy(CodeRef function,
                                                                 const CallSite& call) {
  std::optional<std::vector<Value>> handed;
  Ask([&](Knowledge& knowledge) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    handed = HandedOverBy(knowledge, function, call);
  });
  return handed;
}

}  // namespace allreview::values
