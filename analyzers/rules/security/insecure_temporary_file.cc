// tempfile.mktemp, and fixed names under /tmp that all ranks share.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOnlyName("only-name",
                           "only returns a name, which another process can claim first",
                           "只给出一个文件名，其他进程可能抢先占用");
constexpr Phrase kSharedName("shared-name", "is the same name for all ranks and users of the host",
                             "对该主机上的所有 rank 和所有用户都是同一个文件名");
constexpr Phrase kPhrases[] = {kOnlyName, kSharedName};

constexpr absl::string_view kNames =
    "FileHandler _dump_snapshot export_chrome_trace makedirs mkdir mkfifo mktemp open savetxt "
    "to_csv";

// Functions whose first argument is the path of what they write.
bool Writes(Node call) {
  const absl::string_view callee = CalleeName(call);
  if (callee == "open") {
    const Node mode = python::Argument(call, 1, "mode");
    return mode.Is(NodeKind::kString) &&
           mode.text().find_first_of("wax+") != absl::string_view::npos;
  }
  return ListsName(kNames, callee);
}

void Report(FileContext& file, Node at, std::string path, const Phrase& why) {
  file.Report({.at = at, .params = {{"path", std::move(path)}, {"why", why}}});
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (paths::IsTestModuleOrFixtures(module.path())) return;
  if (CalleeName(call) == "mktemp") {
    if (module.Calls(call, "tempfile.mktemp") && !IsWaived(call, {"S306", "B306"})) {
      Report(file, call, OneLine(call), kOnlyName);
    }
    return;
  }
  if (!Writes(call)) return;
  const Node path = python::Argument(call, 0, "path");
  const absl::string_view text = ConstantString(module, path);
  if (!absl::StartsWith(text, "/tmp/") && !absl::StartsWith(text, "/var/tmp/")) return;
  if (IsWaived(call, {"S108", "B108"})) return;
  Report(file, call, std::string(text), kSharedName);
}

}  // namespace

extern constinit const Rule kInsecureTemporaryFile = {
    .info =
        {.id = "insecure-temporary-file",
         .title = {"Temporary file whose name others can claim", "文件名可能被他人抢占的临时文件"},
         .message = {"`{path}` {why}", "`{path}` {why}"},
         .consequence = {"Ranks overwrite each other's file, and on a shared host another user can "
                         "place a symlink there",
                         "各 rank 会互相覆盖文件；在共享主机上，其他用户可以在该处放置符号链接"},
         .advice = {"Use `tempfile.mkstemp()` or `tempfile.TemporaryDirectory()`; put a file that "
                    "must be found again into the output folder, with the rank in its name",
                    "使用 `tempfile.mkstemp()` 或 "
                    "`tempfile.TemporaryDirectory()`"
                    "；如果之后还要找到该文件，把它放到输出目录并在文件名中带上 rank"},
         .phrases = kPhrases,
         .why = "/tmp is shared by all ranks of a host, all jobs and all users. A fixed name "
                "collides, and a name that is chosen but not yet created can be claimed by others "
                "in the meantime.",
         .fix = "Use tempfile.mkstemp, NamedTemporaryFile or TemporaryDirectory, which create what "
                "they name.",
         .bad = R"py(
def dump(text):
    with open("/tmp/trace.json", "w") as file:
        file.write(text)
)py",
         .good = R"py(
import tempfile

def dump(text):
    with tempfile.NamedTemporaryFile("w", delete=False) as file:
        file.write(text)
)py",
         .references = {"https://cwe.mitre.org/data/definitions/377.html",
                        "https://docs.astral.sh/ruff/rules/suspicious-mktemp-usage/",
                        "https://docs.astral.sh/ruff/rules/hardcoded-temp-file/"}},
    .kinds = {NodeKind::kCall},
    .names = kNames,
    .check = Check};

}  // namespace allreview::rules
