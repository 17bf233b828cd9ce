#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Definition;
using python::Kind;
using python::Node;

constexpr int kHeaderLines = 12;
constexpr size_t kMaxCopyright = 160;

bool IsPrivate(absl::string_view qualified) {
  for (absl::string_view part : absl::StrSplit(qualified, '.')) {
    if (absl::StartsWith(part, "_")) return true;
  }
  return false;
}

// The docstring; null: none.
Node DocstringOf(const Definition& definition) {
  const Node first = definition.body.named_child(0);
  const Node string = first.Is(Kind::kExpressionStatement) ? first.named_child(0) : Node();
  return string.Is(Kind::kString) ? string : Node();
}

bool IsTyped(const Definition& function) {
  if (!function.return_type) return false;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const python::Parameter& parameter = function.parameters[i];
    const bool is_self = i == 0 && function.kind == Definition::Kind::kMethod;
    const bool is_rest = parameter.kind == python::Parameter::Kind::kVarPositional ||
                         parameter.kind == python::Parameter::Kind::kVarKeyword;
    if (!is_self && !is_rest && !parameter.annotation) return false;
  }
  return true;
}

bool HasCapital(absl::string_view name) {
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); });
}

bool IsLogging(absl::string_view method) {
  constexpr absl::string_view kMethods[] = {"critical", "debug",   "error", "exception",
                                            "info",     "warning", "log"};
  return std::find(std::begin(kMethods), std::end(kMethods), method) != std::end(kMethods);
}

}  // namespace

void StyleCollector::Count(StyleFacts::Habit habit, bool does) { style_.counts[habit] += does; }

void StyleCollector::AddDefinitions(const python::Module& module) {
  for (const Definition& definition : module.definitions()) {
    const bool is_class = definition.kind == Definition::Kind::kClass;
    const absl::string_view name = definition.simple_name;
    Count(StyleFacts::kDefinitions);
    Count(StyleFacts::kMisnamed,
          is_class ? !HasCapital(name) || absl::StrContains(absl::StripSuffix(name, "_"), "_")
                   : HasCapital(name));
    const Node docstring = DocstringOf(definition);
    if (docstring) AddDocstring(docstring.text());
    const bool is_nested = definition.parent >= 0 &&
                           module.definitions()[definition.parent].kind != Definition::Kind::kClass;
    if (is_nested || IsPrivate(definition.name)) continue;
    Count(is_class ? StyleFacts::kPublicClasses : StyleFacts::kPublicFunctions);
    Count(is_class ? StyleFacts::kDocumentedClasses : StyleFacts::kDocumentedFunctions,
          static_cast<bool>(docstring));
    if (!is_class) Count(StyleFacts::kTypedFunctions, IsTyped(definition));
  }
}

void StyleCollector::AddDocstring(absl::string_view text) {
  if (absl::StrContains(text, "Args:\n") || absl::StrContains(text, "Returns:\n")) {
    Count(StyleFacts::kGoogleSections);
  } else if (absl::StrContains(text, ":param ") || absl::StrContains(text, ":return") ||
             absl::StrContains(text, "\n    ----")) {
    Count(StyleFacts::kOtherSections);
  }
}

void StyleCollector::AddCopyright(const python::SyntaxTree& tree) {
  for (int line = 1; line <= std::min(kHeaderLines, tree.line_count()); ++line) {
    const absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
    if (absl::StartsWith(text, "#") && absl::StrContains(text, "Copyright")) {
      style_.copyright = std::string(text.substr(0, kMaxCopyright));
      return;
    }
  }
}

void StyleCollector::AddCall(Node call) {
  const Node function = call.child(python::Field::kFunction);
  if (function.Is(Kind::kIdentifier)) {
    Count(StyleFacts::kPrints, function.text() == "print");
  } else if (function.Is(Kind::kAttribute)) {
    const absl::string_view object = function.child(python::Field::kObject).text();
    if (object != "logging" && object != "logger") return;
    if (!IsLogging(function.child(python::Field::kAttribute).text())) return;
    Count(object == "logging" ? StyleFacts::kRootLogs : StyleFacts::kModuleLogs);
  }
}

void StyleCollector::Visit(Node node) {
  switch (node.kind()) {
    case Kind::kCall:
      return AddCall(node);
    case Kind::kType: {
      const Kind around = node.parent().kind();
      if (around == Kind::kTypeParameter || around == Kind::kGenericType) return;
      const absl::string_view text = node.text();
      const bool is_optional = absl::StrContains(text, "Optional[");
      Count(StyleFacts::kOptionals, is_optional);
      Count(StyleFacts::kNoneUnions,
            !is_optional && absl::StrContains(text, "|") && absl::StrContains(text, "None"));
      return;
    }
    case Kind::kRaiseStatement:
      return Count(StyleFacts::kValueErrors, absl::StartsWith(node.text(), "raise ValueError"));
    case Kind::kAssertStatement:
      return Count(StyleFacts::kAsserts);
    case Kind::kExceptClause:
      Count(StyleFacts::kExcepts);
      return Count(StyleFacts::kBareExcepts, node.named_child(0).Is(Kind::kBlock));
    case Kind::kWildcardImport:
      return Count(StyleFacts::kWildcardImports);
    case Kind::kImportFromStatement: {
      const Node from = node.child(python::Field::kModuleName);
      Count(StyleFacts::kUnittestImports,
            from.text() == "unittest" && absl::StrContains(node.text(), "TestCase"));
      return Count(from.Is(Kind::kRelativeImport) ? StyleFacts::kRelativeImports
                                                  : StyleFacts::kAbsoluteImports);
    }
    case Kind::kImportStatement:
      return Count(StyleFacts::kUnittestImports, node.text() == "import unittest");
    default:
      return;
  }
}

std::string StyleCollector::Finish(const python::Module& module) {
  AddDefinitions(module);
  AddCopyright(module.tree());
  return PackStyle(style_);
}

std::string PackStyle(const StyleFacts& style) {
  return absl::StrCat(absl::StrJoin(style.counts, " "), "\n", style.copyright);
}

StyleFacts UnpackStyle(absl::string_view packed) {
  StyleFacts style;
  const size_t end = packed.find('\n');
  if (end == absl::string_view::npos) return style;
  const std::vector<absl::string_view> numbers = absl::StrSplit(packed.substr(0, end), ' ');
  if (numbers.size() != StyleFacts::kHabits) return style;
  for (int i = 0; i < StyleFacts::kHabits; ++i) {
    if (!absl::SimpleAtoi(numbers[i], &style.counts[i])) return StyleFacts();
  }
  style.copyright = std::string(packed.substr(end + 1));
  return style;
}

}  // namespace allreview::repository
