#include "analyzers/python/definitions.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace allreview::python {
namespace {

Parameter MakeParameter(Node node) {
  Parameter parameter;
  parameter.node = node;
  parameter.annotation = node.child(Field::kType);
  parameter.default_value = node.child(Field::kValue);
  Node name = node.child(Field::kName);
  if (!name) name = node.Is(Kind::kTypedParameter) ? node.named_child(0) : node;
  if (name.Is(Kind::kListSplatPattern)) {
    parameter.kind = Parameter::Kind::kVarPositional;
    name = name.named_child(0);
  } else if (name.Is(Kind::kDictionarySplatPattern)) {
    parameter.kind = Parameter::Kind::kVarKeyword;
    name = name.named_child(0);
  }
  if (name.Is(Kind::kIdentifier)) parameter.name = name.text();
  return parameter;
}

}  // namespace

std::vector<Parameter> CollectParameters(Node list) {
  std::vector<Parameter> parameters;
  bool is_keyword_only = false;
  for (Node child : list.children()) {
    if (!child.IsNamed() || child.Is(Kind::kComment) || child.Is(Kind::kLineContinuation)) continue;
    if (child.Is(Kind::kPositionalSeparator)) {
      for (Parameter& parameter : parameters) parameter.kind = Parameter::Kind::kPositionalOnly;
      continue;
    }
    if (child.Is(Kind::kKeywordSeparator)) {
      is_keyword_only = true;
      continue;
    }
    Parameter parameter = MakeParameter(child);
    if (is_keyword_only && parameter.kind == Parameter::Kind::kPositional) {
      parameter.kind = Parameter::Kind::kKeywordOnly;
    }
    is_keyword_only |= parameter.kind == Parameter::Kind::kVarPositional;
    parameters.push_back(parameter);
  }
  return parameters;
}

namespace {

// Under something that may keep it from being defined.
bool IsConditional(Node outer) {
  for (Node around = outer.parent(); around; around = around.parent()) {
    switch (around.kind()) {
      case Kind::kIfStatement:
      case Kind::kTryStatement:
      case Kind::kForStatement:
      case Kind::kWhileStatement:
      case Kind::kWithStatement:
      case Kind::kMatchStatement:
        return true;
      case Kind::kFunctionDefinition:
      case Kind::kClassDefinition:
        return false;
      default:
        break;
    }
  }
  return false;
}

void AddClassArguments(Node list, Definition* definition) {
  for (Node child : list.children()) {
    if (!child.IsNamed() || child.Is(Kind::kComment) || child.Is(Kind::kLineContinuation)) continue;
    (child.Is(Kind::kKeywordArgument) ? definition->class_keywords : definition->bases)
        .push_back(child);
  }
}

Definition MakeDefinition(Node node) {
  Definition definition;
  definition.node = node;
  definition.outer = node;
  if (node.parent().Is(Kind::kDecoratedDefinition)) {
    definition.outer = node.parent();
    for (Node child : definition.outer.children()) {
      if (child.Is(Kind::kDecorator)) definition.decorators.push_back(child.named_child(0));
    }
  }
  definition.body = node.child(Field::kBody);
  definition.simple_name = node.child(Field::kName).text();
  definition.first_line = definition.outer.first_line();
  definition.end_line = node.last_line() + 1;
  definition.is_conditional = IsConditional(definition.outer);
  if (node.Is(Kind::kClassDefinition)) {
    definition.kind = Definition::Kind::kClass;
    AddClassArguments(node.child(Field::kSuperclasses), &definition);
  } else {
    definition.is_async = absl::StartsWith(node.text(), "async");
    definition.parameters = CollectParameters(node.child(Field::kParameters));
    definition.return_type = node.child(Field::kReturnType);
  }
  return definition;
}

// One line, runs of white space as one blank, none inside of brackets' edges.
std::string OneLine(absl::string_view text) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(text, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty());
  return absl::StrJoin(words, " ");
}

std::string ParameterText(const Parameter& parameter) {
  std::string text;
  if (parameter.kind == Parameter::Kind::kVarPositional) text = "*";
  if (parameter.kind == Parameter::Kind::kVarKeyword) text = "**";
  absl::StrAppend(&text, parameter.name);
  if (parameter.annotation) absl::StrAppend(&text, ": ", OneLine(parameter.annotation.text()));
  if (parameter.default_value) {
    absl::StrAppend(&text, parameter.annotation ? " = " : "=",
                    OneLine(parameter.default_value.text()));
  }
  return text;
}

}  // namespace

