// getattr(x, "a.b") looks for one attribute with a dot in its name.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kGivenHere("given-here", "is given here", "在这里给出");
constexpr Phrase kInListHere("in-list-here", "is in `{list}` (line {line})",
                             "在 `{list}` 中（第 {line} 行）");
constexpr Phrase kInListThere("in-list-there", "is in `{list}` ({path} line {line})",
                              "在 `{list}` 中（{path} 第 {line} 行）");
constexpr Phrase kDottedName("dotted-name", "the dotted name", "带点的名称");
constexpr Phrase kPhrases[] = {kGivenHere, kInListHere, kInListThere, kDottedName};

bool IsDotted(absl::string_view text) {
  const size_t dot = text.find('.');
  return dot != absl::string_view::npos && dot > 0 && dot + 1 < text.size() &&
         !absl::StrContains(text, " ") && !absl::StrContains(text, "/");
}

// The name that a call of getattr or the like of Python itself looks for. Null: it is a method.
Node NameArgument(Node call) {
  if (!call.child(Field::kFunction).Is(NodeKind::kIdentifier)) return Node();
  const python::Arguments arguments = python::ArgumentsOf(call);
  return arguments.positional.size() > 1 ? arguments.positional[1] : Node();
}

// A list of attribute names: `self.cudagraph_attrs = [...]`, `.append("a.b")`.
struct NamedList {
  std::string name;  // "cudagraph_attrs".
  Node dotted;       // The first dotted entry.
};
std::optional<NamedList> DottedIn(Node list, Node value) {
  if (!value.Is(NodeKind::kString) && !value.Is(NodeKind::kList) && !value.Is(NodeKind::kTuple)) {
    return std::nullopt;
  }
  const absl::string_view name = LastName(list);
  if (!absl::EndsWith(name, "attrs") && !absl::EndsWith(name, "attributes") &&
      !absl::EndsWith(name, "attr_names")) {
    return std::nullopt;
  }
  const auto is_dotted = [](Node entry) {
    return entry.Is(NodeKind::kString) && IsDotted(Module::StringContent(entry));
  };
  if (is_dotted(value)) return NamedList{std::string(name), value};
  if (value.Is(NodeKind::kString)) return std::nullopt;
  for (Node entry : value.named_children()) {
    if (is_dotted(entry)) return NamedList{std::string(name), entry};
  }
  return std::nullopt;
}

// `.append("a.b")` and the like.
std::optional<NamedList> DottedInAppend(Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return std::nullopt;
  return DottedIn(function.child(Field::kObject), python::Argument(call, 0, ""));
}

// A call of getattr or the like outside of tests, and the name that it looks for.
struct Access {
  const AnalysedFile* file;
  Node call, name;
};

// What all files of the change hold.
struct Collected {
  std::vector<std::pair<const AnalysedFile*, NamedList>> lists;
  std::vector<Access> accesses;
};

void CollectFrom(const AnalysedFile& file, Collected* collected) {
  // All names in question have this in common.
  if (!LongTextHolds(file.after->source(), "attr")) return;
  const Node root = file.after->tree().root();
  std::vector<NamedList> lists;
  for (NodeKind kind : {NodeKind::kAssignment, NodeKind::kAugmentedAssignment}) {
    for (Node node : root.descendants(kind)) {
      auto list = DottedIn(node.child(Field::kLeft), node.child(Field::kRight));
      if (list) lists.push_back(*std::move(list));
    }
  }
  for (Node call : file.after->CallsOf({"append", "extend"})) {
    if (auto list = DottedInAppend(call)) lists.push_back(*std::move(list));
  }
  std::sort(lists.begin(), lists.end(), [](const NamedList& a, const NamedList& b) {
    return a.dotted.index() < b.dotted.index();
  });
  for (NamedList& list : lists) collected->lists.push_back({&file, std::move(list)});
  if (file.changed->role == FileRole::kTest) return;
  for (Node call : file.after->CallsOf({"getattr", "setattr", "hasattr", "delattr"})) {
    if (const Node name = NameArgument(call)) collected->accesses.push_back({&file, call, name});
  }
}

// The list that the loop over `... in x.cudagraph_attrs:` or `enumerate(...)` goes through.
absl::string_view ListOf(Node loop) {
  Node iterable = loop.child(Field::kRight);
  while (iterable.Is(NodeKind::kCall) && CalleeName(iterable) != "getattr") {
    const Node inner = python::Argument(iterable, 0, "");
    if (!inner) break;
    iterable = inner;
  }
  return LastName(iterable);
}

