// sorted(glob("shard_*")) before torch.cat: shard_10 comes before shard_2.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using Search = LocalValues::Search;

constexpr Phrase kFileNames("file-names", "the file names from `{code}`", "`{code}` 得到的文件名");
constexpr Phrase kDigits("digits", "the digits that `{code}` finds, which are text",
                         "`{code}` 找到的数字，它们是文本");
constexpr Phrase kJoined("joined-in-order", "`{code}` on line {line} joins the parts in this order",
                         "第 {line} 行的 `{code}` 按这个顺序拼接各部分");
constexpr Phrase kOrdered("ordered-by-text", "Parts in this order are permuted",
                          "按这个顺序处理的内容都会错位");
constexpr Phrase kNames("names-from", "the names come from here", "名称来自这里");
constexpr Phrase kPhrases[] = {kFileNames, kDigits, kJoined, kOrdered, kNames};

// What is sorted by sorted(x) or x.sort(), without a key of one's own. Null: another call.
Node SortedBy(const Module& module, Node call) {
  if (python::KeywordArgument(call, "key") || python::ArgumentsOf(call).has_double_star) return {};
  const Node function = call.child(Field::kFunction);
  if (function.Is(NodeKind::kIdentifier)) {
    return module.Calls(call, "builtins.sorted") ? python::Argument(call, 0, "iterable") : Node();
  }
  const bool is_method = function.Is(NodeKind::kAttribute) && CalleeName(call) == "sort" &&
                         python::ArgumentsOf(call).positional.empty();
  const Node object = function.child(Field::kObject);
  return is_method && object.Is(NodeKind::kIdentifier) ? object : Node();
}

bool ListsFiles(const Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  if (name != "glob" && name != "iglob" && name != "listdir" && name != "rglob") return false;
  const std::string resolved = module.Resolve(call.child(Field::kFunction));
  return absl::StartsWith(resolved, "glob.") || resolved == "os.listdir" ||
         (call.child(Field::kFunction).Is(NodeKind::kAttribute) && resolved.empty() &&
          name != "listdir");
}

// A regular expression in the code matches digits.
bool HasDigits(Node code) {
  for (Node string : code.descendants(NodeKind::kString)) {
    if (absl::StrContains(string.text(), "\\d") || absl::StrContains(string.text(), "[0-9]")) {
      return true;
    }
  }
  return false;
}

// The joining call takes its parts in the order of the names: `torch.cat([load(p) for p in
// paths])`.
bool Joins(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  for (absl::string_view known :
       {"torch.cat", "torch.concat", "torch.concatenate", "torch.stack", "torch.vstack",
        "torch.hstack", "numpy.concatenate", "numpy.stack", "numpy.vstack", "numpy.hstack"}) {
    if (name == known) return true;
  }
  return false;
}

// The file writes numbers with zeros in front, or knows names that have them: whoever did that
// thought of the order, and more ranks than that are another matter.
bool PadsNumbers(const Module& module) {
  for (Node string : module.tree().root().descendants(NodeKind::kString)) {
    for (absl::string_view width : {"02d", "03d", "04d", "05d", "06d", "08d", "0>2", "0>3", "0>4",
                                    "0>5", "0>6", "0>8", "_00", "{:02", "{:03", "{:05"}) {
      if (absl::StrContains(string.text(), width)) return true;
    }
  }
  return absl::StrContains(module.source(), ".zfill(");
}

struct Function {
  const Module& module;
  const Definition& definition;
  LocalValues values;

  // The listing of files that a value is made of.
  Node ListingBehind(Node expression) const {
    return values.FindBehind(expression, [&](Node node) {
      if (!node.Is(NodeKind::kCall)) return Search::kGoOn;
      return ListsFiles(module, node) ? Search::kFound : Search::kGoOn;
    });
  }

