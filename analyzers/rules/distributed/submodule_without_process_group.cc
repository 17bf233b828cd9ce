// Sibling submodules are built with a process group, one without.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kSiblingGroup("sibling-group", "a sibling gets its group here",
                               "同级模块在这里收到组");
constexpr Phrase kPhrases[] = {kSiblingGroup};

bool IsConstruction(Node call) {
  const absl::string_view name = CalleeName(call);
  return name == "build_module" || absl::EndsWith(name, "ParallelLinear") ||
         absl::EndsWith(name, "ParallelEmbedding");
}

// Submodules that do not communicate.
bool NeedsNoGroup(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  std::string text;
  if (!arguments.positional.empty()) absl::StrAppend(&text, arguments.positional[0].text());
  const Node assignment = call.parent();
  if (assignment.Is(NodeKind::kAssignment)) {
    absl::StrAppend(&text, " ", assignment.child(Field::kLeft).text());
  }
  for (absl::string_view word : {"norm", "ln_", "rope", "rotary", "bda", "dropout",
                                 "core_attention", "identity", "Identity", "loss", "Norm"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

bool IsGroupKeyword(absl::string_view name) { return IsGroupName(name) || IsCollectionName(name); }

struct Construction {
  Node call;
  std::map<std::string, Node> groups;  // Group keywords and their values.
};

std::vector<Construction> ConstructionsIn(const Definition& init) {
  std::vector<Construction> constructions;
  ForEachOwnNode(init.body, NodeKind::kCall, [&](Node call) {
    if (!IsConstruction(call)) return;
    Construction construction{.call = call, .groups = {}};
    for (Node keyword : python::ArgumentsOf(call).keywords) {
      const absl::string_view name = keyword.child(Field::kName).text();
      if (IsGroupKeyword(name))
        construction.groups[std::string(name)] = keyword.child(Field::kValue);
    }
    constructions.push_back(std::move(construction));
  });
  return constructions;
}

// The group keyword that most siblings pass, at least two, and its value where they agree.
struct Custom {
  std::string keyword, value;
  Node example;
};
Custom CustomOf(const std::vector<Construction>& constructions) {
  std::map<std::string, std::vector<Node>> values;
  for (const Construction& construction : constructions) {
    for (const auto& [keyword, value] : construction.groups) values[keyword].push_back(value);
  }
  Custom custom;
  size_t most = 1;
  for (const auto& [keyword, nodes] : values) {
    if (nodes.size() <= most) continue;
    most = nodes.size();
    custom = {keyword, std::string(nodes[0].text()), nodes[0]};
    for (Node node : nodes) {
      if (node.text() != nodes[0].text()) custom.value.clear();
    }
  }
  return custom;
}

void Check(FileContext& file, Node node) {
  const Definition* init = DefinitionOf(file.module(), node);
  if (init == nullptr || init->simple_name != "__init__") return;
  const std::vector<Construction> constructions = ConstructionsIn(*init);
  const Custom custom = CustomOf(constructions);
  if (custom.keyword.empty()) return;
  for (const Construction& construction : constructions) {
    const Node call = construction.call;
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (!construction.groups.empty() || arguments.has_double_star || arguments.has_star ||
        !python::KeywordArgument(call, "config") || NeedsNoGroup(call)) {
      continue;
    }
    const Node assignment = call.parent();
    const Node target = assignment.Is(NodeKind::kAssignment) ? assignment.child(Field::kLeft)
                                                             : call.child(Field::kFunction);
    Observation observation{.at = call,
                            .params = {{"submodule", std::string(target.text())},
                                       {"keyword", custom.keyword},
                                       {"value", custom.value.empty() ? "..." : custom.value}},
                            .related = {{kSiblingGroup, RangeOf(file.module(), custom.example)}},
                            .identity = std::string(target.text())};
    if (!custom.value.empty() && custom.example.first_byte() < call.first_byte()) {
      const ArgumentSlot slot = EndOfArguments(call);
      observation.edits = {
          {.path = file.module().path(),
           .first_byte = slot.byte,
           .end_byte = slot.byte,
           .replacement = absl::StrCat(slot.separator, custom.keyword, "=", custom.value)}};
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kSubmoduleWithoutProcessGroup = {
    .info =
        {.id = "submodule-without-process-group",
         .title = {"Submodule built without the process group that its siblings get",
                   "子模块构建时没有传入同级模块都有的进程组"},
         .confidence = Confidence::kMedium,
         .message =
             {"`{submodule}` is built without a process group, while its siblings get `{keyword}`",
              "`{submodule}` 构建时没有传入进程组，而它的同级模块都收到了 `{keyword}`"},
         .consequence = {"The submodule falls back to global groups and is sharded over different "
                         "ranks than the rest of the module",
                         "该子模块会退回到全局组，切分到与本模块其余部分不同的 rank 上"},
         .advice = {"Pass `{keyword}={value}` as the siblings do",
                    "像同级模块一样传入 `{keyword}={value}`"},
         .phrases = kPhrases,
         .why = "All submodules of a module belong to the same mesh. A submodule that receives no "
                "group uses the global one, which differs in multi-module models.",
         .fix = "Pass the group to every submodule that communicates.",
         .bad = R"py(
class Block:
    def __init__(self, spec, c, tp):
        self.a = build_module(spec.a, config=c, tp_group=tp)
        self.b = build_module(spec.b, config=c, tp_group=tp)
        self.c = build_module(spec.c, config=c)
)py",
         .good = R"py(
class Block:
    def __init__(self, spec, c, tp):
        self.a = build_module(spec.a, config=c, tp_group=tp)
        self.b = build_module(spec.b, config=c, tp_group=tp)
        self.c = build_module(spec.c, config=c, tp_group=tp)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .names = "__init__",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
