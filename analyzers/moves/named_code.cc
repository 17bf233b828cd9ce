#include "analyzers/moves/named_code.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::moves {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

CodeKind KindOf(const Definition& definition) {
  switch (definition.kind) {
    case Definition::Kind::kFunction:
      return CodeKind::kFunction;
    case Definition::Kind::kMethod:
      return CodeKind::kMethod;
    case Definition::Kind::kClass:
      return CodeKind::kClass;
  }
  return CodeKind::kFunction;
}

bool IsInFunction(const Module& module, const Definition& definition) {
  for (int i = definition.parent; i >= 0; i = module.definitions()[i].parent) {
    if (module.definitions()[i].kind != Definition::Kind::kClass) return true;
  }
  return false;
}

bool IsAmong(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// Dataclasses, enumerations, named tuples, and what is named like configuration.
bool IsRecord(const Definition& a_class) {
  for (Node decorator : a_class.decorators) {
    const absl::string_view text = decorator.text();
    const absl::string_view name = repository::SimpleName(text.substr(0, text.find('(')));
    if (IsAmong(name, {"dataclass", "define", "frozen", "attrs", "s"})) return true;
  }
  for (Node base : a_class.bases) {
    if (IsAmong(repository::SimpleName(base.text()),
                {"NamedTuple", "TypedDict", "BaseModel", "Enum", "IntEnum", "StrEnum", "IntFlag",
                 "Flag"})) {
      return true;
    }
  }
  for (absl::string_view ending : {"Config", "Configuration", "Args", "Arguments", "Options"}) {
    if (absl::EndsWith(a_class.simple_name, ending)) return true;
  }
  return false;
}

// The assignment that a statement is; null: another statement.
Node AssignmentOf(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return Node();
  const Node assignment = statement.named_child(0);
  const bool is_name =
      assignment.Is(Kind::kAssignment) && assignment.child(Field::kLeft).Is(Kind::kIdentifier);
  return is_name ? assignment : Node();
}

// The string that stands alone behind a statement, on the next lines.
Node StringBehind(Node statement) {
  Node next = statement.next_sibling();
  while (next.Is(Kind::kComment)) next = next.next_sibling();
  if (!next.Is(Kind::kExpressionStatement)) return Node();
  const Node string = next.named_child(0);
  return string.Is(Kind::kString) || string.Is(Kind::kConcatenatedString) ? string : Node();
}

NamedCode SettingOf(std::string name, CodeKind kind, Node code, Node documentation) {
  const int last = std::max(code.last_line(), documentation ? documentation.last_line() : 0);
  return {.name = std::move(name),
          .kind = kind,
          .code = code,
          .documentation = documentation,
          .first_line = code.first_line(),
          .end_line = last + 1};
}

// A field whatever else the file says.
bool IsField(Node assignment, bool is_record) {
  return is_record || static_cast<bool>(assignment.child(Field::kType));
}

// Names of the fields of classes, "Options.size".
using Names = std::set<std::string, std::less<>>;

Names FieldNames(const Module& module) {
  Names names;
  for (const Definition& definition : module.definitions()) {
    if (definition.kind != Definition::Kind::kClass) continue;
    const bool is_record = IsRecord(definition);
    for (Node statement : definition.body.children()) {
      const Node assignment = AssignmentOf(statement);
      if (!assignment || !IsField(assignment, is_record)) continue;
      names.insert(absl::StrCat(definition.name, ".", assignment.child(Field::kLeft).text()));
    }
  }
  return names;
}

void AddFields(const Definition& a_class, const Names& of_other, std::vector<NamedCode>& symbols) {
  const bool is_record = IsRecord(a_class);
  for (Node statement : a_class.body.children()) {
    const Node assignment = AssignmentOf(statement);
    if (!assignment) continue;
    std::string name = absl::StrCat(a_class.name, ".", assignment.child(Field::kLeft).text());
    if (!IsField(assignment, is_record) && !of_other.count(name)) continue;
    symbols.push_back(
        SettingOf(std::move(name), CodeKind::kField, assignment, StringBehind(statement)));
  }
}

bool IsUpperCase(absl::string_view name) {
  return std::any_of(name.begin(), name.end(), absl::ascii_isupper) &&
         std::none_of(name.begin(), name.end(), absl::ascii_islower);
}

// Numbers, strings, and collections and sums of such.
bool IsLiteral(Node value) {
  for (uint32_t i = value.index(); i < value.subtree_end();) {
    const Node node = value.tree()->node(i);
    switch (node.kind()) {
      case Kind::kString:
        if (node.child(Kind::kInterpolation)) return false;
        i = node.subtree_end();
        continue;
      case Kind::kToken:
      case Kind::kComment:
      case Kind::kConcatenatedString:
      case Kind::kInteger:
      case Kind::kFloat:
      case Kind::kTrue:
      case Kind::kFalse:
      case Kind::kNone:
      case Kind::kList:
      case Kind::kTuple:
      case Kind::kSet:
      case Kind::kDictionary:
      case Kind::kPair:
      case Kind::kExpressionList:
      case Kind::kUnaryOperator:
      case Kind::kBinaryOperator:
      case Kind::kParenthesizedExpression:
        break;
      default:
        return false;
    }
    ++i;
  }
  return true;
}

// Names of types, loggers and what else is only upper case by chance.
bool MakesNoConstant(Node value) {
  if (!value.Is(Kind::kCall)) return false;
  return IsAmong(repository::SimpleName(value.child(Field::kFunction).text()),
                 {"TypeVar", "ParamSpec", "NewType", "getLogger", "namedtuple", "NamedTuple"});
}

bool IsConstant(absl::string_view name, Node value) {
  if (!value || MakesNoConstant(value) || name == "_") return false;
  if (IsUpperCase(name)) return true;
  const bool is_public = !absl::StartsWith(name, "_") || absl::StartsWith(name, "__");
  return is_public && IsLiteral(value);
}

// Assignments to single names that always run when the module is imported.
template <typename Visit>
void ForEachGlobal(const Module& module, const Visit& visit) {
  for (Node statement : module.tree().root().children()) {
    if (const Node assignment = AssignmentOf(statement)) visit(statement, assignment);
  }
}

Names ConstantNames(const Module& module) {
  Names names;
  ForEachGlobal(module, [&](Node, Node assignment) {
    const absl::string_view name = assignment.child(Field::kLeft).text();
    if (IsConstant(name, assignment.child(Field::kRight))) names.emplace(name);
  });
  return names;
}

void AddConstants(const Module& module, const Names& of_other, std::vector<NamedCode>& symbols) {
  ForEachGlobal(module, [&](Node statement, Node assignment) {
    const absl::string_view name = assignment.child(Field::kLeft).text();
    const Node value = assignment.child(Field::kRight);
    if (!IsConstant(name, value) && !(value && of_other.count(name))) return;
    symbols.push_back(
        SettingOf(std::string(name), CodeKind::kConstant, assignment, StringBehind(statement)));
  });
}

// The first long option, else the first short one; empty: the call makes no flag.
std::string OptionOf(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute) ||
      function.child(Field::kAttribute).text() != "add_argument") {
    return "";
  }
  absl::string_view option;
  for (Node argument : python::ArgumentsOf(call).positional) {
    const absl::string_view text = Module::StringContent(argument);
    if (absl::StartsWith(text, "--")) return std::string(text);
    if (absl::StartsWith(text, "-") && option.empty()) option = text;
  }
  return std::string(option);
}

