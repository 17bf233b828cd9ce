// path.rstrip("/bin/nvcc"): takes any of these letters off the end, however many stand there.

#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

// A set of characters names each one once; a word does not care.
bool RepeatsLetter(absl::string_view text) {
  std::array<int, 256> count = {};
  return std::any_of(text.begin(), text.end(), [&](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) &&
           ++count[static_cast<unsigned char>(c)] == 2;
  });
}

// ".py", ".json"
bool IsExtension(absl::string_view text) {
  constexpr size_t kShortest = 3, kLongest = 12;
  if (text.size() < kShortest || text.size() > kLongest || text[0] != '.') return false;
  return std::all_of(text.begin() + 1, text.end(),
                     [](char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); }) &&
         absl::ascii_isalpha(static_cast<unsigned char>(text[1]));
}

bool IsMeantAsWord(absl::string_view method, absl::string_view text) {
  // An escape is a character of its own: "\n\t" is a set.
  if (text.size() < 2 || absl::StrContains(text, "\\")) return false;
  return RepeatsLetter(text) || (method == "rstrip" && IsExtension(text));
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return;
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (method != "strip" && method != "lstrip" && method != "rstrip") return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 1 || !arguments.keywords.empty()) return;
  const Node argument = arguments.positional[0];
  if (!logic::IsLiteral(argument)) return;
  const absl::string_view text = python::Module::StringContent(argument);
  if (!IsMeantAsWord(method, text) || IsWaived(call, {"B005", "E1310", "bad-str-strip-call"})) {
    return;
  }
  const std::string remedy = method == "lstrip"   ? "removeprefix"
                             : method == "rstrip" ? "removesuffix"
                                                  : "removeprefix().removesuffix";
  file.Report({.at = call,
               .params = {{"call", OneLine(call)},
                          {"text", std::string(text)},
                          {"remedy", absl::StrCat(remedy, "(", argument.text(), ")")}}});
}

}  // namespace

extern constinit const Rule kSuffixStrippedAsCharacters = {
    .info =
        {.id = "suffix-stripped-as-characters",
         .title = {"strip() of a word takes its letters", "strip() 按字符而非按单词去除"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{call}` removes any of the characters of `{text}`, not the word",
                     "`{call}` 去除的是 `{text}` 中的任意字符，而不是这个词"},
         .consequence = {"What stands before or behind the word loses letters, too, when they are "
                         "among these characters",
                         "与该词相邻的文字如果也由这些字符组成，同样会被去掉"},
         .advice = {"Use `{remedy}`", "改用 `{remedy}`"},
         .why = "strip, lstrip and rstrip take a set of characters. A text that repeats a "
                "letter, or begins with a dot as an extension does, is meant as a whole. The "
                "result is right until what stands before the word ends in one of its "
                "letters: `\"/opt/nvc/bin/nvcc\".rstrip(\"/bin/nvcc\")` is `\"/opt\"`.",
         .fix = "Use removeprefix and removesuffix (Python 3.9), or a slice after endswith.",
         .bad = R"py(
def toolkit_of(compiler):
    return compiler.rstrip("/bin/nvcc")
)py",
         .good = R"py(
def toolkit_of(compiler):
    return compiler.removesuffix("/bin/nvcc")
)py",
         .references = {"https://docs.python.org/3/library/stdtypes.html#str.rstrip",
                        "https://docs.astral.sh/ruff/rules/strip-with-multi-characters/"}},
    .kinds = {NodeKind::kCall},
    .names = "strip lstrip rstrip",
    .check = Check};

}  // namespace allreview::rules
