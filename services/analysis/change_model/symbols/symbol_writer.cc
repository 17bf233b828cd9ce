#include "services/analysis/change_model/symbols/symbol_writer.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/comment_text.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Definition;
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

bool IsTest(const change::ChangedFile& file, absl::string_view name) {
  if (file.role != change::FileRole::kTest) return false;
  for (absl::string_view part : absl::StrSplit(name, '.')) {
    if (absl::StartsWith(part, "test") || absl::StartsWith(part, "Test")) return true;
  }
  return false;
}

// A class that holds values and no functions: its code tells all of it.
bool IsPlainClass(const Module& module, const Definition& definition) {
  if (definition.kind != Definition::Kind::kClass) return false;
  const int index = static_cast<int>(&definition - module.definitions().data());
  return std::none_of(module.definitions().begin(), module.definitions().end(),
                      [&](const Definition& inner) { return inner.parent == index; });
}

// The code that stands for the symbol where no function tells of it; empty: there is one.
std::string CodeOf(const Module& module, const SideSymbol& side) {
  const bool is_told = IsSetting(side.kind) ||
                       (side.definition != nullptr && IsPlainClass(module, *side.definition));
  return is_told ? BlockOf(side.code) : "";
}

int CommentLinesAbove(const Module& module, Node statement) {
  constexpr int kMaxLines = 12;
  int lines = 0;
  while (lines < kMaxLines && statement.first_line() - 1 - lines >= 1 &&
         absl::StartsWith(
             absl::StripAsciiWhitespace(module.tree().LineText(statement.first_line() - 1 - lines)),
             "#")) {
    ++lines;
  }
  return lines;
}

// Empty where it begins with a heading: "Parameters\n----------".
std::string DocumentationOf(const Module& module, const python::Definition& definition) {
  std::string text = ToDisplayText(module.DocumentationOf(definition));
  const size_t line = text.find(" ---");
  const bool begins_with_heading = line != std::string::npos && text.find(' ') == line;
  return begins_with_heading || IsListOfArguments(text) ? "" : text;
}

std::string DocumentationOf(const Module& module, const SideSymbol& side) {
  if (side.definition != nullptr) return DocumentationOf(module, *side.definition);
  if (side.documentation) return FirstSentence(LiteralText(side.documentation));
  // A comment behind is of this field; one above may be a heading of several.
  const Node statement = python::StatementOf(side.code);
  std::vector<absl::string_view> comments = python::CommentsOn(module, statement, 0);
  std::erase_if(comments, intent::IsForTools);
  if (!comments.empty()) return FirstSentence(comments.back());
  comments = python::CommentsOn(module, statement, CommentLinesAbove(module, statement));
  return FirstSentence(absl::StrJoin(comments, " "));
}

std::string SignatureOf(const Module& module, const SideSymbol& side) {
  return side.definition == nullptr ? "" : ToDisplayText(module.SignatureOf(*side.definition));
}

void Describe(const change::AnalysedFile& file, const Module& module, const SideSymbol& side,
              ChangedSymbol& symbol) {
  symbol.set_name(ToDisplayText(side.name));
  symbol.set_kind(side.kind);
  symbol.set_doc(DocumentationOf(module, side));
  symbol.set_is_public(IsPublic(side.name));
  // What tests share is no code of the project.
  symbol.set_is_test(IsTest(*file.changed, side.name) ||
                     absl::EndsWith(file.changed->path, "conftest.py"));
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
  *symbol.mutable_before() = ToProto(RangeOf(module, side.code, change::Side::kLeft));
  symbol.set_signature_before(SignatureOf(module, side));
  symbol.set_code_before(CodeOf(module, side));
  if (!change.after) return;
  const std::string name = ToDisplayText(side.name), path = module.path();
  if (name != symbol.name()) symbol.set_old_name(name);
  if (path != symbol.path()) symbol.set_old_path(path);
}

void DescribeSides(const change::AnalysedFile& file, SymbolChange& change) {
  ChangedSymbol& symbol = change.symbol;
  if (change.after) {
    const Module& module = *change.module_after;
    Describe(file, module, *change.after, symbol);
    symbol.set_path(file.changed->path);
    *symbol.mutable_after() = ToProto(RangeOf(module, change.after->code));
    symbol.set_signature_after(SignatureOf(module, *change.after));
    symbol.set_code_after(CodeOf(module, *change.after));
  } else {
    Describe(file, *change.module_before, *change.before, symbol);
    symbol.set_path(change.module_before->path());
  }
  if (change.before) DescribeBefore(change);
}

}  // namespace allreview::analysis
