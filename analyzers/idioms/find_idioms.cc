#include "analyzers/idioms/find_idioms.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::idioms {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

constexpr size_t kMaxCode = 72;
constexpr size_t kMaxFound = 2000;    // In one file.
constexpr int kMaxSearches = 200;     // Of functions for what must stand in them, too.
constexpr int kMaxSearched = 20'000;  // Nodes of one function.
constexpr int kMaxWrapping = 8;

struct Row {
  const Idiom* idiom;
  std::vector<Pattern> patterns;
  std::optional<Pattern> also;
};

struct Entry {
  const Row* row;
  const Pattern* pattern;
};

const std::vector<Row>& Rows() {
  static const auto& rows = *[] {
    auto* all = new std::vector<Row>;
    for (const Idiom* idiom : AllIdioms()) {
      Row& row = all->emplace_back(Row{.idiom = idiom, .patterns = {}, .also = std::nullopt});
      for (absl::string_view text : idiom->patterns) {
        if (!text.empty()) row.patterns.emplace_back(text);
      }
      if (!idiom->also.empty()) row.also.emplace(idiom->also);
    }
    return all;
  }();
  return rows;
}

// Patterns by the kind of what they match.
const std::map<Kind, std::vector<Entry>>& ByKind() {
  static const auto& by_kind = *[] {
    auto* all = new std::map<Kind, std::vector<Entry>>;
    for (const Row& row : Rows()) {
      for (const Pattern& pattern : row.patterns) {
        (*all)[pattern.kind()].push_back({&row, &pattern});
        // `.values` is `[0]`, too.
        if (pattern.kind() == Kind::kAttribute)
          (*all)[Kind::kSubscript].push_back({&row, &pattern});
      }
    }
    return all;
  }();
  return by_kind;
}

bool IsStatement(Node node) {
  switch (node.kind()) {
    case Kind::kAssignment:
    case Kind::kAugmentedAssignment:
    case Kind::kDecorator:
    case Kind::kForStatement:
    case Kind::kFunctionDefinition:
    case Kind::kIfStatement:
    case Kind::kTryStatement:
    case Kind::kWithStatement:
      return true;
    default:
      return false;
  }
}

// Up from an expression through parentheses and conversions to what it is assigned to.
Node TargetOf(Node node) {
  for (int i = 0; i < kMaxWrapping; ++i) {
    const Node parent = node.parent();
    if (parent.Is(Kind::kAssignment)) {
      return parent.child(Field::kRight) == node ? parent.child(Field::kLeft) : Node();
    }
    if (parent.Is(Kind::kParenthesizedExpression)) {
      node = parent;
      continue;
    }
    const bool is_converted = parent.Is(Kind::kAttribute) && parent.child(Field::kObject) == node &&
                              IsConversion(parent.child(Field::kAttribute).text()) &&
                              parent.parent().Is(Kind::kCall) &&
                              parent.parent().child(Field::kFunction) == parent;
    if (!is_converted) return Node();
    node = parent.parent();
  }
  return Node();
}

// On one line, safe within a code span, cut where it is long; of a string what it holds.
std::string CodeText(Node node) {
  node = python::WithoutParentheses(node);
  const absl::string_view held = Module::StringContent(node);
  std::string text;
  for (char c : held.empty() ? node.text() : held) {
    const bool is_blank = absl::ascii_isspace(static_cast<unsigned char>(c));
    if (is_blank && (text.empty() || absl::EndsWith(text, " ") || absl::EndsWith(text, "("))) {
      continue;
    }
    if (is_blank) c = ' ';
    if (c == '`') c = '\'';
    if ((c == ')' || c == ']') && absl::EndsWith(text, " ")) text.pop_back();
    text += c;
  }
  if (text.size() <= kMaxCode) return text;
  size_t end = kMaxCode - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(text.substr(0, end), "…");
}

// Nothing: the match lacks something that the sentence wants.
std::optional<Words> SentenceOf(const Match& match) {
  Params params;
  const Phrase& phrase = match.idiom->sentence;
  for (absl::string_view name : PlaceholdersOf(phrase.In(Language::kEnglish))) {
    const Node node = name == "it" ? (match.target ? match.target : match.node)
                                   : match.bindings.Find(absl::ascii_toupper(name[0]));
    if (!node) return std::nullopt;
    params.emplace_back(std::string(name), CodeText(node));
  }
  return Words(Sentence(phrase, std::move(params)));
}

