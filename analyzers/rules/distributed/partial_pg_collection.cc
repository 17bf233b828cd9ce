// A collection is built with some of the groups, and the class reads another one.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/distributed/axis_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kBuiltHere("built-here", "the collection is built here", "集合在这里构建");
constexpr Phrase kAlsoReadHere("also-read-here", "also read here", "这里也读取");
constexpr Phrase kPhrases[] = {kAlsoReadHere, kBuiltHere};

// Literal names in `required_pgs=[...]`; empty: not all are literal.
std::vector<absl::string_view> NamesIn(Node list) {
  std::vector<absl::string_view> names;
  if (!list.Is(NodeKind::kList)) return names;
  for (Node child : list.named_children()) {
    const absl::string_view name = Module::StringContent(child);
    if (name.empty()) return {};
    names.push_back(name);
  }
  return names;
}

// The class and its subclasses in this file.
std::vector<const Definition*> Family(const Module& module, const Definition& a_class) {
  std::vector<const Definition*> family = {&a_class};
  for (const Definition& other : module.definitions()) {
    if (other.kind != Definition::Kind::kClass) continue;
    for (Node base : other.bases) {
      if (base.text() == a_class.simple_name) family.push_back(&other);
    }
  }
  return family;
}

struct Reads {
  std::map<std::string, std::vector<Node>> by_field;
};

// Reads of fields of `name` in the function that builds it, and of `self.name` in the family.
Reads ReadsOf(const Module& module, const Definition& init, const Definition& a_class,
              absl::string_view name, absl::string_view attribute) {
  Reads reads;
  const auto collect = [&](Node body, absl::string_view object, bool is_after, Node build) {
    for (Node node : body.descendants(NodeKind::kAttribute)) {
      if (node.child(Field::kObject).text() != object) continue;
      if (is_after && node.first_byte() < build.first_byte()) continue;
      const absl::string_view field = node.child(Field::kAttribute).text();
      if (!AxesOfField(field)) continue;
      if (node.field() == Field::kLeft && node.parent().Is(NodeKind::kAssignment)) continue;
      if (IsUnderConditionOn(node, absl::StrCat(node.text(), " is not None"))) continue;
      if (node.parent().Is(NodeKind::kComparisonOperator)) continue;
      reads.by_field[std::string(field)].push_back(node);
    }
  };
  collect(init.body, name, false, Node());
  if (!attribute.empty()) {
    for (const Definition* member : Family(module, a_class)) {
      collect(member->body, attribute, false, Node());
    }
  }
  return reads;
}

// "self.pg_collection" when `__init__` stores the name.
std::string AttributeOf(const Definition& init, absl::string_view name) {
  std::string attribute;
  ForEachOwnNode(init.body, NodeKind::kAssignment, [&](Node node) {
    if (node.child(Field::kRight).text() != name) return;
    const Node left = node.child(Field::kLeft);
    if (left.Is(NodeKind::kAttribute)) attribute = std::string(left.text());
  });
  return attribute;
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != "use_mpu_process_groups") return;
  const Module& module = file.module();
  const Node list = python::Argument(call, 0, "required_pgs");
  const std::vector<absl::string_view> names = NamesIn(list);
  const Definition* init = module.EnclosingFunction(call);
  const Definition* a_class = module.EnclosingClass(call);
  const Node assignment = call.parent();
  if (names.empty() || a_class == nullptr || init == nullptr || init->simple_name != "__init__" ||
      !assignment.Is(NodeKind::kAssignment)) {
    return;
  }
  const absl::string_view name = assignment.child(Field::kLeft).text();
  const std::string attribute =
      absl::StartsWith(name, "self.") ? std::string(name) : AttributeOf(*init, name);
  const Reads reads = ReadsOf(module, *init, *a_class, name, attribute);
  for (const auto& [field, places] : reads.by_field) {
    if (std::find(names.begin(), names.end(), field) != names.end()) continue;
    Observation observation{.at = places[0],
                            .params = {{"field", field},
                                       {"class", std::string(a_class->simple_name)},
                                       {"names", absl::StrJoin(names, ", ")},
                                       {"line", absl::StrCat(call.first_line())}},
                            .because = file.IsChanged(places[0]) ? places[0] : call,
                            .related = {{kBuiltHere, RangeOf(module, call)}},
                            .edits = {{.path = module.path(),
                                       .first_byte = list.last_named_child().end_byte(),
                                       .end_byte = list.last_named_child().end_byte(),
                                       .replacement = absl::StrCat(", \"", field, "\"")}},
                            .identity = absl::StrCat(a_class->name, ":", field)};
    for (size_t i = 1; i < places.size(); ++i) {
      observation.related.push_back({kAlsoReadHere, RangeOf(module, places[i])});
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kPartialPgCollection = {
    .info =
        {.id = "partial-pg-collection",
         .title = {"Process group missing from the collection", "集合中没有构建的进程组"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{class}` reads `{field}` from a collection that line {line} builds with "
                     "only {names}",
                     "`{class}` 读取了 `{field}`，但第 {line} 行构建该集合时只包含 {names}"},
         .consequence = {"The field is None, which torch treats as all ranks and `get_pg_rank` as "
                         "rank 0: results are silently wrong",
                         "该字段是 None，torch 会把它当成所有 rank，`get_pg_rank` 会把它当成 rank "
                         "0：结果错误却没有报错"},
         .advice = {"Add \"{field}\" to `required_pgs`", "把 \"{field}\" 加入 `required_pgs`"},
         .phrases = kPhrases,
         .why = "A collection built from a list of names holds those groups and returns None for "
                "all others. The list and the reads drift apart silently.",
         .fix = "List every group that the class reads.",
         .bad = R"py(
class Stage:
    def __init__(self, config, pg_collection=None):
        if pg_collection is None:
            pg_collection = Groups.use_mpu_process_groups(
                required_pgs=["tp"])
        self.rank = get_pg_rank(pg_collection.pp)
)py",
         .good = R"py(
class Stage:
    def __init__(self, config, pg_collection=None):
        if pg_collection is None:
            pg_collection = Groups.use_mpu_process_groups(
                required_pgs=["tp", "pp"])
        self.rank = get_pg_rank(pg_collection.pp)
)py"},
    .kinds = {NodeKind::kCall},
    .names = "use_mpu_process_groups",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
