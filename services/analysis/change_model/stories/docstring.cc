#include "services/analysis/change_model/stories/docstring.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/intent/docstring.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using intent::DocstringPart;
using python::Definition;
using python::Kind;
using python::Module;
using python::Node;

constexpr size_t kMaxTextBytes = 400;

void Append(std::string& text, absl::string_view more) {
  more = absl::StripAsciiWhitespace(more);
  if (more.empty() || text.size() > kMaxTextBytes) return;
  absl::StrAppend(&text, text.empty() ? "" : " ", ToDisplayText(more));
}

void AddPart(const DocstringPart& part, Docstring::Entry& entry) {
  if (!part.type.empty()) entry.type = ToDisplayText(part.type);
  for (const DocstringPart::Line& line : part.lines) Append(entry.text, line.text);
}

Node StringOf(const Definition& definition) {
  const Node string = definition.body.named_child(0).named_child(0);
  return string.Is(Kind::kString) ? string : Node();
}

}  // namespace

Docstring ParseDocstring(absl::string_view text) {
  Docstring docstring;
  for (const DocstringPart& part : intent::ReadDocstring(text, 1)) {
    if (part.section == DocstringPart::Section::kParameters && !part.name.empty()) {
      AddPart(part, docstring.parameters[part.name]);
    } else if (part.section == DocstringPart::Section::kReturns) {
      AddPart(part, docstring.returns);
    }
  }
  return docstring;
}

Docstring DocstringOf(const Module& module, const Definition& definition) {
  Node string = StringOf(definition);
  if (!string && definition.simple_name == "__init__" && definition.parent >= 0) {
    string = StringOf(module.definitions()[definition.parent]);
  }
  return string ? ParseDocstring(Module::StringContent(string)) : Docstring();
}

}  // namespace allreview::analysis