class Finder {
 public:
  Finder(const Module& module, const std::function<bool(Node)>& is_wanted)
      : module_(module), is_wanted_(is_wanted) {}

  std::vector<Found> Find() {
    for (const auto& [kind, entries] : ByKind()) {
      for (Node node : module_.tree().root().descendants(kind)) {
        if (found_.size() >= kMaxFound) break;
        if (is_wanted_(node)) Try(node, entries);
      }
    }
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      const uint32_t at = a.match.node.index(), other = b.match.node.index();
      return at != other ? at < other : a.match.idiom->weight > b.match.idiom->weight;
    });
    return Outermost();
  }

 private:
  void Try(Node node, const std::vector<Entry>& entries) {
    const Row* last = nullptr;
    for (const auto& [row, pattern] : entries) {
      if (row == last) continue;  // It is found already.
      Match match{.idiom = row->idiom, .node = node, .bindings = {}, .target = {}};
      if (!pattern->Matches(module_, node, match.bindings)) continue;
      if (!IsStatement(node)) match.target = TargetOf(node);
      if (row->idiom->holds != nullptr && !row->idiom->holds(module_, match)) continue;
      if (row->also && !HasAlso(*row->also, match)) continue;
      std::optional<Words> sentence = SentenceOf(match);
      if (!sentence) continue;
      last = row;
      found_.push_back(
          {.match = match,
           .sentence = *std::move(sentence),
           .object = CodeText(match.target ? match.target : match.node),
           .first_line = node.first_line(),
           .last_line = IsStatement(node) ? python::HeaderLastLine(node) : node.last_line()});
    }
  }

  // Its letters count for the sentence.
  bool HasAlso(const Pattern& also, Match& match) {
    const python::Definition* function = module_.EnclosingFunction(match.node);
    if (function == nullptr || ++searches_ > kMaxSearches) return false;
    int seen = 0;
    for (Node node : function->node.descendants(also.kind())) {
      if (++seen > kMaxSearched) return false;
      if (also.Matches(module_, node, match.bindings)) return true;
    }
    return false;
  }

  // Without expressions that are a part of others; of what is found for one node, the weightiest.
  std::vector<Found> Outermost() {
    std::vector<Found> outermost;
    Node outer;  // The last expression that is no part of another.
    for (Found& found : found_) {
      const Match& match = found.match;
      if (!IsStatement(match.node)) {
        const bool is_inside = outer && outer.Contains(match.node);
        if (is_inside && outer != match.node) continue;
        if (is_inside && match.idiom->weight < outermost.back().match.idiom->weight) continue;
        outer = match.node;
      }
      outermost.push_back(std::move(found));
    }
    return outermost;
  }

  const Module& module_;
  const std::function<bool(Node)>& is_wanted_;
  std::vector<Found> found_;
  int searches_ = 0;
};

bool HoldsWord(absl::string_view text, std::initializer_list<absl::string_view> words) {
  const std::string lower = absl::AsciiStrToLower(text);
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StrContains(lower, word); });
}

}  // namespace

const std::vector<const Idiom*>& AllIdioms() {
  static const auto& all = *[] {
    auto* idioms = new std::vector<const Idiom*>;
    for (absl::Span<const Idiom> area :
         {SelectionIdioms(), SequenceIdioms(), NumberIdioms(), TrainingIdioms(),
          DistributedIdioms(), DeviceIdioms(), ProgramIdioms()}) {
      for (const Idiom& idiom : area) idioms->push_back(&idiom);
    }
    return idioms;
  }();
  return all;
}

std::vector<Found> FindIdioms(const Module& module, const std::function<bool(Node)>& is_wanted) {
  return Finder(module, is_wanted).Find();
}

bool Names(const Match& match, char letter, std::initializer_list<absl::string_view> words) {
  return HoldsWord(match.bindings.Find(letter).text(), words);
}

bool IsCalled(const Match& match, std::initializer_list<absl::string_view> words) {
  return match.target && HoldsWord(match.target.text(), words);
}

}  // namespace allreview::idioms
