// The pages over invented data, for the browser test and for those who design them:
//
//   bazel run //gateway/web/testing:web_demo -- --listen=127.0.0.1:8080
//
// Prints "listening on ADDRESS". POST /demo/advance lets the running review go on; GET /demo/votes
// lists votes. --token=T wants that API token; --empty shows a server without reviews.

#include <signal.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gateway/http/http_server.h"
#include "gateway/web/routes.h"
#include "gateway/web/testing/demo_service.h"
#include "gateway/web/testing/demo_store.h"
#include "host/flags.h"

namespace {

using allreview::host::Flag;
using allreview::host::Flags;
namespace http = allreview::http;
namespace web = allreview::web;

std::vector<http::Route> DemoRoutes(web::Demo& demo) {
  std::vector<http::Route> routes = web::Routes(
      {.reviews = demo.stub(), .diff = [&demo] { return demo.diff(); }, .now = web::DemoNow});
  routes.push_back(
      {.method = "POST", .pattern = "/demo/advance", .handler = [&demo](const http::HttpRequest&) {
         demo.Advance();
         return http::HttpResponse{};
       }});
  routes.push_back(
      {.method = "GET", .pattern = "/demo/votes", .handler = [&demo](const http::HttpRequest&) {
         return http::HttpResponse{.body = absl::StrJoin(demo.votes(), "\n")};
       }});
  return routes;
}

int Run(const Flags& flags) {
  // Before any thread starts, so that all of them leave the signals to sigwait.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  web::Demo demo({.token = flags.Get("token"), .is_empty = flags.GetSwitch("empty")});
  const auto server =
      http::HttpServer::Start(DemoRoutes(demo), {.address = flags.Get("listen", "127.0.0.1:8080")});
  if (!server.ok()) {
    std::fprintf(stderr, "web_demo: %s\n", server.status().ToString().c_str());
    return 1;
  }
  std::printf("listening on %s\n", (*server)->address().c_str());
  std::fflush(stdout);
  int signal_number = 0;
  sigwait(&signals, &signal_number);
  (*server)->Drain(absl::Seconds(1));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const Flag known[] = {{.name = "listen", .value = "HOST:PORT", .help = "Where to serve."},
                        {.name = "token", .value = "TOKEN", .help = "Visitors need it."},
                        {.name = "empty", .help = "No reviews yet."}};
  const absl::StatusOr<Flags> flags =
      Flags::Parse(known, std::vector<std::string>(argv + 1, argv + argc));
  if (!flags.ok()) {
    std::fprintf(stderr, "web_demo: %s\n", std::string(flags.status().message()).c_str());
    return 2;
  }
  return Run(*flags);
}
