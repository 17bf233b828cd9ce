// Docstrings of modules, classes, functions and fields.

#include <string>
#include <utility>
#include <vector>

#include "analyzers/intent/collectors.h"
#include "analyzers/intent/comment_text.h"
#include "analyzers/intent/docstring.h"
#include "analyzers/intent/shape_text.h"
#include "base/utf8.h"

namespace allreview::intent {
namespace {

using python::Definition;
using python::Kind;
using python::Module;
using python::Node;
using Section = DocstringPart::Section;

// The string that is all of the statement; null: none is.
Node StringIn(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return {};
  const Node string = statement.named_child(0);
  return string.Is(Kind::kString) ? string : Node();
}

absl::string_view TitleOf(Section section) {
  switch (section) {
    case Section::kText:
      return "";
    case Section::kParameters:
      return "Args";
    case Section::kAttributes:
      return "Attributes";
    case Section::kReturns:
      return "Returns";
    case Section::kRaises:
      return "Raises";
    case Section::kNotes:
      return "Note";
    case Section::kExamples:
      return "Example";
  }
  return "";
}

// What a part is about: a parameter or field of what the docstring is about, or that itself.
Subject SubjectOf(const DocstringPart& part, const Subject& whole) {
  Subject subject = whole;
  if (part.section == Section::kReturns) {
    subject.kind = Subject::Kind::kResult;
  } else if (part.section == Section::kParameters && !part.name.empty()) {
    subject.kind = Subject::Kind::kParameter;
    subject.name = part.name;
  } else if (part.section == Section::kAttributes && !part.name.empty()) {
    subject.kind = Subject::Kind::kField;
    subject.name = part.name;
  }
  return subject;
}

std::vector<PlacedText> Read(const DocstringPart& part, size_t room) {
  ProseReader reader(room);
  for (const DocstringPart::Line& line : part.lines) {
    if (IsForTools(line.text) || SpeaksOfLicence(line.text.substr(0, 400))) {
      reader.EndParagraph();
    } else {
      reader.Add(line.text, line.number);
    }
  }
  return reader.Finish();
}

void AddDocstring(Node string, const About& about, SentenceList& list) {
  for (const DocstringPart& part :
       ReadDocstring(Module::StringContent(string), string.first_line())) {
    if (part.section == Section::kExamples) continue;
    const bool is_entry = !part.name.empty();
    std::vector<PlacedText> texts = Read(part, list.room());
    const std::string type = ToDisplayText(part.type.substr(0, kMaxSentenceBytes));
    if (TellsShape(type) && !part.lines.empty()) {
      const int line = part.lines.front().number;
      texts.push_back({.text = type, .first_line = line, .last_line = line});
    }
    list.Add(std::move(texts), {.source = Source::kDocstring,
                                .voice = is_entry ? Voice::kOption : Voice::kDocstring,
                                .section = std::string(TitleOf(part.section)),
                                .owner = about.owner,
                                .subject = SubjectOf(part, about.subject)});
  }
}

// Strings below assignments of a class or of the module are about these.
void AddFields(const Module& module, Node body, SentenceList& list) {
  Node previous;
  for (Node statement : body.named_children()) {
    const Node string = StringIn(statement);
    if (string && previous.named_child(0).Is(Kind::kAssignment)) {
      AddDocstring(string, AboutOf(module, previous), list);
    }
    previous = statement;
  }
}

}  // namespace

void AddDocstrings(const Module& module, SentenceList& list) {
  const Node root = module.tree().root();
  if (const Node string = StringIn(root.named_child(0))) {
    AddDocstring(string, AboutModule(module), list);
  }
  AddFields(module, root, list);
  for (const Definition& definition : module.definitions()) {
    if (const Node string = StringIn(definition.body.named_child(0))) {
      AddDocstring(string, AboutDefinition(definition), list);
    }
    if (definition.kind == Definition::Kind::kClass) AddFields(module, definition.body, list);
  }
}

}  // namespace allreview::intent
