#include "analyzers/understanding/program.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/ir/encoding.h"
#include "analyzers/python/module.h"
#include "base/poll.h"

namespace allreview::understanding {

namespace {

bool IsImport(const ir::Instruction& instruction) {
  return instruction.op == ir::Op::kImport || instruction.op == ir::Op::kImportFrom;
}

void FindOnlyImports(Program::File& file) {
  const ir::Code& module = file.code.codes[0];
  std::vector<uint32_t>& found = file.only_imports;
  found.assign(module.locals.size(), ir::kNone);
  std::vector<bool> is_bound(found.size());
  for (uint32_t i = 0; i < module.instructions.size(); ++i) {
    const ir::Instruction& bind = module.instructions[i];
    if (bind.result >= found.size()) continue;
    // The import itself stands right before: `local = imported`.
    const bool is_import =
        bind.op == ir::Op::kCopy && i > 0 && IsImport(module.instructions[i - 1]) &&
        module.operands[bind.first_operand].value == module.instructions[i - 1].result;
    found[bind.result] = is_import && !is_bound[bind.result] ? i - 1 : ir::kNone;
    is_bound[bind.result] = true;
  }
}

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
  FindOnlyImports(file);
  file.has_star_import = std::any_of(
      code.codes[0].instructions.begin(), code.codes[0].instructions.end(),
      [](const ir::Instruction& instruction) { return instruction.op == ir::Op::kImportAll; });
}

}  // namespace

Program::File& Program::AddFile(absl::string_view path) {
  const uint32_t number = size();
  attributes_.reset();
  File& file = files_.emplace_back();
  file.path = std::string(path);
  file.module = python::ModuleNameOf(path);
  file.is_package = path == "__init__.py" || absl::EndsWith(path, "/__init__.py");
  const auto [module, is_new] = by_module_.try_emplace(file.module, number);
  if (!is_new) module->second.reset();
  for (size_t dot = file.module.find('.'); dot != std::string::npos;
       dot = file.module.find('.', dot + 1)) {
    ++packages_[file.module.substr(0, dot)];
  }
  return file;
}

uint32_t Program::Add(absl::string_view path, ir::File code) {
  File& file = AddFile(path);
  file.is_read = true;
  file.code = std::move(code);
  IndexNames(file);
  return size() - 1;
}

uint32_t Program::AddEncoded(absl::string_view path, absl::string_view bytes) {
  AddFile(path).encoded = bytes;
  return size() - 1;
}

const Program::File& Program::Read(uint32_t number) const {
  File& file = files_[number];
  std::optional<ir::File> code = ir::Decode(file.encoded);
  ++files_read_;
  file.is_read = true;
  if (code.has_value() && !code->codes.empty()) {
    file.code = *std::move(code);
    IndexNames(file);
  } else {
    file.code.codes.emplace_back();  // A module that never ends.
    file.has_star_import = true;
  }
  return file;
}

const Program::Attributes& Program::attributes() const {
  if (attributes_) return *attributes_;
  Attributes all = {.is_whole = has_all_files_};
  for (uint32_t number = 0; number < size(); ++number) {
    Poll(1000);
    const File& file = files_[number];
    const std::optional<ir::Outline> outline = file.encoded.empty() && file.is_read
                                                   ? ir::OutlineOf(file.code)
                                                   : ir::DecodeOutline(file.encoded);
    all.is_whole &= outline.has_value();
    if (!outline) continue;
    for (const auto& [name, code] : outline->stores) {
      all.stores[outline->names[name]].push_back({number, code});
    }
    for (ir::NameId name : outline->class_names) ++all.class_names[outline->names[name]];
    for (ir::NameId name : outline->texts) all.texts.insert(outline->names[name]);
  }
  return attributes_.emplace(std::move(all));
}