  // re.findall(r"\d+", ...) or match.group(1) that a value is made of, not turned into a number.
  Node DigitsBehind(Node expression) const {
    return values.FindBehind(expression, [&](Node node) {
      if (!node.Is(NodeKind::kCall)) return Search::kGoOn;
      const absl::string_view name = CalleeName(node);
      if (name == "findall") return HasDigits(node) ? Search::kFound : Search::kPassOver;
      if (name != "group") return Search::kPassOver;
      const Node match = node.child(Field::kFunction).child(Field::kObject);
      const Node pattern = values.FindBehind(match, [](Node part) {
        return part.Is(NodeKind::kCall) && HasDigits(part) ? Search::kFound : Search::kGoOn;
      });
      return pattern ? Search::kFound : Search::kPassOver;
    });
  }

  // The call that joins what the listing named. Null: order does not matter, as far as is known.
  Node JoinOf(Node listing) const {
    return FindOwnNode(definition.body, NodeKind::kCall, [&](Node call) {
      if (!Joins(module, call)) return false;
      const Node parts = python::ArgumentsOf(call).positional.empty()
                             ? Node()
                             : python::ArgumentsOf(call).positional[0];
      return parts && values.FindBehind(parts, [&](Node node) {
        return node == listing ? Search::kFound : Search::kGoOn;
      });
    });
  }

  // What goes into the container of that name as element or key; null: nothing known.
  Node DigitsIn(absl::string_view container) const {
    Node found;
    ForEachOwnNode(definition.body, [&](Node node) {
      if (found) return;
      if (node.Is(NodeKind::kCall)) {
        const Node function = node.child(Field::kFunction);
        const absl::string_view method = CalleeName(node);
        const bool adds = function.Is(NodeKind::kAttribute) &&
                          function.child(Field::kObject).text() == container &&
                          (method == "append" || method == "add");
        const Node element = adds ? python::Argument(node, 0, "object") : Node();
        if (element) found = DigitsBehind(element);
      } else if (node.Is(NodeKind::kAssignment)) {
        const Node left = node.child(Field::kLeft);
        const bool stores =
            left.Is(NodeKind::kSubscript) && left.child(Field::kValue).text() == container;
        if (stores) found = DigitsBehind(left.child(Field::kSubscript));
      }
    });
    return found;
  }
};

// `table` of `table`, `table.keys()`, `list(table)`, `set(table)`.
Node ContainerOf(Node sorted) {
  while (sorted.Is(NodeKind::kCall)) {
    const absl::string_view name = CalleeName(sorted);
    const Node function = sorted.child(Field::kFunction);
    if (function.Is(NodeKind::kAttribute)) {
      if (name != "keys" && name != "items") return Node();
      sorted = function.child(Field::kObject);
    } else if (name == "list" || name == "set") {
      sorted = python::Argument(sorted, 0, "iterable");
    } else {
      return Node();
    }
  }
  return sorted.Is(NodeKind::kIdentifier) ? sorted : Node();
}

void Report(FileContext& file, Node call, Node source, Words what, Words effect) {
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"what", std::move(what)},
                          {"effect", std::move(effect)}},
               .related = {{kNames, RangeOf(file.module(), source)}}});
}

// A call behind the statement that joins the parts of the container, as its name says. Null: none.
Node JoinBehind(const Definition& definition, Node statement, absl::string_view container) {
  return FindOwnNode(definition.body, NodeKind::kCall, [&](Node call) {
    if (call.index() < statement.index()) return false;
    const absl::string_view name = CalleeName(call);
    const bool joins = absl::StrContains(name, "concat") || absl::StrContains(name, "stack") ||
                       absl::StrContains(name, "merge") || absl::StrContains(name, "join_");
    if (!joins) return false;
    for (Node argument : python::ArgumentsOf(call).positional) {
      if (argument.text() == container) return true;
    }
    return false;
  });
}

