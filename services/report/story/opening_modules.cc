// What an opening tells of a new definition and of new modules.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/languages.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/story/change_title.h"
#include "services/report/story/file_text.h"
#include "services/report/story/opening.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;

constexpr size_t kMaxModules = 2;
constexpr size_t kMaxParts = 4;
constexpr size_t kMaxMethods = 5;

// "/infer" of `app.route('/infer', methods=['POST'])` and of `router.post("/infer")`; empty: the
// decorator answers no request.
std::string RouteOf(absl::string_view decorator) {
  const size_t open = decorator.find('(');
  if (open == absl::string_view::npos) return "";
  const absl::string_view callee = decorator.substr(0, open);
  const absl::string_view method = callee.substr(std::min(callee.rfind('.') + 1, callee.size()));
  bool answers = false;
  for (absl::string_view known : {"route", "get", "post", "put", "delete", "patch", "websocket"}) {
    answers |= method == known && callee != method;
  }
  const absl::string_view rest = decorator.substr(open + 1);
  if (!answers || rest.size() < 3 || (rest[0] != '"' && rest[0] != '\'') || rest[1] != '/') {
    return "";
  }
  const size_t end = rest.find(rest[0], 1);
  return end == absl::string_view::npos ? "" : std::string(rest.substr(1, end - 1));
}

std::string NameOf(absl::string_view name) { return MarkdownCode(Shorten(name, 80)); }

// "class `Server` (`load`, `infer`)".
std::string ClassText(Language language, const review::v1::Review& review,
                      const ChangedSymbol& symbol) {
  constexpr Phrase kClass("class {name}", "类 {name}");
  std::vector<std::string> methods;
  for (const ChangedSymbol& other : review.model().symbols()) {
    const bool is_method = other.path() == symbol.path() &&
                           ScopeOf(other.name()) == symbol.name() && IsFunction(other) &&
                           !absl::StartsWith(SimpleName(other.name()), "_");
    if (is_method && methods.size() < kMaxMethods)
      methods.push_back(NameOf(SimpleName(other.name())));
  }
  return absl::StrCat(Say(language, kClass, {{"name", NameOf(symbol.name())}}),
                      InBrackets(language, absl::StrJoin(methods, Comma(language))));
}

// Classes, then what answers requests, then functions where there is neither.
std::vector<std::string> PartsOf(Language language, const review::v1::Review& review,
                                 const std::string& path) {
  constexpr Phrase kRoute("HTTP route {route}", "HTTP 路由 {route}");
  std::vector<std::string> classes, routes, functions;
  for (const ChangedSymbol& symbol : review.model().symbols()) {
    const bool is_own = symbol.path() == path && symbol.status() == ChangedSymbol::STATUS_ADDED &&
                        ScopeOf(symbol.name()).empty() && IsDefinition(symbol);
    if (!is_own || absl::StartsWith(symbol.name(), "_")) continue;
    std::string route;
    for (const std::string& decorator : symbol.decorators()) {
      if (route.empty()) route = RouteOf(decorator);
    }
    if (symbol.kind() == analysis::v1::SYMBOL_KIND_CLASS) {
      classes.push_back(ClassText(language, review, symbol));
    } else if (!route.empty()) {
      routes.push_back(absl::StrCat(Say(language, kRoute, {{"route", NameOf(route)}}),
                                    InBrackets(language, NameOf(symbol.name()))));
    } else {
      functions.push_back(NameOf(symbol.name()));
    }
  }
  std::vector<std::string> parts = std::move(classes);
  parts.insert(parts.end(), routes.begin(), routes.end());
  if (parts.empty()) parts = std::move(functions);
  parts.resize(std::min(parts.size(), kMaxParts));
  return parts;
}

// Words that any definition may be described by.
bool IsPlainWord(absl::string_view word) {
  for (absl::string_view plain :
       {"the",   "and",    "for",    "with",           "that",      "this",   "from",
        "class", "model",  "of",     "function",       "interface", "method", "wrapper",
        "base",  "module", "helper", "object",         "a",         "an",     "to",
        "in",    "is",     "its",    "implementation", "custom"}) {
    if (word == plain) return true;
  }
  return word.size() < 2;
}

}  // namespace

bool SaysMoreThanName(absl::string_view name, absl::string_view doc) {
  constexpr int kMinWords = 2;
  const std::string in_name = absl::AsciiStrToLower(name);
  int words = 0;
  for (absl::string_view word : absl::StrSplit(doc, absl::ByAnyChar(" .,:;`()-_/'\""))) {
    const std::string lower = absl::AsciiStrToLower(word);
    words += !IsPlainWord(lower) && !absl::StrContains(in_name, lower);
  }
  return words >= kMinWords;
}

// What new code calls, and nobody else tells of, is a part of that.
bool Opening::IsHelper(const ChangedSymbol& symbol) const {
  if (!IsFunction(symbol) || WordsInTitle(Title(), SimpleName(symbol.name())) >= 2) return false;
  const std::string id = IdOf(symbol);
  for (const Edge& edge : review_.model().edges()) {
    const bool is_call = edge.kind() == Edge::KIND_CALLS && edge.is_new() && edge.to() == id;
    if (is_call && SymbolPath(edge.from()) == symbol.path()) return true;
  }
  return false;
}

std::string Opening::ModulesText() const {
  constexpr Phrase kModule("Adds {path}: {parts}.", "新增 {path}：{parts}。");
  std::string text;
  size_t told = 0;
  for (const review::v1::FileSummary& file : review_.files()) {
    const bool is_new = file.entry().status() == change::v1::FILE_STATUS_ADDED &&
                        ReaderOf(file.language()) == Reader::kPython &&
                        file.file_class() == change::v1::FILE_CLASS_SOURCE &&
                        !IsBesideProduct(PathOf(file));
    const std::vector<std::string> parts =
        is_new ? PartsOf(language_, review_, PathOf(file)) : std::vector<std::string>();
    if (parts.empty() || told++ == kMaxModules) continue;
    text = JoinSentences(language_, text,
                         Say(language_, kModule,
                             {{"path", MarkdownCode(Shorten(PathOf(file), 160))},
                              {"parts", absl::StrJoin(parts, Comma(language_))}}));
  }
  return text;
}

}  // namespace allreview::report
