#include "services/analysis/change_model/symbol_writer.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/traits.h"
#include "base/utf8.h"
#include "services/analysis/change_model/code_text.h"
#include "services/analysis/conversion.h"

namespace allreview::analysis {
namespace {

using python::Module;
using python::Node;
using rules::RangeOf;
using v1::ChangedSymbol;

bool IsPublic(absl::string_view name) {
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    const bool is_dunder = absl::StartsWith(part, "__") && absl::EndsWith(part, "__");
    if (absl::StartsWith(part, "_") && !is_dunder) return false;
  }
  return true;
}

bool IsTest(const rules::ChangedFile& file, absl::string_view name) {
  if (file.role != rules::FileRole::kTest) return false;
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    if (absl::StartsWith(part, "test") || absl::StartsWith(part, "Test")) return true;
  }
  return false;
}

std::string DocumentationOf(const Module& module, const SideSymbol& side) {
  if (side.definition != nullptr) return ToDisplayText(module.DocumentationOf(*side.definition));
  if (side.documentation) return FirstSentence(LiteralText(side.documentation));
  // A comment above may be a heading of several fields; one behind is of this.
  const std::vector<absl::string_view> comments =
      python::CommentsOn(module, python::StatementOf(side.code), /*lines_above=*/1);
  return comments.empty() ? "" : FirstSentence(comments.back());
}

std::string SignatureOf(const Module& module, const SideSymbol& side) {
  return side.definition == nullptr ? "" : ToDisplayText(module.SignatureOf(*side.definition));
}

void Describe(const rules::AnalysedFile& file, const Module& module, const SideSymbol& side,
              ChangedSymbol& symbol) {
  symbol.set_name(ToDisplayText(side.name));
  symbol.set_kind(side.kind);
  symbol.set_doc(DocumentationOf(module, side));
  symbol.set_is_public(IsPublic(side.name));
  symbol.set_is_test(IsTest(*file.changed, side.name));
  if (side.definition == nullptr) return;
  for (Node base : side.definition->bases) symbol.add_bases(ToDisplayText(base.text()));
  for (Node decorator : side.definition->decorators) {
    symbol.add_decorators(ToDisplayText(decorator.text()));
  }
}

}  // namespace

void DescribeBefore(SymbolChange& change) {
  ChangedSymbol& symbol = change.symbol;
  const SideSymbol& side = *change.before;
  const Module& module = *change.module_before;
  *symbol.mutable_before() = ToProto(RangeOf(module, side.code, rules::Side::kLeft));
  symbol.set_signature_before(SignatureOf(module, side));
  if (IsSetting(side.kind)) symbol.set_code_before(BlockOf(side.code));
  if (!change.after) return;
  const std::string name = ToDisplayText(side.name), path = module.path();
  if (name != symbol.name()) symbol.set_old_name(name);
  if (path != symbol.path()) symbol.set_old_path(path);
}

void DescribeSides(const rules::AnalysedFile& file, SymbolChange& change) {
  ChangedSymbol& symbol = change.symbol;
  if (change.after) {
    const Module& module = *change.module_after;
    Describe(file, module, *change.after, symbol);
    symbol.set_path(file.changed->path);
    *symbol.mutable_after() = ToProto(RangeOf(module, change.after->code));
    symbol.set_signature_after(SignatureOf(module, *change.after));
    if (IsSetting(change.after->kind)) symbol.set_code_after(BlockOf(change.after->code));
  } else {
    Describe(file, *change.module_before, *change.before, symbol);
    symbol.set_path(change.module_before->path());
  }
  if (change.before) DescribeBefore(change);
}

}  // namespace allreview::analysis