bool Program::IsStoredIn(absl::string_view attribute, CodeRef code) const {
  const auto found = attributes().stores.find(attribute);
  return !attributes().is_whole ||
         (found != attributes().stores.end() &&
          std::find(found->second.begin(), found->second.end(), code) != found->second.end());
}

bool Program::IsStoredBeside(absl::string_view attribute, absl::string_view name) const {
  if (!attributes().is_whole) return true;
  const auto stores = attributes().stores.find(attribute);
  if (stores == attributes().stores.end()) return false;
  return stores->second.size() > kMaxStores ||
         std::any_of(stores->second.begin(), stores->second.end(),
                     [&](CodeRef code) { return file(code.file).names.contains(name); });
}

bool Program::IsStoredOnlyIn(absl::string_view attribute, const std::vector<CodeRef>& codes) const {
  if (!attributes().is_whole) return false;
  const auto& stores = attributes().stores;
  const auto found = stores.find(attribute);
  if (found == stores.end()) return true;
  if (found->second.size() > kMaxStores) return false;
  return std::all_of(found->second.begin(), found->second.end(), [&](CodeRef store) {
    // What stands in another file need not be read.
    const bool is_near = std::any_of(codes.begin(), codes.end(),
                                     [&](CodeRef code) { return code.file == store.file; });
    if (!is_near) return false;
    while (store && std::find(codes.begin(), codes.end(), store) == codes.end()) {
      store.code = code(store).parent;
    }
    return static_cast<bool>(store);
  });
}

const std::vector<CodeRef>& Program::StoresOf(absl::string_view attribute) const {
  static const auto* const none = new std::vector<CodeRef>;
  const auto found = attributes().stores.find(attribute);
  return found == attributes().stores.end() ? *none : found->second;
}

int Program::ClassesThatBind(absl::string_view name) const {
  const auto& names = attributes().class_names;
  const auto found = names.find(name);
  return found == names.end() ? 0 : found->second;
}

std::string Program::FullName(CodeRef ref) const {
  const File& file = this->file(ref.file);
  const ir::NameId name = file.code.codes[ref.code].name;
  if (name == ir::kNone) return file.module;
  return absl::StrCat(file.module, ".", file.code.names[name]);
}

std::optional<uint32_t> Program::FindModule(absl::string_view module) const {
  const auto found = by_module_.find(module);
  return found == by_module_.end() ? std::nullopt : found->second;
}

bool Program::IsOwnPackage(absl::string_view name) const {
  return packages_.contains(name) || by_module_.contains(name);
}

std::optional<CodeRef> Program::FindCode(uint32_t file, absl::string_view qualified_name) const {
  const File& in = this->file(file);
  const auto name = in.names.find(qualified_name);
  if (name == in.names.end()) return std::nullopt;
  const auto code = in.codes.find(name->second);
  if (code == in.codes.end()) return std::nullopt;
  return CodeRef{file, code->second};
}

std::optional<ir::Register> Program::FindLocal(CodeRef code, absl::string_view name) const {
  const File& in = this->file(code.file);
  const auto id = in.names.find(name);
  if (id == in.names.end()) return std::nullopt;
  const auto local = in.locals.find({code.code, id->second});
  if (local == in.locals.end()) return std::nullopt;
  return local->second;
}

std::optional<ir::TypeId> Program::FindDeclaration(CodeRef code, absl::string_view name) const {
  const File& in = this->file(code.file);
  const auto id = in.names.find(name);
  if (id == in.names.end()) return std::nullopt;
  const auto declaration = in.declarations.find({code.code, id->second});
  if (declaration == in.declarations.end()) return std::nullopt;
  return declaration->second;
}

const std::vector<uint32_t>& Program::InnerCodes(CodeRef code) const {
  static const auto* const none = new std::vector<uint32_t>;
  const auto& inner = file(code.file).inner;
  const auto found = inner.find(code.code);
  return found == inner.end() ? *none : found->second;
}

}  // namespace allreview::understanding
