#ifndef GATEWAY_WEB_ROUTES_H_
#define GATEWAY_WEB_ROUTES_H_

// The pages of AllReview, for http::HttpServer.
//
//   std::vector<http::Route> routes = web::Routes({.reviews = stub.get()});
//
// HTML is made here, on the server; JavaScript only draws diagrams and shows progress. All data
// comes through ReviewService, with the visitor's token as `authorization: Bearer …`: the service
// decides who may see what. What it gave is then read without asking again: the diff of a review is
// taken apart by DiffService itself. Where ReviewService says UNAUTHENTICATED the visitor is sent
// to /login, which offers the logins of the server and keeps a token in a cookie (visitor.h).
// Handlers keep no state and are safe from any thread.
//
//   /                            reviews with filters       /repositories, /repositories/{id}
//   /reviews/{id}?document=D     a document                 /rules, /rules/{id}
//   /reviews/{id}/changes …      the other tabs             /trends, /trends/csv
//   /reviews/{id}/events         progress, as SSE           /login, /logout
//   /reviews/{id}/feedback       votes (POST)               /assets/{name}
//   /reviews.atom                the list as a feed         /badge/{repository...}
//   /admin                       queue, dead letters, audit log; /admin/retry (POST)
//   /login/{provider} …          login elsewhere            /sessions, /sessions/revoke
//
// `/{path...}` answers what no route of the server takes.

#include <functional>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/access/login/logins.h"
#include "gateway/access/people.h"
#include "gateway/http/message.h"
#include "proto/diff/v1/diff.grpc.pb.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::web {

struct WebOptions {
  review::v1::ReviewService::StubInterface* reviews = nullptr;  // Outlives the routes.
  // For diffs of reviews that the visitor may see; what it returns outlives the routes.
  std::function<diff::v1::DiffService::StubInterface*()> diff = nullptr;
  // Of people who log in; both outlive the routes. Null: only API tokens are known.
  access::People* people = nullptr;
  access::Logins* logins = nullptr;
  // Where browsers reach this server: feeds hold whole addresses. Null: they hold paths.
  std::function<std::string()> public_url = nullptr;
  bool has_tokens = true;    // The login page takes API tokens.
  bool has_webhooks = true;  // GitHub tells this server of pull requests.
  // Told who ended whose session, for the audit log.
  std::function<void(const std::string& actor, const std::string& whose)> on_revoked = nullptr;
  std::function<absl::Time()> now = absl::Now;
  // Text that cannot be guessed, at least 32 letters and digits. Null: from the system.
  std::function<std::string()> random = nullptr;
};

std::vector<http::Route> Routes(const WebOptions& given);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_ROUTES_H_
