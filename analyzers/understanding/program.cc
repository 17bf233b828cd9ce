#include "analyzers/understanding/program.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/module.h"

namespace allreview::understanding {

namespace {

void IndexNames(Program::File& file) {
  const ir::File& code = file.code;
  for (ir::NameId name = 0; name < code.names.size(); ++name) {
    file.names.try_emplace(code.names[name], name);
  }
  for (uint32_t i = 0; i < code.codes.size(); ++i) {
    const ir::Code& one = code.codes[i];
    if (one.name != ir::kNone) file.codes.try_emplace(one.name, i);
    if (one.parent != ir::kNone) file.inner[one.parent].push_back(i);
    for (ir::Register local = 0; local < one.locals.size(); ++local) {
      file.locals.try_emplace({i, one.locals[local].name}, local);
    }
    for (const ir::Instruction& instruction : one.instructions) {
      if (instruction.op == ir::Op::kEnclosing) {
        file.captured.insert({instruction.index, instruction.name});
      } else if (instruction.op == ir::Op::kDeclare) {
        file.declarations.try_emplace({i, instruction.name}, instruction.type);
      }
    }
  }
  if (code.codes.empty()) return;
  file.has_star_import = std::any_of(
      code.codes[0].instructions.begin(), code.codes[0].instructions.end(),
      [](const ir::Instruction& instruction) { return instruction.op == ir::Op::kImportAll; });
}

}  // namespace

uint32_t Program::Add(absl::string_view path, ir::File code) {
  const uint32_t number = size();
  File& file = files_.emplace_back();
  file.path = std::string(path);
  file.module = python::ModuleNameOf(path);
  file.is_package = path == "__init__.py" || absl::EndsWith(path, "/__init__.py");
  file.code = std::move(code);
  IndexNames(file);
  IndexAttributes(number);
  by_module_.try_emplace(file.module, number);
  for (size_t dot = file.module.find('.'); dot != std::string::npos;
       dot = file.module.find('.', dot + 1)) {
    ++packages_[file.module.substr(0, dot)];
  }
  return number;
}

void Program::IndexAttributes(uint32_t number) {
  const ir::File& file = files_[number].code;
  for (uint32_t i = 0; i < file.codes.size(); ++i) {
    const ir::Code& code = file.codes[i];
    for (const ir::Instruction& instruction : code.instructions) {
      if (instruction.op != ir::Op::kSetAttribute) continue;
      std::vector<CodeRef>& codes = stores_[file.names[instruction.name]];
      if (codes.empty() || codes.back() != CodeRef{number, i}) codes.push_back({number, i});
    }
    if (code.kind != ir::Code::Kind::kClass) continue;
    for (const ir::Local& local : code.locals) ++class_names_[file.names[local.name]];
  }
  for (const ir::Constant& constant : file.constants) {
    if (constant.kind == ir::Constant::Kind::kText) texts_.insert(file.names[constant.text]);
  }
}

bool Program::IsStoredOnlyIn(absl::string_view attribute, const std::vector<CodeRef>& codes) const {
  const auto found = stores_.find(attribute);
  if (found == stores_.end()) return true;
  if (found->second.size() > kMaxStores) return false;
  return std::all_of(found->second.begin(), found->second.end(), [&](CodeRef store) {
    while (store && std::find(codes.begin(), codes.end(), store) == codes.end()) {
      store.code = code(store).parent;
    }
    return static_cast<bool>(store);
  });
}

int Program::ClassesThatBind(absl::string_view name) const {
  const auto found = class_names_.find(name);
  return found == class_names_.end() ? 0 : found->second;
}

std::string Program::FullName(CodeRef ref) const {
  const File& file = files_[ref.file];
  const ir::NameId name = file.code.codes[ref.code].name;
  if (name == ir::kNone) return file.module;
  return absl::StrCat(file.module, ".", file.code.names[name]);
}

std::optional<uint32_t> Program::FindModule(absl::string_view module) const {
  const auto found = by_module_.find(module);
  if (found == by_module_.end()) return std::nullopt;
  return found->second;
}

bool Program::IsOwnPackage(absl::string_view name) const {
  return packages_.contains(name) || by_module_.contains(name);
}

std::optional<CodeRef> Program::FindCode(uint32_t file, absl::string_view qualified_name) const {
  const File& in = files_[file];
  const auto name = in.names.find(qualified_name);
  if (name == in.names.end()) return std::nullopt;
  const auto code = in.codes.find(name->second);
  if (code == in.codes.end()) return std::nullopt;
  return CodeRef{file, code->second};
}

std::optional<ir::Register> Program::FindLocal(CodeRef code, absl::string_view name) const {
  const File& in = files_[code.file];
  const auto id = in.names.find(name);
  if (id == in.names.end()) return std::nullopt;
  const auto local = in.locals.find({code.code, id->second});
  if (local == in.locals.end()) return std::nullopt;
  return local->second;
}

std::optional<ir::TypeId> Program::FindDeclaration(CodeRef code, absl::string_view name) const {
  const File& in = files_[code.file];
  const auto id = in.names.find(name);
  if (id == in.names.end()) return std::nullopt;
  const auto declaration = in.declarations.find({code.code, id->second});
  if (declaration == in.declarations.end()) return std::nullopt;
  return declaration->second;
}

const std::vector<uint32_t>& Program::InnerCodes(CodeRef code) const {
  static const auto* const none = new std::vector<uint32_t>;
  const auto& inner = files_[code.file].inner;
  const auto found = inner.find(code.code);
  return found == inner.end() ? *none : found->second;
}

}  // namespace allreview::understanding