void AddFlags(const Module& module, std::vector<NamedCode>& symbols) {
  if (!absl::StrContains(module.source(), "add_argument")) return;
  for (Node node : module.tree().root().descendants(Kind::kCall)) {
    std::string option = OptionOf(node);
    if (option.empty()) continue;
    symbols.push_back(
        SettingOf(std::move(option), CodeKind::kFlag, node, python::KeywordArgument(node, "help")));
  }
}

}  // namespace

std::vector<NamedCode> NamedCodeOf(const Module& module, const Module* other) {
  std::vector<NamedCode> symbols;
  const Names other_fields = other == nullptr ? Names() : FieldNames(*other);
  for (const Definition& definition : module.definitions()) {
    if (IsInFunction(module, definition)) continue;
    symbols.push_back({.name = definition.name,
                       .kind = KindOf(definition),
                       .definition = &definition,
                       .code = definition.outer,
                       .first_line = definition.first_line,
                       .end_line = definition.end_line});
    if (definition.kind == Definition::Kind::kClass) AddFields(definition, other_fields, symbols);
  }
  AddConstants(module, other == nullptr ? Names() : ConstantNames(*other), symbols);
  AddFlags(module, symbols);
  std::map<std::pair<int, std::string>, int> seen;
  for (NamedCode& code : symbols) {
    code.occurrence = seen[{IsSetting(code.kind) ? static_cast<int>(code.kind) : 0, code.name}]++;
  }
  return symbols;
}

}  // namespace allreview::moves
