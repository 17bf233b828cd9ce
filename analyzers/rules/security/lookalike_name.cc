// dist.ａll_reduce(x)

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "analyzers/python/source_text.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/added_text.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node root) {
  const absl::string_view text = StoredText(file);
  if (python::IsAscii(text)) return;
  const AddedLines added(file);
  for (Node identifier : root.descendants(NodeKind::kIdentifier)) {
    // Up to where the next blank or sign of the tree is, the stored text has the name's own
    // letters.
    size_t end = identifier.first_byte();
    const auto is_of_name = [&](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' ||
             static_cast<unsigned char>(c) >= 0x80;
    };
    while (end < text.size() && is_of_name(text[end])) ++end;
    const absl::string_view written =
        text.substr(identifier.first_byte(), end - identifier.first_byte());
    const std::optional<std::string> name = python::AsciiNameOf(written);
    if (!name || !added.Hold(identifier.first_byte())) continue;
    file.Report({.at = identifier, .params = {{"written", std::string(written)}, {"name", *name}}});
  }
}

}  // namespace

extern constinit const Rule kLookalikeName = {
    .info =
        {.id = "lookalike-name",
         .title = {"Name with letters that Python treats as others",
                   "标识符含有会被 Python 当作其他字母的字符"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .pillar = Pillar::kReadability,
         .message = {"`{written}` is `{name}` to Python",
                     "对 Python 来说，`{written}` 就是 `{name}`"},
         .consequence = {"A search for `{name}` does not find this place, and neither do linters",
                         "搜索 `{name}` 找不到这里，linter 也找不到"},
         .advice = {"Write `{name}`", "写成 `{name}`"},
         .why = "Python normalises identifiers to NFKC: full-width, mathematical and superscript "
                "letters and ligatures become ASCII letters. Such a name is the same as the plain "
                "one but looks different.",
         .fix = "Write the name in ASCII letters.",
         .bad = "import torch.distributed as dist\n"
                "\n"
                "def reduce(x):\n"
                "    dist.\xEF\xBD\x81ll_reduce(x)\n",
         .good = R"py(
import torch.distributed as dist

def reduce(x):
    dist.all_reduce(x)
)py",
         .references = {"https://peps.python.org/pep-3131/",
                        "https://cwe.mitre.org/data/definitions/1007.html"}},
    .kinds = {NodeKind::kModule},
    .check = Check};

}  // namespace allreview::rules