// The loop that gives the name its value. Null: none.
Node LoopBinding(Node name) {
  for (Node node = name.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kFunctionDefinition)) return Node();
    if (node.Is(NodeKind::kForStatement) &&
        MentionsName(node.child(Field::kLeft).text(), name.text())) {
      return node;
    }
  }
  return Node();
}

// The loop takes dotted names apart.
bool SplitsNames(Node loop, absl::string_view name) {
  const absl::string_view text = loop.text();
  return absl::StrContains(text, absl::StrCat(name, ".split(")) ||
         absl::StrContains(text, "attrgetter") || absl::StrContains(text, "\".\" in") ||
         absl::StrContains(text, "'.' in") || absl::StrContains(text, ".rpartition(") ||
         absl::StrContains(text, ".partition(");
}

Observation Describe(Node at, Node because, absl::string_view dotted, Words where) {
  const size_t dot = dotted.find('.');
  return {.at = at,
          .params = {{"function", std::string(CalleeName(at))},
                     {"dotted", std::string(dotted)},
                     {"first", std::string(dotted.substr(0, dot))},
                     {"where", std::move(where)}},
          .because = because};
}

void CheckAccess(ChangeContext& change, const Collected& collected, const Access& access) {
  const auto& [access_file, call, name] = access;
  const AnalysedFile& file = *access_file;
  if (name.Is(NodeKind::kString) && !absl::StrContains(name.text(), "{")) {
    const absl::string_view text = Module::StringContent(name);
    if (IsDotted(text)) change.Report(file, Describe(call, call, text, kGivenHere));
    return;
  }
  if (!name.Is(NodeKind::kIdentifier)) return;
  const Node loop = LoopBinding(name);
  if (!loop || SplitsNames(loop, name.text())) return;
  const absl::string_view list = ListOf(loop);
  for (const auto& [home, entry] : collected.lists) {
    if (entry.name != list) continue;
    const bool is_here = home == &file;
    const Node because = is_here && !file.lines.Touches(call) ? entry.dotted : call;
    Observation observation =
        Describe(call, because, Module::StringContent(entry.dotted),
                 Sentence(is_here ? kInListHere : kInListThere,
                          {{"list", list},
                           {"path", home->changed->path},
                           {"line", absl::StrCat(entry.dotted.first_line())}}));
    observation.related = {{kDottedName, RangeOf(*home->after, entry.dotted)}};
    change.Report(file, std::move(observation));
    return;
  }
}

void CheckChange(ChangeContext& change) {
  Collected collected;
  for (const AnalysedFile& file : change.python_files()) CollectFrom(file, &collected);
  for (const Access& access : collected.accesses) CheckAccess(change, collected, access);
}

}  // namespace

extern constinit const Rule kDottedNameInGetattr = {
    .info =
        {.id = "dotted-name-in-getattr",
         .title = {"Dotted name looked up as one attribute", "把带点的名称当作单个属性查找"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{function}` looks for one attribute named \"{dotted}\", which {where}",
                     "`{function}` 查找名为 \"{dotted}\" 的单个属性，而它{where}"},
         .consequence =
             {"A lookup raises AttributeError or returns the default, and nothing reads a value "
              "that is stored under the dotted name",
              "查找会抛出 AttributeError 或返回默认值，以这个带点名称保存的内容也无人能读到"},
         .advice =
             {"Look the parts up one by one, starting with `{first}`, or use `operator.attrgetter`",
              "从 `{first}` 开始逐级访问，或者使用 `operator.attrgetter`"},
         .phrases = kPhrases,
         .why = "getattr, setattr and hasattr take the name of one attribute; dots have no meaning "
                "to them. Lists of attributes to save, for example for CUDA graphs, often name "
                "nested attributes.",
         .fix = "Split the name at the dots.",
         .bad = R"py(
class Dispatcher:
    def __init__(self, manager):
        self.manager = manager
        self.cudagraph_attrs = ["routing_map", "manager.probs"]

    def outputs(self):
        values = []
        for name in self.cudagraph_attrs:
            values.append(getattr(self, name))
        return values
)py",
         .good = R"py(
import operator

class Dispatcher:
    def __init__(self, manager):
        self.manager = manager
        self.cudagraph_attrs = ["routing_map", "manager.probs"]

    def outputs(self):
        return [operator.attrgetter(n)(self) for n in self.cudagraph_attrs]
)py"},
    .check_change = CheckChange};

}  // namespace allreview::rules
