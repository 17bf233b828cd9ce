// requests.get(url, verify=False)

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Module;

// verify=False of an HTTP client.
bool SwitchesOff(const Module& module, Node argument) {
  if (argument.child(Field::kName).text() != "verify") return false;
  if (!argument.child(Field::kValue).Is(NodeKind::kFalse)) return false;
  const Node call = argument.parent().parent();
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (absl::StartsWith(name, "requests.") || absl::StartsWith(name, "httpx.")) return true;
  if (!name.empty()) return false;
  const Node client = module.Dereference(call.child(Field::kFunction).child(Field::kObject));
  const std::string made = module.Resolve(client.child(Field::kFunction));
  return absl::StartsWith(made, "requests.") || absl::StartsWith(made, "httpx.");
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (paths::IsTestModuleOrFixtures(module.path())) return;
  if (node.Is(NodeKind::kKeywordArgument)) {
    if (!SwitchesOff(module, node)) return;
  } else if (node.child(Field::kAttribute).text() != "_create_unverified_context" ||
             module.Resolve(node) != "ssl._create_unverified_context") {
    return;
  }
  if (IsWaived(node, {"S501", "S323", "B501", "B323"})) return;
  file.Report({.at = node, .params = {{"what", OneLine(node)}}});
}

}  // namespace

extern constinit const Rule kDisabledCertificateCheck = {
    .info =
        {.id = "disabled-certificate-check",
         .title = {"Certificates are not checked", "没有校验证书"},
         .message = {"`{what}` accepts any certificate", "`{what}` 接受任何证书"},
         .consequence = {"A man in the middle can read the token that is sent and return different "
                         "weights or data",
                         "中间人可以读取发送的 token，并返回被替换的权重或数据"},
         .advice = {"Keep the check on; for a private certificate authority, pass its file: "
                    "`verify=\"/path/ca.pem\"`",
                    "保持校验开启；如果使用私有 CA，传入其证书文件：`verify=\"/path/ca.pem\"`"},
         .why = "Without the check, TLS encrypts the traffic but does not prove who the other side "
                "is. Downloaded data may come from anybody.",
         .fix =
             "Install the authority's certificate, or pass it with verify= or REQUESTS_CA_BUNDLE.",
         .bad = R"py(
import requests

def fetch(url):
    return requests.get(url, timeout=30, verify=False)
)py",
         .good = R"py(
import requests

def fetch(url, authority):
    return requests.get(url, timeout=30, verify=authority)
)py",
         .references = {"https://cwe.mitre.org/data/definitions/295.html",
                        "https://docs.astral.sh/ruff/rules/request-with-no-cert-validation/"}},
    .kinds = {NodeKind::kKeywordArgument, NodeKind::kAttribute},
    .names = "_create_unverified_context verify",
    .check = Check};

}  // namespace allreview::rules
