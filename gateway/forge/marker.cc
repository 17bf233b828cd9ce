#include "gateway/forge/marker.h"

#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/hash.h"

namespace allreview::gateway {
namespace {

constexpr absl::string_view kOpening = "<!-- allreview:v1 ";
constexpr absl::string_view kClosing = " -->";
constexpr size_t kKeyDigits = 16;

// Names of rules, ids and digests have no other characters.
std::string Safe(absl::string_view text) {
  std::string safe(text);
  for (char& c : safe) {
    const bool is_kept =
        absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
    if (!is_kept) c = '?';
  }
  return safe;
}

// Rules of other tools have more: "eslint/@typescript-eslint/no-x", "ruff/E711".
std::string SafeRule(absl::string_view rule) {
  std::string safe(rule);
  for (char& c : safe) {
    if (c == '/') {
      c = '~';
    } else if (c == '@') {
      c = '!';
    } else if (c != '+' && c != ':') {
      c = Safe(absl::string_view(&c, 1))[0];
    }
  }
  return safe;
}

std::string RuleOf(std::string safe) {
  for (char& c : safe) {
    if (c == '~') c = '/';
    if (c == '!') c = '@';
  }
  return safe;
}

std::string ListText(const std::vector<MarkedFinding>& findings) {
  return absl::StrJoin(findings, ",", [](std::string* out, const MarkedFinding& finding) {
    absl::StrAppend(out, Safe(finding.fingerprint), "/", SafeRule(finding.rule_id), "/",
                    Safe(finding.key));
  });
}

std::vector<MarkedFinding> ParseList(absl::string_view text) {
  std::vector<MarkedFinding> findings;
  for (absl::string_view entry : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    std::vector<std::string> parts = absl::StrSplit(entry, '/');
    parts.resize(3);
    findings.push_back({.fingerprint = parts[0], .rule_id = RuleOf(parts[1]), .key = parts[2]});
  }
  return findings;
}

}  // namespace

std::string MarkerText(const Marker& marker) {
  std::string text(kOpening);
  switch (marker.kind) {
    case Marker::Kind::kFinding:
      absl::StrAppend(&text, "fp=", Safe(marker.finding.fingerprint),
                      " rule=", SafeRule(marker.finding.rule_id), " key=", Safe(marker.finding.key),
                      " run=", Safe(marker.run));
      break;
    case Marker::Kind::kReview:
      absl::StrAppend(&text, "review=", Safe(marker.run), " head=", Safe(marker.head),
                      " posted=", ListText(marker.posted), " body=", ListText(marker.in_body));
      break;
    case Marker::Kind::kFixed:
    case Marker::Kind::kBack:
      absl::StrAppend(&text, marker.kind == Marker::Kind::kFixed ? "fixed=" : "back=",
                      Safe(marker.finding.fingerprint), " head=", Safe(marker.head));
      break;
  }
  return absl::StrCat(text, kClosing);
}

std::optional<Marker> FindMarker(absl::string_view text) {
  const size_t start = text.rfind(kOpening);
  if (start == absl::string_view::npos) return std::nullopt;
  text.remove_prefix(start + kOpening.size());
  const size_t end = text.find(kClosing);
  if (end == absl::string_view::npos) return std::nullopt;
  std::map<std::string, std::string> fields;
  for (absl::string_view field : absl::StrSplit(text.substr(0, end), ' ', absl::SkipEmpty())) {
    fields.insert(absl::StrSplit(field, absl::MaxSplits('=', 1)));
  }
  Marker marker{.run = fields["run"], .head = fields["head"]};
  if (fields.count("review") > 0) {
    marker.kind = Marker::Kind::kReview;
    marker.run = fields["review"];
    marker.posted = ParseList(fields["posted"]);
    marker.in_body = ParseList(fields["body"]);
  } else if (fields.count("fixed") > 0) {
    marker.kind = Marker::Kind::kFixed;
    marker.finding.fingerprint = fields["fixed"];
  } else if (fields.count("back") > 0) {
    marker.kind = Marker::Kind::kBack;
    marker.finding.fingerprint = fields["back"];
  } else if (fields.count("fp") > 0) {
    marker.finding = {
        .fingerprint = fields["fp"], .rule_id = RuleOf(fields["rule"]), .key = fields["key"]};
  } else {
    return std::nullopt;  // Of a later version.
  }
  return marker;
}

std::string ContentKey(const finding::v1::Finding& finding) {
  const absl::string_view separator("\0", 1);
  std::string code = finding.before_code().empty() ? finding.problem() : finding.before_code();
  absl::RemoveExtraAsciiWhitespace(&code);
  return Sha256Hex(absl::StrCat(finding.rule_id(), separator, finding.symbol(), separator, code))
      .substr(0, kKeyDigits);
}

}  // namespace allreview::gateway
