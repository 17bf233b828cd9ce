#include "sentences/sentence.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace allreview {
namespace {

struct Placeholder {
  size_t first = absl::string_view::npos;  // npos: none.
  size_t end = 0;
  absl::string_view name;
};

Placeholder NextPlaceholder(absl::string_view text, size_t from) {
  for (size_t open = text.find('{', from); open != absl::string_view::npos;
       open = text.find('{', open + 1)) {
    size_t end = open + 1;
    while (end < text.size() && (absl::ascii_islower(text[end]) || text[end] == '_')) ++end;
    if (end > open + 1 && end < text.size() && text[end] == '}') {
      return {open, end + 1, text.substr(open + 1, end - open - 1)};
    }
  }
  return {};
}

enum class Script { kNone, kBlank, kLatin, kHan, kFullWidthMark };

// The script of the character that begins with these bytes: U+3000 to U+303F and U+FF00 to U+FFEF
// are marks of full width, U+4E00 to U+9FFF are Chinese.
Script ScriptOf(absl::string_view character) {
  if (character.empty()) return Script::kNone;
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character[0] == ' ') return Script::kBlank;
  if (absl::ascii_isalnum(character[0]) || character[0] == '`') return Script::kLatin;
  if (character.size() < 3) return Script::kNone;
  if (byte(0) >= 0xE4 && byte(0) <= 0xE9) return Script::kHan;
  const bool is_mark = (byte(0) == 0xE3 && byte(1) == 0x80) || (byte(0) == 0xEF && byte(1) >= 0xBC);
  return is_mark ? Script::kFullWidthMark : Script::kNone;
}

Script FirstScript(absl::string_view text) { return ScriptOf(text.substr(0, 3)); }

Script LastScript(absl::string_view text) {
  if (text.empty()) return Script::kNone;
  const bool is_ascii = static_cast<unsigned char>(text.back()) < 0x80;
  return ScriptOf(is_ascii ? text.substr(text.size() - 1)
                           : text.substr(text.size() - std::min<size_t>(3, text.size())));
}

// Two pieces of Chinese with the blanks that stand between Chinese and other words, and only there:
// what a placeholder stands for may be either.
std::string JoinChinese(std::string before, absl::string_view after) {
  if (after.empty() || before.empty()) return absl::StrCat(before, after);
  const bool has_blank = before.back() == ' ' || after.front() == ' ';
  if (before.back() == ' ') {
    before.pop_back();
  } else if (after.front() == ' ') {
    after.remove_prefix(1);
  }
  const Script last = LastScript(before);
  const Script first = FirstScript(after);
  const bool is_tight = last == Script::kFullWidthMark || first == Script::kFullWidthMark ||
                        (last == Script::kHan && first == Script::kHan);
  const bool is_border = (last == Script::kHan && first == Script::kLatin) ||
                         (last == Script::kLatin && first == Script::kHan);
  return absl::StrCat(before, is_border || (has_blank && !is_tight) ? " " : "", after);
}

struct Joints {
  absl::string_view inner, last;
};

bool IsName(const Words& words) { return words.is_verbatim(); }

Joints JointsIn(Language language, const WordList& list) {
  const bool is_english = language == Language::kEnglish;
  const bool is_of_names = std::all_of(list.items.begin(), list.items.end(), IsName);
  const absl::string_view comma = is_english ? ", " : is_of_names ? "、" : "，";
  switch (list.joint) {
    case Joint::kComma:
      break;
    case Joint::kAnd:
      return {comma, is_english ? " and " : is_of_names ? " 和 " : "，并且"};
    case Joint::kOr:
      return {comma, is_english ? " or " : is_of_names ? " 或 " : "，或者"};
    case Joint::kSemicolon:
      return is_english ? Joints{"; ", "; "} : Joints{"；", "；"};
  }
  return {comma, comma};
}

std::string Say(Language language, const WordList& list) {
  const Joints joints = JointsIn(language, list);
  std::string text;
  for (size_t i = 0; i < list.items.size(); ++i) {
    const absl::string_view joint = i == 0                      ? ""
                                    : i + 1 < list.items.size() ? joints.inner
                                                                : joints.last;
    absl::StrAppend(&text, joint, In(language, list.items[i]));
  }
  return text;
}

// What a placeholder without a value stays.
std::string Say(Language language, const Sentence& sentence) {
  const absl::string_view text = sentence.phrase.In(language);
  return Fill(language, text, sentence.params).value_or(std::string(text));
}

std::string Say(Language, const std::string& verbatim) { return verbatim; }

}  // namespace

Sentence::Sentence(const Phrase& phrase) : phrase(phrase) {}
Sentence::Sentence(const Phrase& phrase, Params params)
    : phrase(phrase), params(std::move(params)) {}

Words Words::Mapped(const std::function<std::string(const std::string&)>& change) const {
  if (is_verbatim()) return change(std::get<std::string>(kind_));
  Words copy = *this;
  if (Sentence* sentence = std::get_if<Sentence>(&copy.kind_)) {
    for (auto& [name, value] : sentence->params) value = value.Mapped(change);
  } else {
    for (Words& item : std::get<WordList>(copy.kind_).items) item = item.Mapped(change);
  }
  return copy;
}

bool operator==(const Words& a, const Words& b) { return English(a) == English(b); }

std::string In(Language language, const Words& words) {
  return std::visit([&](const auto& kind) { return Say(language, kind); }, words.kind());
}

std::string English(const Words& words) { return In(Language::kEnglish, words); }

Sentence Counted(int64_t count, const Phrase& one, const Phrase& many, Params more) {
  more.emplace_back("count", absl::StrCat(count));
  return Sentence(count == 1 ? one : many, std::move(more));
}

std::optional<std::string> Fill(Language language, absl::string_view text, const Params& params) {
  std::string result;
  size_t position = 0;
  bool is_code = false;
  const auto append = [&](absl::string_view piece) {
    if (language == Language::kEnglish || is_code) {
      absl::StrAppend(&result, piece);
    } else {
      result = JoinChinese(std::move(result), piece);
    }
  };
  for (Placeholder p = NextPlaceholder(text, 0); p.first != absl::string_view::npos;
       p = NextPlaceholder(text, p.end)) {
    const absl::string_view words = text.substr(position, p.first - position);
    append(words);
    is_code ^= std::count(words.begin(), words.end(), '`') % 2 != 0;
    const auto param = std::find_if(params.rbegin(), params.rend(),
                                    [&](const auto& param) { return param.first == p.name; });
    if (param == params.rend()) return std::nullopt;
    append(In(is_code ? Language::kEnglish : language, param->second));
    position = p.end;
  }
  append(text.substr(position));
  return result;
}

std::vector<absl::string_view> PlaceholdersOf(absl::string_view text) {
  std::vector<absl::string_view> names;
  for (Placeholder p = NextPlaceholder(text, 0); p.first != absl::string_view::npos;
       p = NextPlaceholder(text, p.end)) {
    names.push_back(p.name);
  }
  return names;
}

}  // namespace allreview
