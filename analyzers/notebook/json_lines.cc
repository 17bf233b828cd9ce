#include "analyzers/notebook/json_lines.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace allreview::notebook {
namespace {

constexpr size_t kMaxDepth = 64;

void AppendUtf8(uint32_t code, std::string& text) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

class Scanner {
 public:
  Scanner(absl::string_view json, const std::function<void(const JsonString&)>& visit,
          const std::function<void(const std::vector<std::string>&, int)>& open)
      : json_(json), visit_(visit), open_(open) {}

  bool Read() {
    while (is_sound_ && at_ < json_.size()) Step();
    return is_sound_ && levels_.empty() && has_value_;
  }

 private:
  struct Level {
    bool is_object = false, wants_key = false;
    int index = 0;
  };

  void Step() {
    const char c = json_[at_];
    line_ += c == '\n';
    if (absl::ascii_isspace(static_cast<unsigned char>(c)) || c == ':') {
      ++at_;
    } else if (c == '{' || c == '[') {
      Open(c == '{');
    } else if (c == '}' || c == ']') {
      Close(c == '}');
    } else if (c == ',') {
      Comma();
    } else if (c == '"') {
      String();
    } else {
      has_value_ = true;
      ++at_;  // A number or a word.
    }
  }

  void Open(bool is_object) {
    open_(path_, line_);
    is_sound_ = levels_.size() < kMaxDepth;
    levels_.push_back({.is_object = is_object, .wants_key = is_object});
    path_.emplace_back(is_object ? "" : "0");
    ++at_;
  }

  void Close(bool is_object) {
    is_sound_ = !levels_.empty() && levels_.back().is_object == is_object;
    if (!is_sound_) return;
    levels_.pop_back();
    path_.pop_back();
    has_value_ = true;
    ++at_;
  }

  void Comma() {
    is_sound_ = !levels_.empty();
    if (!is_sound_) return;
    Level& level = levels_.back();
    level.wants_key = level.is_object;
    if (!level.is_object) path_.back() = absl::StrCat(++level.index);
    ++at_;
  }

  void String() {
    std::string text;
    const int line = line_;
    for (++at_; at_ < json_.size() && json_[at_] != '"';) {
      if (json_[at_] == '\\' && at_ + 1 < json_.size()) {
        Escape(text);
      } else {
        line_ += json_[at_] == '\n';
        text += json_[at_++];
      }
    }
    is_sound_ = at_ < json_.size();
    ++at_;
    if (!levels_.empty() && levels_.back().wants_key) {
      path_.back() = std::move(text);
      levels_.back().wants_key = false;
    } else {
      visit_({.path = path_, .text = text, .line = line});
    }
  }

  void Escape(std::string& text) {
    const char c = json_[at_ + 1];
    at_ += 2;
    switch (c) {
      case 'n':
        text += '\n';
        return;
      case 't':
        text += '\t';
        return;
      case 'r':
        text += '\r';
        return;
      case 'b':
      case 'f':
        text += ' ';
        return;
      case 'u': {
        uint32_t code = 0;
        const absl::string_view digits = json_.substr(at_, 4);
        if (digits.size() == 4 && absl::SimpleHexAtoi(digits, &code)) AppendUtf8(code, text);
        at_ += digits.size();
        return;
      }
      default:
        text += c;
    }
  }

  const absl::string_view json_;
  const std::function<void(const JsonString&)>& visit_;
  const std::function<void(const std::vector<std::string>&, int)>& open_;
  size_t at_ = 0;
  int line_ = 1;
  bool is_sound_ = true, has_value_ = false;
  std::vector<Level> levels_;
  std::vector<std::string> path_;
};

}  // namespace

bool ForEachString(absl::string_view json, const std::function<void(const JsonString&)>& visit,
                   const std::function<void(const std::vector<std::string>&, int)>& open) {
  return Scanner(json, visit, open).Read();
}

}  // namespace allreview::notebook
