// Help texts of flags and fields, and messages of asserts and raises.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzers/intent/collectors.h"

namespace allreview::intent {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// The text of one literal; what an f-string puts in is a code span.
std::string TextOf(Node string) {
  std::string text;
  for (Node child : string.children()) {
    if (child.Is(Kind::kStringContent)) absl::StrAppend(&text, child.text());
    if (child.Is(Kind::kInterpolation)) {
      absl::StrAppend(&text, "`", child.named_child(0).text().substr(0, 80), "`");
    }
  }
  return absl::StrReplaceAll(text, {{"\\n", " "}, {"\\t", " "}, {"%%", "%"}});
}

// Literals that stand beside each other are one text. Empty: it is no literal.
std::vector<PlacedText> SentencesIn(Node expression) {
  const Node text = python::WithoutParentheses(expression);
  Paragraph paragraph;
  const auto add = [&](Node string) {
    int line = string.first_line();
    for (absl::string_view part : absl::StrSplit(TextOf(string), '\n')) {
      paragraph.Append(part, line++);
    }
  };
  if (text.Is(Kind::kString)) add(text);
  if (text.Is(Kind::kConcatenatedString)) {
    for (Node child : text.named_children()) {
      if (child.Is(Kind::kString)) add(child);
    }
  }
  return paragraph.TakeSentences();
}

void Add(const Module& module, Node text, Source source, Voice voice, SentenceList& list) {
  if (!text) return;
  std::vector<PlacedText> texts = SentencesIn(text);
  if (texts.empty()) return;
  About about = AboutOf(module, text);
  list.Add(std::move(texts), {.source = source,
                              .voice = voice,
                              .owner = std::move(about.owner),
                              .subject = std::move(about.subject)});
}

// `metadata={"help": "…"}`.
Node HelpOf(Node dictionary) {
  for (Node pair : dictionary.named_children()) {
    if (pair.Is(Kind::kPair) && Module::StringContent(pair.child(Field::kKey)) == "help") {
      return pair.child(Field::kValue);
    }
  }
  return {};
}

}  // namespace

void AddTexts(const Module& module, SentenceList& list) {
  for (Node call : module.CallsOf({"add_argument", "Option", "option", "Argument"})) {
    Add(module, python::KeywordArgument(call, "help"), Source::kHelp, Voice::kOption, list);
  }
  for (Node call : module.CallsOf({"field", "Field"})) {
    const Node metadata = python::KeywordArgument(call, "metadata");
    if (metadata.Is(Kind::kDictionary)) {
      Add(module, HelpOf(metadata), Source::kHelp, Voice::kOption, list);
    }
    Add(module, python::KeywordArgument(call, "description"), Source::kHelp, Voice::kOption, list);
  }
  const Node root = module.tree().root();
  for (Node statement : root.descendants(Kind::kAssertStatement)) {
    Add(module, statement.named_child(1), Source::kMessage, Voice::kMessage, list);
  }
  for (Node statement : root.descendants(Kind::kRaiseStatement)) {
    const Node call = statement.named_child(0);
    if (!call.Is(Kind::kCall)) continue;
    Add(module, call.child(Field::kArguments).named_child(0), Source::kMessage, Voice::kMessage,
        list);
  }
}

}  // namespace allreview::intent