// weights[layer][kind][expert] = value, where `expert` is text, and a call joins the parts.
void CheckStore(FileContext& file, Node assignment) {
  const Module& module = file.module();
  const Node left = assignment.child(Field::kLeft);
  const Node key = left.child(Field::kSubscript);
  const Node inner = left.child(Field::kValue);
  // Only in a container of containers are the innermost keys those of the parts.
  if (!left.Is(NodeKind::kSubscript) || !inner.Is(NodeKind::kSubscript)) return;
  if (!key.Is(NodeKind::kIdentifier) || assignment.child(Field::kRight).Is(NodeKind::kDictionary)) {
    return;
  }
  const Definition* definition = module.EnclosingFunction(assignment);
  const Node container = BaseOf(inner);
  if (definition == nullptr || !container.Is(NodeKind::kIdentifier)) return;
  const Node join = JoinBehind(*definition, assignment, container.text());
  if (!join) return;
  const Function function{module, *definition, LocalValues(OwnNodes(definition->body))};
  const Node digits = function.DigitsBehind(key);
  if (!digits) return;
  file.Report({.at = left,
               .params = {{"call", OneLine(join)},
                          {"what", Sentence(kDigits, {{"code", OneLine(digits)}})},
                          {"effect", kOrdered}},
               .related = {{kNames, RangeOf(module, digits)}}});
}

void Check(FileContext& file, Node call) {
  if (call.Is(NodeKind::kAssignment)) return CheckStore(file, call);
  const Module& module = file.module();
  const Node sorted = SortedBy(module, call);
  const Definition* definition = module.EnclosingFunction(call);
  if (!sorted || definition == nullptr) return;
  const Function function{module, *definition, LocalValues(OwnNodes(definition->body))};
  const Node container = ContainerOf(sorted);
  if (const Node digits = container ? function.DigitsIn(container.text()) : Node()) {
    Report(file, call, digits, Sentence(kDigits, {{"code", OneLine(digits)}}), kOrdered);
    return;
  }
  const Node listing = function.ListingBehind(sorted);
  const Node join = listing ? function.JoinOf(listing) : Node();
  if (!join || PadsNumbers(module)) return;
  Report(file, call, listing, Sentence(kFileNames, {{"code", OneLine(listing)}}),
         Sentence(kJoined, {{"code", std::string(join.child(Field::kFunction).text())},
                            {"line", absl::StrCat(join.first_line())}}));
}

}  // namespace

extern constinit const Rule kNumberedNamesSortedAsText = {
    .info =
        {.id = "numbered-names-sorted-as-text",
         .title = {"Names with numbers sorted as text", "带编号的名称按文本排序"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{call}` goes by the order of {what}: 10 comes before 2, and with two digits "
                     "100 before 11",
                     "`{call}` 依据{what}的顺序：10 会排在 2 之前，两位编号时 100 会排在 11 之前"},
         .consequence = {"{effect}", "{effect}"},
         .advice = {"Sort by number, for example with `key=` and `int(...)`",
                    "按数字排序，例如用 `key=` 和 `int(...)`"},
         .phrases = kPhrases,
         .why = "Shards, experts and ranks are numbered. Text is compared character by character, "
                "so the order changes as soon as a number has one digit more than the others, and "
                "weights are joined in the wrong order without an error.",
         .fix = "Turn the number into an int before sorting.",
         .bad = R"py(
import glob
import torch

def merge(prefix):
    paths = sorted(glob.glob(f"{prefix}.*"))
    return torch.cat([torch.load(p) for p in paths])
)py",
         .good = R"py(
import glob
import torch

def merge(prefix):
    paths = sorted(glob.glob(f"{prefix}.*"), key=lambda p: int(p.rsplit(".", 1)[1]))
    return torch.cat([torch.load(p) for p in paths])
)py",
         .references = {"https://docs.python.org/3/howto/sorting.html"}},
    .kinds = {NodeKind::kCall, NodeKind::kAssignment},
    .file_names = "findall group sort sorted",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
