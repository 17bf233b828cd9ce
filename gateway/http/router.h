#ifndef GATEWAY_HTTP_ROUTER_H_
#define GATEWAY_HTTP_ROUTER_H_

// Finds the route of a path.
//
//   absl::StatusOr<Router> router = Router::Make(std::move(routes));
//   Router::Found found = router->Find("GET", {"reviews", "7"});
//   found.route->handler; found.parameters;  // {{"id", "7"}}
//
// Immutable, so safe from any thread.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/http/message.h"

namespace allreview::http {

class Router {
 public:
  struct Found {
    const Route* route = nullptr;  // Points into the router. Null: none for this method.
    Fields parameters = {};
    // Methods that the path has, sorted, with HEAD and OPTIONS; empty: there is no such path.
    std::vector<std::string> allowed = {};
  };

  // kInvalidArgument: a pattern or method cannot be understood, or two routes are the same.
  static absl::StatusOr<Router> Make(std::vector<Route> routes);

  // HEAD finds routes of GET.
  Found Find(absl::string_view method, const std::vector<std::string>& path) const;

  const std::vector<Route>& routes() const { return routes_; }

 private:
  enum class Kind { kLiteral, kOne, kRest };  // From the most to the least literal.
  struct Segment {
    Kind kind;
    std::string text;  // The literal, or the parameter's name.
  };
  using Pattern = std::vector<Segment>;

  static absl::StatusOr<Pattern> ParsePattern(const std::string& pattern);
  static bool Matches(const Pattern& pattern, const std::vector<std::string>& path);
  static bool IsMoreLiteral(const Pattern& a, const Pattern& b);
  static bool IsSame(const Pattern& a, const Pattern& b);
  static Fields ParametersOf(const Pattern& pattern, const std::vector<std::string>& path);

  std::vector<Route> routes_;
  std::vector<Pattern> patterns_;  // Of each route.
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_ROUTER_H_
