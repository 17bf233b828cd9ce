// What the methods of sibling classes do, and this one does not; parts that were copied from one.

#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinSiblings = 2;
constexpr size_t kMaxSiblings = 12;
constexpr size_t kMinWords = 6;  // Of a docstring that may be a copy.
constexpr int kMaxGuards = 20;   // Of one method.

// Methods of that name of other classes of the module.
std::vector<const Definition*> SiblingsOf(const python::Module& module, const Definition& method) {
  std::vector<const Definition*> siblings;
  for (const Definition& other : module.definitions()) {
    if (other.kind != Definition::Kind::kMethod || other.parent == method.parent) continue;
    if (other.simple_name == method.simple_name) siblings.push_back(&other);
    if (siblings.size() == kMaxSiblings) break;
  }
  return siblings;
}

bool HasParameter(const Definition& function, absl::string_view name) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const python::Parameter& p) { return p.name == name; });
}

// By what they ask, without blanks: the guards at the top level of a method, of its parameters.
std::map<std::string, Node> GuardsOf(const Definition& method) {
  std::map<std::string, Node> guards;
  for (Node statement : method.body.named_children()) {
    const Node condition = python::WithoutParentheses(GuardOf(statement));
    if (!condition) continue;
    bool asks_parameter = false;
    for (Node identifier : condition.descendants(NodeKind::kIdentifier)) {
      const bool is_name = identifier.field() != Field::kAttribute && identifier.text() != "self";
      asks_parameter = asks_parameter || (is_name && HasParameter(method, identifier.text()));
    }
    if (asks_parameter) guards.emplace(WithoutBlanks(condition.text()), condition);
    if (guards.size() == kMaxGuards) break;
  }
  return guards;
}

// All parameters that the condition reads are the method's, too, and nothing in it asks for one.
bool CouldAsk(const Definition& sibling, const Definition& method, Node condition) {
  for (Node identifier : condition.descendants(NodeKind::kIdentifier)) {
    if (identifier.field() == Field::kAttribute || !HasParameter(sibling, identifier.text())) {
      continue;
    }
    if (identifier.text() == "self") continue;
    if (!HasParameter(method, identifier.text())) return false;
    for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kIfStatement}) {
      for (Node statement : method.body.descendants(kind)) {
        const Node guard = kind == NodeKind::kIfStatement ? statement.child(Field::kCondition)
                                                          : statement.named_child(0);
        if (Mentions(guard, identifier.text())) return false;
      }
    }
  }
  return true;
}

// A new method without the guard that all of its siblings have.
void AskAboutGuards(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& method = *touched.function;
  if (method.kind != Definition::Kind::kMethod || !inquiry.change().moves().IsNew(method)) return;
  const python::Module& module = *touched.file->after;
  const std::vector<const Definition*> siblings = SiblingsOf(module, method);
  if (siblings.size() < kMinSiblings) return;
  std::map<std::string, std::vector<Node>> guards;
  for (const Definition* sibling : siblings) {
    for (const auto& [text, condition] : GuardsOf(*sibling)) guards[text].push_back(condition);
  }
  for (const auto& [text, conditions] : guards) {
    if (conditions.size() < kMinSiblings || conditions.size() < siblings.size()) continue;
    if (!CouldAsk(*siblings[0], method, conditions[0])) continue;
    inquiry.Ask(*touched.file, method.node.child(Field::kName),
                {.kind = "guard-that-siblings-have",
                 .about = text,
                 .weight = 73,
                 .text = Sentence(phrases::kAskSiblingGuard,
                                  {{"function", method.name},
                                   {"count", absl::StrCat(siblings.size())},
                                   {"condition", CodeOf(conditions[0])},
                                   {"place", PlaceOf(module, module, conditions[0])}}),
                 .also = {rules::RangeOf(module, conditions[0])}});
    return;
  }
}

// "AzureUploader" -> azure, uploader.
std::set<std::string> WordsOfName(absl::string_view name) {
  std::set<std::string> words;
  std::string word;
  const auto end = [&] {
    if (word.size() > 1) words.insert(absl::AsciiStrToLower(word));
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const bool starts = absl::ascii_isupper(name[i]) && i > 0 && !absl::ascii_isupper(name[i - 1]);
    if (starts || name[i] == '_') end();
    if (name[i] != '_') word.push_back(name[i]);
  }
  end();
  return words;
}

