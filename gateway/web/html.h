#ifndef GATEWAY_WEB_HTML_H_
#define GATEWAY_WEB_HTML_H_

// HTML that no text of a change can break, by construction: an Html is made of elements, text and
// attributes only, and each is escaped for the place where it stands.
//
//   Html row = El("li", {Class("review"), Href(Url::Local({"reviews", id})), " by ", author});
//   Html list;
//   for (const Review& review : reviews) list += Row(review);
//   El("ul", {Attr("aria-label", title), list});
//
// - Names of tags and attributes are literals, checked when they are compiled: no `on…`, no
// `style`,
//   no `srcdoc`; those that hold an address can be had through Href, Src and Action alone.
// - A string is text. It becomes markup nowhere.
// - A Url is made of parts that are encoded one by one, or of a whole address that is refused
// unless
//   it leads to http or https.
// - Html::Trusted is the one way around: for what RenderMarkdown returns, and for constants.
//
// Pieces hold views: use them in the expression that makes them.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace allreview::web {

// Tells a compile-time check what was wrong: not constexpr, so reaching it ends the compilation.
void NotAllowedHere(const char* reason);

consteval bool SameText(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == *b;
}

class TagName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): literals stand for names.
  consteval TagName(const char* name) : name_(name) {
    for (const char* c = name; *c != '\0'; ++c) {
      const bool is_letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
      if (!is_letter && !(*c >= '0' && *c <= '9')) NotAllowedHere("a tag is letters and digits");
    }
    for (const char* bad : {"style", "object", "embed", "base"}) {
      if (SameText(name, bad)) NotAllowedHere("this element is not ours to use");
    }
  }
  const char* get() const { return name_; }

 private:
  const char* name_;
};

class AttributeName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): literals stand for names.
  consteval AttributeName(const char* name) : name_(name) {
    if (name[0] == 'o' && name[1] == 'n') NotAllowedHere("scripts stand in files");
    for (const char* bad : {"style", "srcdoc", "href", "src", "action", "formaction", "srcset",
                            "xlink:href", "http-equiv"}) {
      if (SameText(name, bad)) NotAllowedHere("use Href, Src, Action or a class");
    }
  }
  const char* get() const { return name_; }

 private:
  const char* name_;
};

class Html {
 public:
  Html() = default;
  // Markup that is known to be harmless; see above.
  static Html Trusted(std::string markup);

  Html& operator+=(const Html& other);
  const std::string& markup() const { return markup_; }
  bool is_empty() const { return markup_.empty(); }
  void Reserve(size_t bytes) { markup_.reserve(bytes); }

 private:
  std::string markup_;
};

// An address in a link.
class Url {
 public:
  // "/reviews/01HX…": an address of this server.
  static Url Local(std::initializer_list<absl::string_view> segments);
  // A part of the page.
  static Url Part(absl::string_view id);
  // An address on another site; none: it is not http or https.
  static std::optional<Url> External(absl::string_view address);

  // Nothing is added for an empty value.
  Url With(absl::string_view key, absl::string_view value) const;
  Url At(absl::string_view part) const;

  const std::string& text() const { return text_; }

 private:
  explicit Url(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// Letters, digits and "-._~" as they are, everything else as %XX.
std::string PercentEncoded(absl::string_view text);

// A name and its value. Without a value: `hidden`, `checked`…; with none of both, nothing.
struct Attribute {
  const char* name = nullptr;
  std::optional<std::string> value = {};
};

Attribute Attr(AttributeName name, const absl::AlphaNum& value);
// `checked`, when the condition holds.
Attribute AttrIf(bool condition, AttributeName name);
// `aria-current="page"`, when the condition holds.
Attribute AttrIf(bool condition, AttributeName name, absl::string_view value);
Attribute Class(absl::string_view names);
Attribute Href(const Url& url);
Attribute Src(const Url& url);
Attribute Action(const Url& url);

// What an element is made of.
class Piece {
 public:
  // NOLINTBEGIN(google-explicit-constructor): pieces are written as what they are.
  Piece(const Html& html) : kind_(kHtml), text_(html.markup()) {}
  Piece(absl::string_view text) : kind_(kText), text_(text) {}
  Piece(const std::string& text) : kind_(kText), text_(text) {}
  Piece(const char* text) : kind_(kText), text_(text) {}
  Piece(const Attribute& attribute) : kind_(kAttribute), attribute_(&attribute) {}
  // NOLINTEND(google-explicit-constructor)

 private:
  friend Html El(TagName tag, std::initializer_list<Piece> pieces);
  friend Html Join(std::initializer_list<Piece> pieces);
  enum Kind { kHtml, kText, kAttribute };
  void AppendTo(std::string& markup) const;

  Kind kind_;
  absl::string_view text_;
  const Attribute* attribute_ = nullptr;
};

// Attributes may stand anywhere among the pieces.
Html El(TagName tag, std::initializer_list<Piece> pieces);
// Pieces beside each other.
Html Join(std::initializer_list<Piece> pieces);
// Text whose `code spans` become elements, as messages of findings hold them.
Html Prose(absl::string_view text);

inline Html If(bool condition, const Html& html) { return condition ? html : Html(); }

}  // namespace allreview::web

#endif  // GATEWAY_WEB_HTML_H_
