#include "analyzers/intent/shape_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace allreview::intent {
namespace {

using Dims = NamedDims;
using Shape = std::optional<NamedDims>;

constexpr size_t kMaxDimBytes = 40;
constexpr size_t kMaxRank = 8;

// Words that stand between brackets in prose and types, but name no dimension.
bool IsNoDimension(absl::string_view word) {
  for (absl::string_view other :
       {"int",      "str",   "float",  "bool",  "None", "Tensor",  "torch",    "optional",
        "Optional", "list",  "tuple",  "dict",  "Any",  "List",    "Dict",     "Tuple",
        "True",     "False", "object", "bytes", "e",    "default", "required", "deprecated",
        "str,",     "min",   "max",    "mean",  "sum",  "x",       "y"}) {
    if (word == other) return true;
  }
  return false;
}

// "s", "3*h", "num_heads // tp", "h/p", "...", "1", "sq+1".
bool IsDimension(absl::string_view text) {
  if (text.empty() || text.size() > kMaxDimBytes || IsNoDimension(text)) return false;
  if (text == "..." || text == "*") return true;
  bool has_letter_or_digit = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (absl::ascii_isalnum(c) || c == '_')
      has_letter_or_digit = true;
    else if (!absl::StrContains(" */+-().%", text[i]))
      return false;
    // Two words without an operator between them are prose.
    if (c == ' ' && i > 0 && i + 1 < text.size() &&
        absl::ascii_isalnum(static_cast<unsigned char>(text[i - 1])) &&
        absl::ascii_isalnum(static_cast<unsigned char>(text[i + 1]))) {
      return false;
    }
  }
  return has_letter_or_digit;
}

Shape DimsIn(absl::string_view list) {
  Dims dims;
  for (absl::string_view part : absl::StrSplit(list, ',')) {
    part = absl::StripAsciiWhitespace(part);
    if (part.empty()) continue;
    if (!IsDimension(part)) return std::nullopt;
    dims.push_back(absl::StrReplaceAll(part, {{" * ", "*"}, {" / ", "/"}, {" // ", "/"}}));
  }
  if (dims.empty() || dims.size() > kMaxRank) return std::nullopt;
  return dims;
}

bool AllNumbers(const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [](const std::string& dim) {
    return std::all_of(dim.begin(), dim.end(),
                       [](unsigned char c) { return absl::ascii_isdigit(c); });
  });
}

// Position after the bracket that closes the one at `open`; npos: none.
size_t EndOfBracket(absl::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (depth == 0) return i + 1;
  }
  return absl::string_view::npos;
}

bool SpeaksOfShape(absl::string_view before) {
  const std::string lower =
      absl::AsciiStrToLower(before.substr(before.size() - std::min<size_t>(before.size(), 24)));
  return absl::StrContains(lower, "shape") || absl::StrContains(lower, "size") ||
         absl::StrContains(lower, "dim");
}

// Dimensions between the first brackets from `from` on that may hold some.
struct Found {
  Shape shape;
  size_t end = 0;
};
Found FirstBracket(absl::string_view text, size_t from, bool are_round_ones_shapes) {
  for (size_t open = text.find_first_of("[(", from); open != absl::string_view::npos;
       open = text.find_first_of("[(", open + 1)) {
    const size_t end = EndOfBracket(text, open);
    if (end == absl::string_view::npos) break;
    const absl::string_view before = text.substr(0, open);
    // x[i, j] and f(a, b) are code.
    const bool is_code =
        !before.empty() && (absl::ascii_isalnum(static_cast<unsigned char>(before.back())) ||
                            before.back() == '_' || before.back() == ']');
    const bool says_shape = SpeaksOfShape(before);
    if (is_code) continue;
    if (text[open] == '(' && !are_round_ones_shapes && !says_shape) continue;
    const Shape shape = DimsIn(text.substr(open + 1, end - open - 2));
    // [0, 1] is an interval as long as nobody says that it is a shape.
    if (!shape || (!says_shape && (shape->size() < 2 || AllNumbers(*shape)))) continue;
    return {shape, end};
  }
  return {};
}

