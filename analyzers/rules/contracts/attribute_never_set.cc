// self.x is read, but neither the class nor its bases ever set it.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/contracts/class_users.h"
#include "analyzers/rules/contracts/external_attributes.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/contracts/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "base/edit_distance.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;
using repository::DefinitionFacts;
using repository::Found;
using repository::IndexedFile;

constexpr Phrase kSetInInit("set-in-init", "Set `{name}` in `__init__`",
                            "在 `__init__` 中设置 `{name}`");
constexpr Phrase kPhrases[] = {kSetInInit};

bool Contains(const std::vector<std::string>& sorted, absl::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

// ---- The class.

bool IsMeantToBeMixed(const Definition& a_class) {
  if (absl::EndsWith(a_class.simple_name, "Mixin")) return true;
  return std::any_of(a_class.bases.begin(), a_class.bases.end(),
                     [](Node base) { return absl::StrContains(base.text(), "Protocol"); });
}

// The class and its bases, all known and closed, and no class made of it. Empty: not so.
std::vector<std::string> ClosedOrder(ChangeContext& change, const AnalysedFile& file,
                                     const Definition& a_class) {
  if (IsMeantToBeMixed(a_class)) return {};
  const std::string name = repository::Join(file.after->name(), a_class.name);
  std::vector<std::string> order = LookupOrder(change.project(), name);
  for (const std::string& base : order) {
    const Found found = change.project().FindDefinition(base);
    if (!found && !IsKnownExternal(base)) return {};
    if (found && IsOpenClass(*found.definition, base == name ? a_class.body.text() : "")) return {};
  }
  if (HasHeirs(change, a_class, name)) return {};
  return order;
}

bool HasField(const Found& a_class, absl::string_view name) {
  const auto& fields = a_class.file->facts().fields;
  return std::any_of(fields.begin(), fields.end(), [&](const repository::FieldFacts& field) {
    return field.owner == a_class.definition->name && field.name == name;
  });
}

bool OrderHas(ChangeContext& change, const std::vector<std::string>& order,
              absl::string_view attribute) {
  for (const std::string& name : order) {
    const Found found = change.project().FindDefinition(name);
    if (!found ? ExternalHas(name, attribute)
               : Contains(found.definition->own_names, attribute) || HasField(found, attribute)) {
      return true;
    }
  }
  return change.project().ClassStores(order[0], attribute);
}

// Some code gives objects that attribute from outside, or asks whether they have it. What is given
// to a configuration concerns no other class, nor what a test gives to objects of others.
bool IsSetFromOutside(ChangeContext& change, const Definition& a_class,
                      absl::string_view attribute) {
  const bool is_configuration = absl::StrContains(a_class.simple_name, "Config") ||
                                absl::StrContains(a_class.simple_name, "Arg");
  for (const IndexedFile* file : change.index().FilesMentioning(attribute)) {
    if (!Contains(file->facts().stored_names, attribute)) continue;
    if (HasFolder(file->path(), {"tests"}) && !file->Mentions(a_class.simple_name)) continue;
    const auto& uses = file->facts().field_uses;
    const bool is_of_configuration =
        std::any_of(uses.begin(), uses.end(), [&](const repository::FieldUseFacts& use) {
          return use.is_write && use.name == attribute;
        });
    if (is_configuration || !is_of_configuration) return true;
  }
  return false;
}

// ---- Its reads.

bool IsWritten(Node attribute) {
  const Node parent = attribute.parent();
  switch (parent.kind()) {
    case NodeKind::kAssignment:
    case NodeKind::kForStatement:
      return attribute.field() == Field::kLeft;
    case NodeKind::kAugmentedAssignment:
      return false;
    case NodeKind::kPatternList:
    case NodeKind::kTuplePattern:
    case NodeKind::kListPattern:
    case NodeKind::kListSplatPattern:
    case NodeKind::kAsPatternTarget:
    case NodeKind::kDeleteStatement:
      return true;
    default:
      return false;
  }
}

// `self` is the object of the method that directly holds the node, or that holds its closures.
const Definition* MethodOf(const Module& module, Node node, const Definition& a_class) {
  const Definition* function = module.EnclosingFunction(node);
  while (function != nullptr && function->kind != Definition::Kind::kMethod) {
    for (const python::Parameter& parameter : function->parameters) {
      if (parameter.name == "self") return nullptr;
    }
    if (function->parent < 0) return nullptr;
    const Definition& around = module.definitions()[function->parent];
    function = around.kind == Definition::Kind::kClass ? nullptr : &around;
  }
  if (function == nullptr || function->parent < 0 ||
      &module.definitions()[function->parent] != &a_class || function->parameters.empty() ||
      function->parameters[0].name != "self") {
    return nullptr;
  }
  for (Node decorator : function->decorators) {
    if (repository::LastPart(decorator.text()) == "staticmethod" ||
        repository::LastPart(decorator.text()) == "classmethod") {
      return nullptr;
    }
  }
  return function;
}

bool IsGuarded(Node node) {
  for (; node && !node.Is(NodeKind::kFunctionDefinition); node = node.parent()) {
    if (node.Is(NodeKind::kTryStatement)) return true;
    if (node.Is(NodeKind::kWithStatement) &&
        absl::StrContains(node.child(NodeKind::kWithClause).text(), "aises")) {
      return true;
    }
  }
  return false;
}

struct Attribute {
  Node read;
  bool is_written = false;
};

// By name. What is written somewhere in the class is set.
std::map<absl::string_view, Attribute> AttributesOf(const Module& module,
                                                    const Definition& a_class) {
  std::map<absl::string_view, Attribute> attributes;
  for (Node node : a_class.body.descendants(NodeKind::kAttribute)) {
    const Node object = node.child(Field::kObject);
    if (!object.Is(NodeKind::kIdentifier) || object.text() != "self") continue;
    const absl::string_view name = node.child(Field::kAttribute).text();
    if (absl::StartsWith(name, "__")) continue;  // Special, or mangled.
    Attribute& attribute = attributes[name];
    if (IsWritten(node)) {
      attribute.is_written = true;
    } else if (!attribute.read && !IsGuarded(node) && MethodOf(module, node, a_class) != nullptr) {
      attribute.read = node;
    }
  }
  return attributes;
}

// The line that set it before the change. 0: there was none.
int LineOfLostSetter(const AnalysedFile& file, const Definition& a_class,
                     absl::string_view attribute) {
  const Definition* before =
      file.before == nullptr ? nullptr : file.before->FindDefinition(a_class.name);
  if (before == nullptr) return 0;
  const std::vector<Node> values = file.before->SelfAttributeValues(*before, attribute);
  return values.empty() ? 0 : values[0].first_line();
}

// Attributes that were reported, each with its file and class.
using Reported = std::set<std::tuple<std::string, std::string, std::string>>;

// A statement of the same block, or of one around it, leaves before.
bool IsBehindJump(Node node) {
  int budget = 1000;
  for (Node at = python::StatementOf(node); at; at = python::StatementOf(at.parent())) {
    for (Node before : at.parent().named_children()) {
      if (before == at || --budget < 0) break;
      if (before.Is(NodeKind::kRaiseStatement) || before.Is(NodeKind::kReturnStatement))
        return true;
    }
    if (at.Is(NodeKind::kFunctionDefinition) || !at.parent().parent()) break;
  }
  return false;
}

// Such code breaks nothing: behind a `raise`, or a flag that is always false.
bool NeverRuns(ChangeContext& change, const AnalysedFile& file, Node attribute) {
  return IsBehindJump(attribute) ||
         change.ValueOf(file, attribute.child(Field::kObject)).is_impossible();
}

void CheckClass(ChangeContext& change, const AnalysedFile& file, const Definition& a_class,
                Reported& reported) {
  std::vector<std::string> order;
  for (const auto& [name, attribute] : AttributesOf(*file.after, a_class)) {
    if (!attribute.read || attribute.is_written) continue;
    // Cheap answer first: it is a method.
    if (file.after->FindDefinition(absl::StrCat(a_class.name, ".", name)) != nullptr) continue;
    if (NeverRuns(change, file, attribute.read)) continue;
    const bool is_new = file.lines.Touches(attribute.read);
    const int lost = is_new ? 0 : LineOfLostSetter(file, a_class, name);
    if (!is_new && lost == 0) continue;
    if (order.empty()) {
      if (!change.project().is_complete()) return;
      order = ClosedOrder(change, file, a_class);
      if (order.empty()) return;
    }
    if (OrderHas(change, order, name) || IsSetFromOutside(change, a_class, name) ||
        IsNamedInText(change, a_class.simple_name)) {
      continue;
    }
    std::vector<std::string> known;
    for (const auto& [other, facts] : AttributesOf(*file.after, a_class)) {
      if (facts.is_written) known.emplace_back(other);
    }
    const std::string nearest = Nearest(name, known);
    Observation observation{
        .at = attribute.read,
        .params = {{"attribute", std::string(name)},
                   {"class", a_class.name},
                   {"remedy", nearest.empty()
                                  ? Sentence(kSetInInit, {{"name", absl::StrCat("self.", name)}})
                                  : Sentence(phrases::kDidYouMean,
                                             {{"name", absl::StrCat("self.", nearest)}})}}};
    if (lost != 0) observation.cause = CauseOfRemoved(file, lost);
    reported.emplace(file.changed->path, a_class.name, name);
    change.Report(file, std::move(observation));
  }
}

// What the text of the class does not tell: the first read of each attribute that `self` certainly
// lacks.
void ReportOthers(ChangeContext& change, Reported& reported) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kAttribute)) {
    const Definition* a_class = found->file->after->EnclosingDefinition(found->at);
    while (a_class != nullptr && a_class->kind != Definition::Kind::kClass) {
      a_class = a_class->parent < 0 ? nullptr : &found->file->after->definitions()[a_class->parent];
    }
    const std::string& name = found->failure.name;
    if (!IsReadOfSelf(found->at) || a_class == nullptr) continue;
    if (IsNamedInText(change, a_class->simple_name)) continue;
    if (!reported.emplace(found->file->changed->path, a_class->name, name).second) continue;
    Observation observation = Observe(change, *found);
    observation.params = {
        {"attribute", name},
        {"class", a_class->name},
        {"remedy", Sentence(kSetInInit, {{"name", absl::StrCat("self.", name)}})}};
    change.Report(*found->file, std::move(observation));
  }
}

