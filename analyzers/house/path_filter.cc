#include "analyzers/house/path_filter.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"

namespace allreview::house {
namespace {

constexpr size_t kMaxExpression = 8192;
constexpr int64_t kMaxMemory = 1 << 20;

// Without the white space and comments that (?x) allows.
std::string WithoutLayout(absl::string_view expression) {
  std::string text;
  bool is_comment = false, is_class = false;
  for (size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (is_comment) {
      is_comment = c != '\n';
    } else if (c == '\\' && i + 1 < expression.size()) {
      text += c;
      text += expression[++i];
    } else if (!is_class && c == '#') {
      is_comment = true;
    } else if (is_class || !absl::ascii_isspace(static_cast<unsigned char>(c))) {
      if (c == '[') is_class = true;
      if (c == ']') is_class = false;
      text += c;
    }
  }
  return text;
}

re2::StringPiece Piece(absl::string_view text) { return {text.data(), text.size()}; }

// Fails with what is wrong about the expression.
absl::StatusOr<std::unique_ptr<re2::RE2>> Compile(absl::string_view expression) {
  if (expression.size() > kMaxExpression) {
    return absl::InvalidArgumentError(
        absl::StrCat("the expression is longer than ", kMaxExpression, " bytes"));
  }
  const bool is_spread = absl::ConsumePrefix(&expression, "(?x)");
  const std::string text = is_spread ? WithoutLayout(expression) : std::string(expression);
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_max_mem(kMaxMemory);
  auto compiled = std::make_unique<re2::RE2>(text, options);
  if (compiled->ok()) return compiled;
  return absl::InvalidArgumentError(compiled->error());
}

}  // namespace

PathMatcher::PathMatcher(const PathFilter& filter) {
  const auto compile = [this](const std::string& expression) -> std::unique_ptr<re2::RE2> {
    if (expression.empty()) return nullptr;
    absl::StatusOr<std::unique_ptr<re2::RE2>> compiled = Compile(expression);
    if (compiled.ok()) return *std::move(compiled);
    error_ = std::string(compiled.status().message());
    return nullptr;
  };
  files_ = compile(filter.files);
  exclude_ = compile(filter.exclude);
}

PathMatcher::~PathMatcher() = default;
PathMatcher::PathMatcher(PathMatcher&&) noexcept = default;

bool PathMatcher::Matches(absl::string_view path) const {
  if (!error_.empty()) return false;
  if (files_ != nullptr && !re2::RE2::PartialMatch(Piece(path), *files_)) return false;
  return exclude_ == nullptr || !re2::RE2::PartialMatch(Piece(path), *exclude_);
}

std::vector<std::string> PathMatcher::Select(const std::vector<std::string>& paths) const {
  std::vector<std::string> selected;
  for (const std::string& path : paths) {
    if (Matches(path)) selected.push_back(path);
  }
  return selected;
}

std::string ExpressionOfPattern(absl::string_view pattern) {
  const bool is_folder = absl::ConsumeSuffix(&pattern, "/");
  // A pattern with a slash inside is anchored; a bare name may stand in any folder.
  const bool is_anchored = absl::ConsumePrefix(&pattern, "/") || absl::StrContains(pattern, "/");
  std::string text = is_anchored ? "^" : "(^|/)";
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (absl::StartsWith(pattern.substr(i), "**/")) {
      text += "(.*/)?";
      i += 2;
    } else if (absl::StartsWith(pattern.substr(i), "**")) {
      text += ".*";
      ++i;
    } else if (pattern[i] == '*') {
      text += "[^/]*";
    } else if (pattern[i] == '?') {
      text += "[^/]";
    } else {
      text += re2::RE2::QuoteMeta(re2::StringPiece(pattern.data() + i, 1));
    }
  }
  // "docs/*" does not reach into folders of docs; a name may itself be a folder.
  const bool is_shallow = absl::EndsWith(pattern, "/*") || pattern == "*";
  return absl::StrCat(text, is_folder ? "/" : is_shallow && is_anchored ? "$" : "($|/)");
}

}  // namespace allreview::house