// Float[Tensor, "b s h"]
Shape JaxtypingShape(absl::string_view text) {
  const size_t comma = text.find("Tensor, \"");
  if (comma == absl::string_view::npos) return std::nullopt;
  const absl::string_view rest = text.substr(comma + 9);
  const absl::string_view names = rest.substr(0, rest.find('"'));
  Dims dims;
  for (absl::string_view name : absl::StrSplit(names, ' ', absl::SkipEmpty())) {
    dims.emplace_back(name);
  }
  if (dims.empty() || dims.size() > kMaxRank) return std::nullopt;
  return dims;
}

// "b s h": few short words.
Shape BareDims(absl::string_view text) {
  Dims dims;
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (word.size() > 3 || !IsDimension(word)) return std::nullopt;
    dims.emplace_back(word);
  }
  if (dims.size() < 2 || dims.size() > 5) return std::nullopt;
  return dims;
}

// "s", "b/tp", "num_heads", "seq_len", "2*h": nothing else is called so.
bool IsNameOfDimension(absl::string_view dim) {
  static constexpr absl::string_view kParts[] = {
      "batch",  "seq",      "sequence", "len",   "seqlen", "hidden", "head",   "heads",
      "dim",    "dims",     "tokens",   "token", "vocab",  "size",   "expert", "experts",
      "topk",   "length",   "channel",  "width", "height", "num",    "hn",     "np",
      "layers", "chunks",   "features", "ffn",   "rank",   "world",  "embed",  "n",
      "k",      "channels", "window",   "groups"};
  if (dim == "..." || dim == "*") return true;
  for (absl::string_view part :
       absl::StrSplit(dim, absl::ByAnyChar("_*/+-()%. "), absl::SkipEmpty())) {
    const bool is_number = AllNumbers({std::string(part)});
    const std::string lower = absl::AsciiStrToLower(part);
    const bool is_known =
        std::find(std::begin(kParts), std::end(kParts), lower) != std::end(kParts);
    if (part.size() > 2 && !is_number && !is_known) return false;
  }
  return true;
}

}  // namespace

Shape ShapeInText(absl::string_view text) {
  if (Shape shape = JaxtypingShape(text)) return shape;
  return FirstBracket(text, 0, /*are_round_ones_shapes=*/false).shape;
}

Shape ShapeInComment(absl::string_view comment) {
  size_t arrow = comment.rfind("->");
  const bool has_arrow = arrow != absl::string_view::npos;
  if (has_arrow) {
    const absl::string_view result = absl::StripAsciiWhitespace(comment.substr(arrow + 2));
    if (Shape shape = FirstBracket(result, 0, /*are_round_ones_shapes=*/true).shape) return shape;
    absl::string_view source = comment.substr(0, arrow);
    while (absl::EndsWith(source, "-") || absl::EndsWith(source, "=")) source.remove_suffix(1);
    return BareDims(source) ? BareDims(result) : std::nullopt;
  }
  const bool is_all = absl::StartsWith(comment, "(") && absl::EndsWith(comment, ")");
  return FirstBracket(comment, 0, is_all).shape;
}

bool TellsShape(absl::string_view sentence) {
  const Shape shape = ShapeInComment(sentence);
  if (!shape) return false;
  const bool has_name = std::any_of(shape->begin(), shape->end(), [](const std::string& dim) {
    return std::any_of(dim.begin(), dim.end(),
                       [](unsigned char c) { return absl::ascii_isalpha(c); });
  });
  const std::string lower = absl::AsciiStrToLower(sentence);
  const bool says_shape = absl::StrContains(lower, "shape");
  if (!has_name || (shape->size() < 2 && !says_shape)) return false;
  if (says_shape) return true;
  // Groups of ranks look the same.
  if (absl::StrContains(lower, "mesh")) return false;
  for (absl::string_view word : {"tensor of", "layout", "dimensions"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return std::all_of(shape->begin(), shape->end(), IsNameOfDimension);
}

}  // namespace allreview::intent