void CheckChange(ChangeContext& change) {
  Reported reported;
  for (const AnalysedFile& file : change.python_files()) {
    if (file.after->tree().error_count() > 0) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (definition.kind == Definition::Kind::kClass &&
          file.lines.TouchesDefinition(definition.first_line, definition.end_line - 1)) {
        CheckClass(change, file, definition, reported);
      }
    }
  }
  ReportOthers(change, reported);
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kAttributeNeverSet = {
    .info =
        {.id = "attribute-never-set",
         .title = {"Attribute that nothing sets", "读取了从未赋值的属性"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`self.{attribute}` is read, but neither `{class}` nor any of its base "
                     "classes sets it",
                     "读取了 `self.{attribute}`，但 `{class}` 及其基类都没有设置它"},
         .consequence = {"The line raises AttributeError when it runs",
                         "执行到这一行会抛出 AttributeError"},
         .advice = {"{remedy}", "{remedy}"},
         .phrases = contracts::kPhrases,
         .why = "Python looks attributes up by name when the line runs. Renaming one in the "
                "constructor, or moving code between classes, leaves reads behind that neither the "
                "import nor the parser notices. Classes that have subclasses, set attributes by "
                "name or have unknown bases are not checked.",
         .fix = "Set the attribute in the constructor, or read one that is set.",
         .bad = R"py(
class Counter:
    def __init__(self):
        self.total = 0

    def mean(self, n):
        return self.totals / n
)py",
         .good = R"py(
class Counter:
    def __init__(self):
        self.total = 0

    def mean(self, n):
        return self.total / n
)py",
         .references =
             {"https://pylint.readthedocs.io/en/stable/user_guide/messages/error/no-member.html"},
         .version = 4},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
