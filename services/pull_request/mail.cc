#include "services/pull_request/mail.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"
#include "services/pull_request/git_history.h"
#include "services/pull_request/git_raw.h"

namespace allreview::pull_request {
namespace {

// Cuts the first line off, without its line end.
absl::string_view TakeLine(absl::string_view* text) {
  size_t end = text->find('\n');
  absl::string_view line = text->substr(0, end);
  text->remove_prefix(end == absl::string_view::npos ? text->size() : end + 1);
  absl::ConsumeSuffix(&line, "\r");
  return line;
}

// "Name: value".
bool IsHeaderLine(absl::string_view line) {
  size_t colon = line.find(':');
  if (colon == 0 || colon == absl::string_view::npos) return false;
  for (char c : line.substr(0, colon)) {
    if (!absl::ascii_isalnum(c) && c != '-') return false;
  }
  return true;
}

// "From <id or address> <date>", the line between the mails of a mailbox.
bool IsSeparator(absl::string_view line, absl::string_view after) {
  return absl::StartsWith(line, "From ") && IsHeaderLine(TakeLine(&after));
}

using Headers = std::map<std::string, std::string>;  // By lower-case name; the first one counts.

Headers TakeHeaders(absl::string_view* text) {
  Headers headers;
  std::string* last = nullptr;
  while (!text->empty()) {
    absl::string_view line = TakeLine(text);
    if (line.empty()) break;
    if (last != nullptr && (line[0] == ' ' || line[0] == '\t')) {
      absl::StrAppend(last, " ", absl::StripLeadingAsciiWhitespace(line));
    } else if (IsHeaderLine(line)) {
      size_t colon = line.find(':');
      auto [entry, is_new] =
          headers.try_emplace(absl::AsciiStrToLower(line.substr(0, colon)),
                              std::string(absl::StripAsciiWhitespace(line.substr(colon + 1))));
      last = is_new ? &entry->second : nullptr;
    }
  }
  return headers;
}

std::string ValueOf(const Headers& headers, const char* name) {
  auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

std::string AuthorOf(absl::string_view from) {
  std::string name = DecodeHeaderText(from);
  absl::string_view text = absl::StripAsciiWhitespace(name);
  std::string author = NameWithoutMail(text);
  if (author.size() >= 2 && author.front() == '"' && author.back() == '"') {
    author = author.substr(1, author.size() - 2);
  }
  return author;
}

// Takes "[PATCH v2 1/3]" and "Re:" off; other brackets belong to the subject.
void SetSubject(absl::string_view header, Mail* mail) {
  std::string decoded = DecodeHeaderText(header);
  absl::string_view text = decoded;
  for (;;) {
    text = absl::StripLeadingAsciiWhitespace(text);
    if (absl::StartsWithIgnoreCase(text, "re:")) {
      text.remove_prefix(3);
      continue;
    }
    size_t end = text.find(']');
    if (!absl::StartsWith(text, "[") || end == absl::string_view::npos) break;
    absl::string_view bracket = text.substr(1, end - 1);
    if (!absl::StrContains(bracket, "PATCH") && !absl::StrContains(bracket, "RFC")) break;
    absl::string_view number = bracket.substr(bracket.rfind(' ') + 1);
    mail->is_cover_letter = absl::StartsWith(number, "0/") || absl::StartsWith(number, "00/") ||
                            absl::StartsWith(number, "000/");
    text.remove_prefix(end + 1);
  }
  mail->subject = ToDisplayText(absl::StripAsciiWhitespace(text));
}

bool BeginsDiff(absl::string_view line, absl::string_view after) {
  return absl::StartsWith(line, "diff --git ") || absl::StartsWith(line, "Index: ") ||
         (absl::StartsWith(line, "--- ") && absl::StartsWith(TakeLine(&after), "+++ "));
}

void ReadBody(absl::string_view body, Mail* mail) {
  bool is_first = true;
  bool is_message = true;
  while (!body.empty()) {
    absl::string_view line = TakeLine(&body);
    if (BeginsDiff(line, body)) {
      mail->has_diff = true;
      break;
    }
    if (line == "---") is_message = false;
    // format-patch names the author here when somebody else sends the mail.
    if (is_first && absl::ConsumePrefix(&line, "From: ")) {
      mail->author = AuthorOf(line);
      continue;
    }
    if (is_first && absl::ConsumePrefix(&line, "Subject: ")) {
      SetSubject(line, mail);
      continue;
    }
    is_first = false;
    if (is_message) absl::StrAppend(&mail->body, line, "\n");
  }
  mail->body = ToDisplayText(absl::StripAsciiWhitespace(mail->body));
}

// The mail without its separator line. Sets *decoded to the body in plain form where it is not.
Mail ReadMail(absl::string_view text, std::optional<std::string>* decoded) {
  Mail mail;
  Headers headers = TakeHeaders(&text);
  mail.author = AuthorOf(ValueOf(headers, "from"));
  SetSubject(ValueOf(headers, "subject"), &mail);
  std::string type = absl::AsciiStrToLower(ValueOf(headers, "content-type"));
  std::string encoding = absl::AsciiStrToLower(ValueOf(headers, "content-transfer-encoding"));
  mail.is_multipart = absl::StartsWith(type, "multipart/");
  if (encoding == "quoted-printable") {
    *decoded = DecodeQuotedPrintable(text);
  } else if (encoding == "base64") {
    std::string packed, plain;
    for (char c : text) {
      if (!absl::ascii_isspace(static_cast<unsigned char>(c))) packed += c;
    }
    if (absl::Base64Unescape(packed, &plain)) *decoded = std::move(plain);
  }
  ReadBody(decoded->has_value() ? absl::string_view(**decoded) : text, &mail);
  return mail;
}

std::string Latin1ToUtf8(absl::string_view text) {
  std::string utf8;
  for (unsigned char c : text) {
    if (c < 0x80) {
      utf8 += static_cast<char>(c);
    } else {
      utf8 += static_cast<char>(0xC0 | (c >> 6));
      utf8 += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return utf8;
}

// One "=?charset?encoding?text?=" at the start of `text`, and its length.
std::optional<std::pair<std::string, size_t>> DecodeWord(absl::string_view text) {
  if (!absl::StartsWith(text, "=?")) return std::nullopt;
  size_t charset_end = text.find('?', 2);
  if (charset_end == absl::string_view::npos || text.substr(charset_end + 2, 1) != "?") {
    return std::nullopt;
  }
  size_t end = text.find("?=", charset_end + 3);
  if (end == absl::string_view::npos) return std::nullopt;
  std::string charset = absl::AsciiStrToLower(text.substr(2, charset_end - 2));
  absl::string_view coded = text.substr(charset_end + 3, end - charset_end - 3);
  char encoding = absl::ascii_tolower(text[charset_end + 1]);
  std::string bytes;
  if (encoding == 'q') {
    std::string spaced(coded);
    for (char& c : spaced) {
      if (c == '_') c = ' ';
    }
    bytes = DecodeQuotedPrintable(spaced);
  } else if (encoding != 'b' || !absl::Base64Unescape(coded, &bytes)) {
    return std::nullopt;
  }
  if (charset == "iso-8859-1") return std::pair(Latin1ToUtf8(bytes), end + 2);
  if (charset != "utf-8" && charset != "us-ascii") return std::nullopt;
  return std::pair(std::move(bytes), end + 2);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::string DecodeQuotedPrintable(absl::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    absl::string_view rest = text.substr(i);
    if (rest[0] != '=') {
      plain += rest[0];
    } else if (absl::StartsWith(rest, "=\r\n")) {
      i += 2;  // A line end that is not part of the text.
    } else if (absl::StartsWith(rest, "=\n")) {
      i += 1;
    } else if (rest.size() > 2 && HexDigit(rest[1]) >= 0 && HexDigit(rest[2]) >= 0) {
      plain += static_cast<char>(HexDigit(rest[1]) * 16 + HexDigit(rest[2]));
      i += 2;
    } else {
      plain += '=';
    }
  }
  return plain;
}

std::string DecodeHeaderText(absl::string_view text) {
  std::string plain;
  bool follows_word = false;
  while (!text.empty()) {
    if (auto word = DecodeWord(text); word.has_value()) {
      plain += word->first;
      text.remove_prefix(word->second);
      follows_word = true;
      continue;
    }
    // White space between two encoded words is not part of the text.
    size_t spaces = std::min(text.find_first_not_of(" \t"), text.size());
    if (follows_word && spaces > 0 && DecodeWord(text.substr(spaces)).has_value()) {
      text.remove_prefix(spaces);
      continue;
    }
    follows_word = false;
    plain += text[0];
    text.remove_prefix(1);
  }
  return plain;
}

bool LooksLikeMail(absl::string_view text) {
  absl::string_view line = TakeLine(&text);
  if (IsSeparator(line, text)) return true;
  bool has_subject = false;
  for (; IsHeaderLine(line) || (!line.empty() && (line[0] == ' ' || line[0] == '\t'));
       line = TakeLine(&text)) {
    has_subject = has_subject || absl::StartsWithIgnoreCase(line, "subject:");
  }
  return has_subject && line.empty();
}

Mailbox ParseMailbox(absl::string_view text) {
  Mailbox mailbox;
  std::string joined;
  bool is_decoded = false;
  while (!text.empty()) {
    absl::string_view mail_text = text;
    absl::string_view rest = text;
    std::string commit;
    absl::string_view line = TakeLine(&rest);
    if (IsSeparator(line, rest)) {
      commit = std::string(line.substr(5, line.find(' ', 5) - 5));
      mail_text = rest;
    }
    // To the next separator, which follows an empty line.
    bool is_after_empty = false;
    for (; !rest.empty(); is_after_empty = line.empty()) {
      absl::string_view here = rest;
      line = TakeLine(&rest);
      if (!is_after_empty || !IsSeparator(line, rest)) continue;
      mail_text.remove_suffix(here.size());
      rest = here;
      break;
    }
    std::optional<std::string> decoded;
    Mail mail = ReadMail(mail_text, &decoded);
    bool is_id = IsFullObjectId(commit) && commit.find_first_not_of('0') != std::string::npos;
    if (is_id) mail.commit = commit;
    mailbox.mails.push_back(std::move(mail));
    absl::string_view whole = text.substr(0, text.size() - rest.size());
    if (decoded.has_value()) {
      is_decoded = true;
      absl::string_view after_headers = mail_text;
      TakeHeaders(&after_headers);
      whole.remove_suffix(after_headers.size());
      absl::StrAppend(&joined, whole, *decoded);
    } else {
      absl::StrAppend(&joined, whole);
    }
    text = rest;
  }
  if (is_decoded) mailbox.decoded = std::move(joined);
  return mailbox;
}

}  // namespace allreview::pull_request
