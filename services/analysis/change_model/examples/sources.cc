#include "services/analysis/change_model/examples/sources.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::analysis {
namespace {

using worked_examples::Code;

constexpr size_t kMaxParsed = 16;
constexpr size_t kMaxBytes = 400'000;

}  // namespace

Sources::Sources(const change::AnalysedChange& change, change::Side side) : change_(change) {
  for (const change::AnalysedFile& file : change.files()) {
    const python::Module* const module = side == change::Side::kRight ? file.after : file.before;
    if (module == nullptr) continue;
    by_name_[module->name()] = module;
    by_path_[module->path()] = module;
  }
}

Code Sources::Find(absl::string_view name) {
  if (absl::StartsWith(name, "torch.") || absl::StartsWith(name, "builtins.") ||
      absl::StartsWith(name, "math.")) {
    return {};
  }
  const auto [known, is_new] = found_.try_emplace(std::string(name));
  if (!is_new) return known->second;
  for (size_t dot = name.rfind('.'); dot != absl::string_view::npos && dot > 0;
       dot = name.rfind('.', dot - 1)) {
    const auto module = by_name_.find(std::string(name.substr(0, dot)));
    if (module == by_name_.end()) continue;
    const python::Definition* const definition =
        module->second->FindDefinition(name.substr(dot + 1));
    if (definition == nullptr) break;
    return known->second = {.module = module->second, .function = definition};
  }
  const repository::Found found = change_.project().FindDefinition(name);
  if (!found) return {};
  const python::Module* const module = ModuleAt(found.path);
  if (module == nullptr) return {};
  absl::string_view inner = found.name;
  if (!absl::ConsumePrefix(&inner, module->name()) || !absl::ConsumePrefix(&inner, ".")) return {};
  const python::Definition* const definition = module->FindDefinition(inner);
  if (definition == nullptr) return {};
  return known->second = {.module = module, .function = definition};
}

const python::Module* Sources::ModuleAt(const std::string& path) {
  const auto [known, is_new] = by_path_.try_emplace(path, nullptr);
  if (!is_new || parsed_.size() >= kMaxParsed) return known->second;
  const std::string* const text = change_.texts().Read(change::Side::kRight, path);
  if (text == nullptr || text->size() > kMaxBytes) return nullptr;
  absl::StatusOr<std::unique_ptr<python::Module>> module = python::Module::Parse(path, *text);
  if (!module.ok()) return nullptr;
  known->second = module->get();
  parsed_[path] = *std::move(module);
  return known->second;
}

}  // namespace allreview::analysis
