// tar.extractall() writes wherever its members say.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool OpensTar(const Module& module, Node value) {
  if (!value.Is(NodeKind::kCall)) return false;
  const std::string name = module.Resolve(value.child(Field::kFunction));
  return name == "tarfile.open" || name == "tarfile.TarFile" || name == "tarfile.TarFile.open";
}

// `tar` of `with tarfile.open(...) as tar`, of `tar = tarfile.open(...)`, or the call itself.
bool IsTar(const Module& module, Node receiver) {
  if (OpensTar(module, module.Dereference(receiver))) return true;
  if (!receiver.Is(NodeKind::kIdentifier)) return false;
  for (Node around = receiver.parent(); around; around = around.parent()) {
    if (around.Is(NodeKind::kFunctionDefinition)) return false;
    if (!around.Is(NodeKind::kWithStatement)) continue;
    for (Node node : around.child(NodeKind::kWithClause).descendants(NodeKind::kAsPattern)) {
      const Node target = node.child(NodeKind::kAsPatternTarget);
      if (target.text() == receiver.text() && OpensTar(module, node.named_child(0))) return true;
    }
  }
  return false;
}

// The function looks at the members before.
bool ChecksMembers(const Definition* function) {
  if (function == nullptr) return false;
  const absl::string_view body = function->body.text();
  for (absl::string_view word : {"getmembers", "getnames", "commonpath", "commonprefix",
                                 "is_within", "is_relative_to", "realpath"}) {
    if (absl::StrContains(body, word)) return true;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (callee != "extractall" && callee != "extract") return;
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star || arguments.has_star) return;
  if (python::KeywordArgument(call, "filter") || python::KeywordArgument(call, "members")) return;
  const Module& module = file.module();
  const Node archive = function.child(Field::kObject);
  if (!IsTar(module, archive) || ChecksMembers(module.EnclosingFunction(call)) ||
      IsWaived(call, {"S202", "B202"})) {
    return;
  }
  const ArgumentSlot slot = EndOfArguments(call);
  file.Report({.at = call,
               .params = {{"archive", OneLine(archive)}, {"call", OneLine(function)}},
               .edits = {{.path = module.path(),
                          .first_byte = slot.byte,
                          .end_byte = slot.byte,
                          .replacement = absl::StrCat(slot.separator, "filter=\"data\"")}},
               // An archive that tests fetch is usually pinned.
               .severity = file.is_test() ? Severity::kP3 : Severity::kP1,
               .impact = file.is_test() ? Impact::kLow : Impact::kHigh});
}

}  // namespace

extern constinit const Rule kUncheckedExtraction = {
    .info =
        {.id = "unchecked-extraction",
         .title = {"Archive extracted without a filter", "解压归档时没有过滤"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{call}` writes wherever the members of `{archive}` point, including `../../` and "
              "links",
              "`{call}` 会写到 `{archive}` 成员所指定的任何位置，包括 `../../` 和链接指向的位置"},
         .consequence = {"An untrusted archive can overwrite files outside the target folder, for "
                         "example keys or code that runs next",
                         "外来的归档可以覆盖目标目录之外的文件，例如密钥或接下来要执行的代码"},
         .advice = {"Pass `filter=\"data\"`", "传入 `filter=\"data\"`"},
         .why = "Names in a tar file may be absolute, contain `..` or go through links. Python "
                "before 3.14 extracts them as they are unless a filter is given.",
         .fix = "Use extractall(path, filter=\"data\"), available since Python 3.12 and in late "
                "releases of 3.8 to 3.11. Otherwise check that each member stays below the target.",
         .bad = R"py(
import tarfile

def unpack(path, target):
    with tarfile.open(path) as tar:
        tar.extractall(target)
)py",
         .good = R"py(
import tarfile

def unpack(path, target):
    with tarfile.open(path) as tar:
        tar.extractall(target, filter="data")
)py",
         .references = {"https://cwe.mitre.org/data/definitions/22.html",
                        "https://docs.astral.sh/ruff/rules/tarfile-unsafe-members/"}},
    .kinds = {NodeKind::kCall},
    .names = "extract extractall",
    .check = Check};

}  // namespace allreview::rules
