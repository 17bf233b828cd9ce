// os.path.join(root, request.args["name"])

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// Text that somebody outside chose: of a request, or the name of an archive's member.
bool IsFromOutside(const Module& module, Node expression) {
  const Node value = module.Dereference(expression);
  if (value.Is(NodeKind::kString)) {
    for (Node part : value.children()) {
      if (part.Is(NodeKind::kInterpolation) && IsFromOutside(module, part.named_child(0))) {
        return true;
      }
    }
    return false;
  }
  const Node base = BaseOf(value);
  if (base.Is(NodeKind::kIdentifier) && base.text() == "request" && base != value) return true;
  if (!value.Is(NodeKind::kAttribute)) return false;
  const absl::string_view name = value.child(Field::kAttribute).text();
  const absl::string_view object = value.child(Field::kObject).text();
  const bool is_member = object == "member" || object == "tarinfo" || object == "zipinfo";
  return is_member && (name == "name" || name == "filename");
}

// The function makes sure that the result stays where it should.
bool IsChecked(const Definition* function) {
  if (function == nullptr) return true;
  const absl::string_view body = function->body.text();
  for (absl::string_view word : {"basename", "secure_filename", "realpath", "resolve(", "abspath",
                                 "normpath", "is_relative_to", "commonpath", "\"..\"", "'..'",
                                 "startswith", "isalnum", "fullmatch", "safe_join"}) {
    if (absl::StrContains(body, word)) return true;
  }
  return false;
}

// The operands of os.path.join(...), Path(...) and `folder / name`.
std::vector<Node> PartsOf(const Module& module, Node node) {
  if (node.Is(NodeKind::kBinaryOperator)) {
    if (node.child(Field::kOperator).text() != "/") return {};
    return {node.child(Field::kRight)};
  }
  const absl::string_view callee = CalleeName(node);
  if (callee != "join" && callee != "Path" && callee != "open") return {};
  const std::string name = module.Resolve(node.child(Field::kFunction));
  if (name != "os.path.join" && name != "pathlib.Path" && name != "builtins.open") return {};
  return python::ArgumentsOf(node).positional;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  for (Node part : PartsOf(module, node)) {
    if (!IsFromOutside(module, part)) continue;
    if (IsChecked(module.EnclosingFunction(node)) || IsWaived(node, {"PTH"})) return;
    file.Report({.at = node,
                 .params = {{"path", OneLine(node)}, {"part", OneLine(part)}},
                 .kind = Kind::kQuestion});
    return;
  }
}

}  // namespace

extern constinit const Rule kPathFromRequest = {
    .info = {.id = "path-from-request",
             .title = {"Path built from the content of a request", "路径由请求内容拼成"},
             .confidence = Confidence::kMedium,
             .message = {"Can `{part}` in `{path}` contain `..` or an absolute path",
                         "`{path}` 中的 `{part}` 是否可能包含 `..` 或绝对路径？"},
             .consequence = {"If so, a request can read or write files outside the intended folder",
                             "如果可能，请求就能读写目标目录之外的文件"},
             .advice = {"Take `os.path.basename({part})`, or check "
                        "`path.resolve().is_relative_to(folder)` before opening it",
                        "取 `os.path.basename({part})`，或者在打开之前检查 "
                        "`path.resolve().is_relative_to(folder)`"},
             .why = "os.path.join drops everything before an absolute part, and `..` leads to the "
                    "parent folder. Others choose the names in requests and archives.",
             .fix = "Normalise the path and compare it with the folder, or map names to files with "
                    "a table.",
             .bad = R"py(
import os
from flask import request

def result(root):
    return open(os.path.join(root, request.args["name"])).read()
)py",
             .good = R"py(
import os
from flask import request

def result(root):
    name = os.path.basename(request.args["name"])
    return open(os.path.join(root, name)).read()
)py",
             .references = {"https://cwe.mitre.org/data/definitions/22.html"},
             .tier = Tier::kHint},
    .kinds = {NodeKind::kCall, NodeKind::kBinaryOperator},
    .file_names = "member request tarinfo zipinfo",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