std::vector<Definition> CollectDefinitions(const SyntaxTree& tree) {
  std::vector<Definition> definitions;
  std::vector<int> open;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    if (!node.Is(Kind::kFunctionDefinition) && !node.Is(Kind::kClassDefinition)) continue;
    if (!node.child(Field::kBody) || node.child(Field::kName).text().empty()) continue;
    while (!open.empty() && i >= definitions[open.back()].node.subtree_end()) open.pop_back();
    Definition definition = MakeDefinition(node);
    definition.name = std::string(definition.simple_name);
    if (!open.empty()) {
      const Definition& parent = definitions[open.back()];
      definition.parent = open.back();
      definition.name = absl::StrCat(parent.name, ".", definition.simple_name);
      if (definition.kind == Definition::Kind::kFunction &&
          parent.kind == Definition::Kind::kClass) {
        definition.kind = Definition::Kind::kMethod;
      }
    }
    open.push_back(static_cast<int>(definitions.size()));
    definitions.push_back(std::move(definition));
  }
  return definitions;
}

absl::string_view Module::StringContent(Node string) {
  if (!string.Is(Kind::kString)) return "";
  if (string.child(Kind::kInterpolation)) return "";
  const Node start = string.child(Kind::kStringStart);
  const Node end = string.child(Kind::kStringEnd);
  if (!start || !end) return "";
  return string.tree()->source().substr(start.end_byte(), end.first_byte() - start.end_byte());
}

std::string Module::DocumentationOf(const Definition& definition) const {
  const Node first = definition.body.named_child(0);
  if (!first.Is(Kind::kExpressionStatement)) return "";
  std::string text(StringContent(first.named_child(0)));
  // The first paragraph, up to the end of its first sentence.
  const std::vector<std::string> lines =
      absl::StrSplit(absl::StripAsciiWhitespace(text), absl::ByChar('\n'));
  std::string paragraph;
  for (const std::string& line : lines) {
    const absl::string_view stripped = absl::StripAsciiWhitespace(line);
    if (stripped.empty()) break;
    absl::StrAppend(&paragraph, paragraph.empty() ? "" : " ", OneLine(stripped));
  }
  for (size_t i = 0; i + 1 < paragraph.size(); ++i) {
    if (paragraph[i] == '.' && paragraph[i + 1] == ' ') return paragraph.substr(0, i + 1);
  }
  return paragraph;
}

std::string Module::SignatureOf(const Definition& definition) const {
  std::vector<std::string> parts;
  if (definition.kind == Definition::Kind::kClass) {
    for (Node base : definition.bases) parts.push_back(OneLine(base.text()));
    for (Node keyword : definition.class_keywords) parts.push_back(OneLine(keyword.text()));
    const std::string bases =
        parts.empty() ? "" : absl::StrCat("(", absl::StrJoin(parts, ", "), ")");
    return absl::StrCat("class ", definition.simple_name, bases);
  }
  bool has_star = false;
  for (size_t i = 0; i < definition.parameters.size(); ++i) {
    const Parameter& parameter = definition.parameters[i];
    if (parameter.kind == Parameter::Kind::kKeywordOnly && !has_star) {
      parts.push_back("*");
      has_star = true;
    }
    has_star |= parameter.kind == Parameter::Kind::kVarPositional;
    parts.push_back(ParameterText(parameter));
    const bool is_last_positional_only =
        parameter.kind == Parameter::Kind::kPositionalOnly &&
        (i + 1 == definition.parameters.size() ||
         definition.parameters[i + 1].kind != Parameter::Kind::kPositionalOnly);
    if (is_last_positional_only) parts.push_back("/");
  }
  std::string text = absl::StrCat(definition.is_async ? "async def " : "def ",
                                  definition.simple_name, "(", absl::StrJoin(parts, ", "), ")");
  if (definition.return_type) {
    absl::StrAppend(&text, " -> ", OneLine(definition.return_type.text()));
  }
  return text;
}

}  // namespace allreview::python
