// from_pretrained(name, trust_remote_code=True)

#include <string>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

constexpr Phrase kTheModel("the-model", "the model", "该模型");
constexpr Phrase kPhrases[] = {kTheModel};

void Check(FileContext& file, Node argument) {
  if (argument.child(Field::kName).text() != "trust_remote_code" ||
      !argument.child(Field::kValue).Is(NodeKind::kTrue) ||
      paths::IsTestModuleOrFixtures(file.module().path())) {
    return;
  }
  const Node call = argument.parent().parent();
  if (!call.Is(NodeKind::kCall) || IsWaived(argument, {"trust_remote_code"})) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  // A pinned revision was reviewed once.
  if (python::KeywordArgument(call, "revision").Is(NodeKind::kString)) return;
  file.Report({.at = argument,
               .params = {{"function", OneLine(call.child(Field::kFunction))},
                          {"model", arguments.positional.empty()
                                        ? kTheModel
                                        : Words("`" + OneLine(arguments.positional[0]) + "`")}},
               .identity = OneLine(call.child(Field::kFunction))});
}

}  // namespace

extern constinit const Rule kTrustedRemoteCode = {
    .info =
        {.id = "trusted-remote-code",
         .title = {"Code from a model repository is run", "执行模型仓库中的代码"},
         .message =
             {"`{function}` runs whatever Python code the repository of {model} currently contains",
              "`{function}` 会执行 {model} 所在仓库当前的 Python 代码"},
         .consequence = {"Anyone who can push there can run code in the job, and a change there "
                         "changes the results",
                         "任何能向该仓库推送的人都能在作业中执行代码，仓库的改动也会改变结果"},
         .advice = {"Make it an option that is off by default, or pin a reviewed `revision`",
                    "做成默认关闭的选项，或者固定到一个审阅过的 `revision`"},
         .phrases = kPhrases,
         .why = "trust_remote_code downloads Python files along with the weights and imports them, "
                "always in their newest version.",
         .fix = "Take the value from a flag (`trust_remote_code=args.trust_remote_code`), or pin "
                "the revision to a commit.",
         .bad = R"py(
from transformers import AutoTokenizer

def tokenizer(path):
    return AutoTokenizer.from_pretrained(path, trust_remote_code=True)
)py",
         .good = R"py(
from transformers import AutoTokenizer

def tokenizer(path, args):
    return AutoTokenizer.from_pretrained(
        path, trust_remote_code=args.trust_remote_code
    )
)py",
         .references = {"https://cwe.mitre.org/data/definitions/829.html",
                        "https://huggingface.co/docs/transformers/custom_models"}},
    .kinds = {NodeKind::kKeywordArgument},
    .names = "trust_remote_code",
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
