#include "gateway/http/router.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"

namespace allreview::http {
namespace {

constexpr absl::string_view kMethods[] = {"DELETE", "GET", "PATCH", "POST", "PUT"};

absl::Status PatternError(absl::string_view pattern, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("route '", pattern, "': ", why));
}

}  // namespace

absl::StatusOr<Router::Pattern> Router::ParsePattern(const std::string& pattern) {
  if (!absl::StartsWith(pattern, "/")) return PatternError(pattern, "wanted a '/' at its begin");
  Pattern segments;
  if (pattern == "/") return segments;
  for (absl::string_view word : absl::StrSplit(absl::string_view(pattern).substr(1), '/')) {
    if (!segments.empty() && segments.back().kind == Kind::kRest) {
      return PatternError(pattern, "something follows {name...}, which takes all the rest");
    }
    if (word.empty()) return PatternError(pattern, "found an empty segment");
    const bool is_parameter = absl::StartsWith(word, "{") && absl::EndsWith(word, "}");
    if (!is_parameter) {
      segments.push_back({Kind::kLiteral, std::string(word)});
      continue;
    }
    absl::string_view name = word.substr(1, word.size() - 2);
    const bool is_rest = absl::EndsWith(name, "...");
    if (is_rest) name.remove_suffix(3);
    if (name.empty()) return PatternError(pattern, "found a parameter without a name");
    segments.push_back({is_rest ? Kind::kRest : Kind::kOne, std::string(name)});
  }
  return segments;
}

bool Router::Matches(const Pattern& pattern, const std::vector<std::string>& path) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i].kind == Kind::kRest) return true;
    if (i == path.size()) return false;
    if (pattern[i].kind == Kind::kLiteral ? pattern[i].text != path[i] : path[i].empty()) {
      return false;
    }
  }
  return pattern.size() == path.size();
}

bool Router::IsMoreLiteral(const Pattern& a, const Pattern& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].kind != b[i].kind) return a[i].kind < b[i].kind;
  }
  // Both match one path, so the longer one goes on with {name...}.
  return a.size() < b.size();
}

bool Router::IsSame(const Pattern& a, const Pattern& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Segment& x, const Segment& y) {
    return x.kind == y.kind && (x.kind != Kind::kLiteral || x.text == y.text);
  });
}

Fields Router::ParametersOf(const Pattern& pattern, const std::vector<std::string>& path) {
  Fields parameters;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i].kind == Kind::kOne) parameters.emplace_back(pattern[i].text, path[i]);
    if (pattern[i].kind == Kind::kRest) {
      parameters.emplace_back(pattern[i].text,
                              absl::StrJoin(path.begin() + static_cast<int>(i), path.end(), "/"));
    }
  }
  return parameters;
}

absl::StatusOr<Router> Router::Make(std::vector<Route> routes) {
  Router router;
  for (Route& route : routes) {
    ASSIGN_OR_RETURN(Pattern pattern, ParsePattern(route.pattern));
    if (std::find(std::begin(kMethods), std::end(kMethods), route.method) == std::end(kMethods)) {
      return PatternError(route.pattern, absl::StrCat("'", route.method, "' is not one of ",
                                                      absl::StrJoin(kMethods, ", ")));
    }
    if (route.handler == nullptr) return PatternError(route.pattern, "it has no handler");
    for (size_t i = 0; i < router.routes_.size(); ++i) {
      if (router.routes_[i].method == route.method && IsSame(router.patterns_[i], pattern)) {
        return PatternError(route.pattern, absl::StrCat(route.method, " is there twice"));
      }
    }
    router.patterns_.push_back(std::move(pattern));
    router.routes_.push_back(std::move(route));
  }
  return router;
}

Router::Found Router::Find(absl::string_view method, const std::vector<std::string>& path) const {
  if (method == "HEAD") method = "GET";
  const Pattern* best = nullptr;
  Found found;
  std::set<std::string> allowed;
  for (size_t i = 0; i < routes_.size(); ++i) {
    if (!Matches(patterns_[i], path)) continue;
    allowed.insert(routes_[i].method);
    if (routes_[i].method != method) continue;
    if (best != nullptr && !IsMoreLiteral(patterns_[i], *best)) continue;
    best = &patterns_[i];
    found.route = &routes_[i];
  }
  if (best != nullptr) found.parameters = ParametersOf(*best, path);
  if (allowed.count("GET") > 0) allowed.insert("HEAD");
  if (!allowed.empty()) allowed.insert("OPTIONS");
  found.allowed.assign(allowed.begin(), allowed.end());
  return found;
}

}  // namespace allreview::http
