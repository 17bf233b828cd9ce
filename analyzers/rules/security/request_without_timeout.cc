// requests.get(url) waits for ever.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr absl::string_view kVerbs = "delete get head options patch post put request urlopen";

// requests.get, a method of requests.Session(), urllib.request.urlopen.
bool MakesRequest(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  const std::string name = module.Resolve(function);
  if (name == "urllib.request.urlopen") return true;
  if (!name.empty()) return absl::StartsWith(name, "requests.") && name.rfind('.') == 8;
  const Node session = module.Dereference(function.child(Field::kObject));
  if (!session.Is(NodeKind::kCall) || CalleeName(call) == "urlopen") return false;
  const std::string made = module.Resolve(session.child(Field::kFunction));
  return made == "requests.Session" || made == "requests.session";
}

void Check(FileContext& file, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (!ListsName(kVerbs, callee)) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_double_star || arguments.has_star) return;
  if (python::KeywordArgument(call, "timeout")) return;
  if (callee == "urlopen" && arguments.positional.size() > 2) return;
  if (!MakesRequest(file.module(), call) || IsWaived(call, {"S113", "B113", "W3101"})) return;
  file.Report({.at = call, .params = {{"call", OneLine(call.child(Field::kFunction))}}});
}

}  // namespace

extern constinit const Rule kRequestWithoutTimeout = {
    .info =
        {.id = "request-without-timeout",
         .title = {"Request that may wait forever", "可能永远等待的请求"},
         .message =
             {"`{call}` has no timeout: it waits for as long as the other side does not respond",
              "`{call}` 没有设置超时：对端一直不响应，它就一直等待"},
         .consequence =
             {"One hanging server stops the rank, and with it every collective of the job",
              "一个挂起的服务端会卡住该 rank，进而卡住作业的每一次集合通信"},
         .advice = {"Pass `timeout=` in seconds and handle the error it raises",
                    "传入以秒为单位的 `timeout=`，并处理它抛出的异常"},
         .why = "requests and urllib wait without limit unless told otherwise. A download that "
                "hangs in one data worker looks like a dead cluster.",
         .fix = "Give every request a timeout, in seconds, for connecting and reading.",
         .bad = R"py(
import requests

def fetch(url):
    return requests.get(url).json()
)py",
         .good = R"py(
import requests

def fetch(url):
    return requests.get(url, timeout=30).json()
)py",
         .references = {"https://cwe.mitre.org/data/definitions/400.html",
                        "https://docs.astral.sh/ruff/rules/request-without-timeout/"}},
    .kinds = {NodeKind::kCall},
    .names = kVerbs,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
