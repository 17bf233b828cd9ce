#include "services/analysis/change_model/statements/algorithms/accounts.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/intent/docstring.h"
#include "analyzers/intent/sentences.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using intent::DocstringPart;

constexpr size_t kMaxSentences = 12;
constexpr size_t kMaxBytes = 900;

// Code spans as reStructuredText has them become ours: ``x`` and :class:`x` are `x`.
std::string WithPlainSpans(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') {
      const size_t colon = plain.rfind(':', plain.size() - 2);
      const bool is_role =
          plain.size() > 2 && plain.back() == ':' && colon != std::string::npos &&
          plain.find_first_not_of("abcdefghijklmnopqrstuvwxyz", colon + 1) == plain.size() - 1;
      if (is_role) plain.resize(colon);
      if (i + 1 < text.size() && text[i + 1] == '`') ++i;
    }
    plain += text[i];
  }
  return plain;
}

}  // namespace

python::Node DocstringNode(const python::Definition& definition) {
  const python::Node string = definition.body.named_child(0).named_child(0);
  return string.Is(python::Kind::kString) ? string : python::Node();
}

std::string AccountOf(python::Node docstring) {
  intent::ProseReader reader(kMaxSentences);
  for (const DocstringPart& part :
       intent::ReadDocstring(python::Module::StringContent(docstring), docstring.first_line())) {
    if (part.section != DocstringPart::Section::kText) break;
    for (const DocstringPart::Line& line : part.lines) reader.Add(line.text, line.number);
    reader.EndParagraph();
  }
  std::string account;
  for (const intent::PlacedText& sentence : reader.Finish()) {
    if (sentence.is_todo) continue;
    std::string text = ToDisplayText(WithPlainSpans(sentence.text));
    if (account.size() + text.size() > kMaxBytes) break;
    const bool ends = !text.empty() && (absl::ascii_ispunct(text.back()) || text.back() < 0);
    absl::StrAppend(&account, account.empty() ? "" : " ", text, ends ? "" : ".");
  }
  return account;
}

}  // namespace allreview::analysis
