#include "gateway/web/html.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "base/markdown_html.h"

namespace allreview::web {
namespace {

bool IsVoid(absl::string_view tag) {
  for (absl::string_view name : {"br", "col", "hr", "img", "input", "link", "meta"}) {
    if (tag == name) return true;
  }
  return false;
}

void AppendAttribute(std::string& markup, const Attribute& attribute) {
  if (attribute.name == nullptr) return;
  absl::StrAppend(&markup, " ", attribute.name);
  if (!attribute.value.has_value()) return;
  absl::StrAppend(&markup, "=\"", EscapeHtml(*attribute.value), "\"");
}

}  // namespace

void NotAllowedHere(const char*) {}

Html Html::Trusted(std::string markup) {
  Html html;
  html.markup_ = std::move(markup);
  return html;
}

Html& Html::operator+=(const Html& other) {
  markup_ += other.markup_;
  return *this;
}

std::string PercentEncoded(absl::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
        absl::StrContains("-._~", std::string(1, c))) {
      encoded += c;
    } else {
      absl::StrAppendFormat(&encoded, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

Url Url::Local(std::initializer_list<absl::string_view> segments) {
  std::string text;
  for (absl::string_view segment : segments) absl::StrAppend(&text, "/", PercentEncoded(segment));
  return Url(text.empty() ? "/" : text);
}

Url Url::Part(absl::string_view id) { return Url("").At(id); }

std::optional<Url> Url::External(absl::string_view address) {
  if (!absl::StartsWith(address, "https://") && !absl::StartsWith(address, "http://")) {
    return std::nullopt;
  }
  for (const char c : address) {
    if (!absl::ascii_isgraph(static_cast<unsigned char>(c))) return std::nullopt;
  }
  return Url(std::string(address));
}

Url Url::With(absl::string_view key, absl::string_view value) const {
  if (value.empty()) return *this;
  return Url(absl::StrCat(text_, absl::StrContains(text_, "?") ? "&" : "?", PercentEncoded(key),
                          "=", PercentEncoded(value)));
}

Url Url::At(absl::string_view part) const {
  return Url(absl::StrCat(text_, "#", PercentEncoded(part)));
}

Attribute Attr(AttributeName name, const absl::AlphaNum& value) {
  return {name.get(), std::string(value.Piece())};
}

Attribute AttrIf(bool condition, AttributeName name) {
  return condition ? Attribute{name.get()} : Attribute();
}

Attribute AttrIf(bool condition, AttributeName name, absl::string_view value) {
  return condition ? Attribute{name.get(), std::string(value)} : Attribute();
}

Attribute Class(absl::string_view names) { return {"class", std::string(names)}; }
Attribute Href(const Url& url) { return {"href", url.text()}; }
Attribute Src(const Url& url) { return {"src", url.text()}; }
Attribute Action(const Url& url) { return {"action", url.text()}; }

void Piece::AppendTo(std::string& markup) const {
  if (kind_ == kHtml) {
    absl::StrAppend(&markup, text_);
  } else if (kind_ == kText) {
    absl::StrAppend(&markup, EscapeHtml(text_));
  }
}

Html El(TagName tag, std::initializer_list<Piece> pieces) {
  std::string markup = absl::StrCat("<", tag.get());
  for (const Piece& piece : pieces) {
    if (piece.kind_ == Piece::kAttribute) AppendAttribute(markup, *piece.attribute_);
  }
  markup += '>';
  if (IsVoid(tag.get())) return Html::Trusted(std::move(markup));
  for (const Piece& piece : pieces) piece.AppendTo(markup);
  absl::StrAppend(&markup, "</", tag.get(), ">");
  return Html::Trusted(std::move(markup));
}

Html Join(std::initializer_list<Piece> pieces) {
  std::string markup;
  for (const Piece& piece : pieces) piece.AppendTo(markup);
  return Html::Trusted(std::move(markup));
}

Html Prose(absl::string_view text) {
  Html html;
  while (!text.empty()) {
    const size_t open = text.find('`');
    const size_t close = open == absl::string_view::npos ? open : text.find('`', open + 1);
    if (close == absl::string_view::npos) break;
    html += Join({text.substr(0, open)});
    html += El("code", {text.substr(open + 1, close - open - 1)});
    text.remove_prefix(close + 1);
  }
  html += Join({text});
  return html;
}

}  // namespace allreview::web
