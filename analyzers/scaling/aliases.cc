// Numbers of parts by the formulas that functions of a file compute them by.

#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/scaling/scaling.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Node;

// "num_chunks", "n_blocks".
bool IsPartCount(absl::string_view name) {
  return absl::StartsWith(name, "num_") || absl::StartsWith(name, "n_");
}

// The part of a size that is something divided by something: T/chunk of (T + chunk - 1)/chunk.
std::optional<Size> QuotientOf(const Size& size) {
  for (const auto& [product, coefficient] : size.terms()) {
    Size above = Size::Constant(1), below = Size::Constant(1);
    for (const Factor& factor : product) {
      for (int i = 0; i < std::abs(factor.power); ++i) {
        Size& side = factor.power > 0 ? above : below;
        side = side * Size::Symbol(factor.dimension);
      }
    }
    if (coefficient > 0 && !above.IsConstant() && !below.IsConstant()) return above / below;
  }
  return std::nullopt;
}

}  // namespace

Aliases AliasesOf(const python::Module& module, const python::Values& values) {
  constexpr size_t kMaxAliases = 64;
  Aliases aliases;
  std::set<std::string> several;  // Names that different formulas give.
  for (const python::Definition& function : module.definitions()) {
    if (function.kind == python::Definition::Kind::kClass) continue;
    const absl::string_view text = function.body.text();
    const bool may_divide = absl::StrContains(text, "//") || absl::StrContains(text, "cdiv");
    if (!may_divide || aliases.size() >= kMaxAliases) continue;
    std::optional<SizeReader> reader;
    for (const Node assignment : function.body.descendants(python::Kind::kAssignment)) {
      const Node target = assignment.child(python::Field::kLeft);
      const Node value = assignment.child(python::Field::kRight);
      if (!target.Is(python::Kind::kIdentifier) || !value || !IsPartCount(target.text())) continue;
      if (module.EnclosingFunction(assignment) != &function) continue;
      if (!reader) reader.emplace(module, function, values);
      const std::optional<Size> size = QuotientOf(reader->SizeOf(value));
      if (!size || HasLoopVariable(*size)) continue;
      const std::string name(target.text());
      const auto [found, is_new] = aliases.try_emplace(name, *size);
      if (!is_new && found->second != *size) several.insert(name);
    }
  }
  for (const std::string& name : several) aliases.erase(name);
  return aliases;
}

}  // namespace allreview::scaling
