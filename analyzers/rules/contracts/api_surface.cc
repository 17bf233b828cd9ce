#include "analyzers/rules/contracts/api_surface.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules::contracts {
namespace {

using python::Definition;
using python::Module;

constexpr absl::string_view kPrivateFolders[] = {
    "benchmark", "benchmarks", "docs",  "example", "examples",    "ops",   "scripts",
    "tasks",     "test",       "tests", "tools",   "third_party", "vendor"};
constexpr absl::string_view kExemptDecorators[] = {"deprecated",       "experimental_api",
                                                   "experimental_cls", "experimental_fn",
                                                   "internal_api",     "overload"};

bool IsExempt(const Definition& definition) {
  for (Node decorator : definition.decorators) {
    if (decorator.Is(NodeKind::kCall)) decorator = decorator.child(Field::kFunction);
    const absl::string_view text = decorator.text();
    const absl::string_view last = repository::LastPart(text);
    if (IsOneOf(last, kExemptDecorators)) {
      return true;
    }
    const bool is_kernel =
        (absl::StrContains(text, "triton") || absl::StrContains(text, "tilelang")) &&
        absl::StrContains(last, "jit");
    if (is_kernel || last == "autotune") return true;
  }
  return false;
}

// forward(ctx, ...) of an autograd function is called by torch alone.
bool IsOfAutograd(const Definition& definition) {
  return !definition.parameters.empty() && definition.parameters[0].name == "ctx";
}

}  // namespace

bool IsPublicPath(ChangeContext& change, const AnalysedFile& file) {
  const python::Module* module = file.after != nullptr ? file.after : file.before;
  if (file.changed->role == FileRole::kTest || module == nullptr) return false;
  absl::string_view path = module->path();
  absl::ConsumePrefix(&path, "src/");
  const std::vector<absl::string_view> parts = absl::StrSplit(path, '/');
  if (parts.size() < 2) return false;  // A script.
  for (absl::string_view part : parts) {
    if (absl::StrContains(part, "experimental")) return false;
    if (absl::StartsWith(part, "_") && part != "__init__.py") return false;
    if (std::binary_search(std::begin(kPrivateFolders), std::end(kPrivateFolders), part)) {
      return false;
    }
  }
  if (parts[1] == "core") return true;
  const repository::IndexedFile* core = change.index().FindModule(absl::StrCat(parts[0], ".core"));
  return core == nullptr || !core->is_package();
}

bool IsPublicName(absl::string_view name) {
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    if (absl::StartsWith(part, "_") && part != "__init__" && part != "__call__") return false;
  }
  return true;
}

bool IsPublic(const Module& module, const Definition& definition) {
  if (!IsPublicName(definition.name)) return false;
  for (const Definition* at = &definition;; at = &module.definitions()[at->parent]) {
    if (IsExempt(*at)) return false;
    if (at != &definition && at->kind != Definition::Kind::kClass) return false;
    if (at->parent < 0) break;
  }
  return !IsOfAutograd(definition);
}

bool HasDecoratorNamed(const Definition& definition, absl::string_view last_part) {
  return std::any_of(definition.decorators.begin(), definition.decorators.end(), [&](Node node) {
    if (node.Is(NodeKind::kCall)) node = node.child(Field::kFunction);
    return repository::LastPart(node.text()) == last_part;
  });
}

std::vector<const python::Parameter*> CallerParameters(const Definition& function) {
  std::vector<const python::Parameter*> parameters;
  for (const python::Parameter& parameter : function.parameters) parameters.push_back(&parameter);
  const bool is_bound =
      function.kind == Definition::Kind::kMethod && !HasDecoratorNamed(function, "staticmethod");
  if (is_bound && !parameters.empty()) parameters.erase(parameters.begin());
  return parameters;
}

bool HasParameterKind(const Definition& function, python::Parameter::Kind kind) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const python::Parameter& parameter) { return parameter.kind == kind; });
}

bool AnnouncesRemoval(const Description& description) {
  const std::string title = absl::AsciiStrToLower(description.title);
  return absl::StrContains(title, "remov") || absl::StrContains(title, "deprecat") ||
         absl::StrContains(title, "delete") || absl::StrContains(title, "drop ");
}

bool Mentions(const Description& description, absl::string_view name) {
  if (MentionsName(description.title, name) || MentionsName(description.body, name)) return true;
  return std::any_of(description.commit_messages.begin(), description.commit_messages.end(),
                     [&](const std::string& message) { return MentionsName(message, name); });
}

}  // namespace allreview::rules::contracts