std::vector<std::string> WordsOfText(absl::string_view text) {
  std::vector<std::string> words;
  for (absl::string_view word : absl::StrSplit(text, absl::ByAnyChar(" \t\n.,;:()`'\"/"))) {
    if (!word.empty()) words.push_back(absl::AsciiStrToLower(word));
  }
  return words;
}

// A word of the text that names the other class, and not this one; empty: there is none.
std::string ForeignWord(const std::vector<std::string>& text, absl::string_view own,
                        absl::string_view other) {
  const std::set<std::string> own_words = WordsOfName(own);
  for (const std::string& word : WordsOfName(other)) {
    if (own_words.contains(word)) continue;
    if (std::find(text.begin(), text.end(), word) != text.end()) return word;
  }
  return "";
}

std::string ClassOf(const python::Module& module, const Definition& method) {
  return method.parent < 0 ? "" : std::string(module.definitions()[method.parent].simple_name);
}

// A docstring that is, word for word, a sibling's, and names that sibling's class.
void AskAboutDocumentation(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& method = *touched.function;
  if (method.kind != Definition::Kind::kMethod || !inquiry.change().moves().IsNew(method)) return;
  const python::Module& module = *touched.file->after;
  const std::string own = module.DocumentationOf(method);
  const std::vector<std::string> words = WordsOfText(own);
  if (words.size() < kMinWords) return;
  for (const Definition* sibling : SiblingsOf(module, method)) {
    if (module.DocumentationOf(*sibling) != own) continue;
    const std::string word = ForeignWord(words, ClassOf(module, method), ClassOf(module, *sibling));
    if (word.empty()) continue;
    inquiry.Ask(
        *touched.file, method.body.named_child(0),
        {.kind = "docstring-of-a-sibling",
         .about = word,
         .weight = 60,
         .text = Sentence(phrases::kAskDocstring,
                          {{"function", method.name}, {"word", word}, {"other", sibling->name}}),
         .also = {rules::RangeOf(module, sibling->node.child(Field::kName))}});
    return;
  }
}

struct NewDefault {
  const AnalysedFile* file = nullptr;
  const Definition* function = nullptr;
  const python::Parameter* parameter = nullptr;
};

bool IsLiteral(Node value) {
  return IsNumber(value) || value.Is(NodeKind::kTrue) || value.Is(NodeKind::kFalse) ||
         value.Is(NodeKind::kString);
}

// A parameter that the change gives to several functions, with defaults that differ.
void AskAboutNewDefaults(Inquiry& inquiry) {
  std::map<std::string, NewDefault> first;
  for (const FunctionPair& pair : inquiry.pairs()) {
    for (const python::Parameter& parameter : pair.after->parameters) {
      const Node value = parameter.default_value;
      if (!IsLiteral(value) || parameter.name.size() < 4) continue;
      if (HasParameter(*pair.before, parameter.name)) continue;
      const auto [known, is_first] = first.try_emplace(
          std::string(parameter.name), NewDefault{pair.file, pair.after, &parameter});
      const NewDefault& other = known->second;
      if (is_first || other.parameter->default_value.text() == value.text()) continue;
      const python::Module& module = *pair.file->after;
      inquiry.Ask(*pair.file, parameter.node,
                  {.kind = "new-defaults-differ",
                   .about = std::string(parameter.name),
                   .weight = 69,
                   .text = Sentence(
                       phrases::kAskNewDefaults,
                       {{"name", std::string(parameter.name)},
                        {"function", pair.after->name},
                        {"value", CodeOf(value)},
                        {"other", other.function->name},
                        {"other_value", CodeOf(other.parameter->default_value)},
                        {"place", PlaceOf(module, *other.file->after, other.parameter->node)}}),
                   .also = {rules::RangeOf(*other.file->after, other.parameter->node)}});
    }
  }
}

}  // namespace

void AskAboutSiblingClasses(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutGuards(inquiry, touched);
    AskAboutDocumentation(inquiry, touched);
  }
  AskAboutNewDefaults(inquiry);
}

}  // namespace allreview::analysis
