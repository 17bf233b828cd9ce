// The pages over invented data, for the browser test and for those who design them:
//
//   bazel run //gateway/web/testing:web_demo -- --listen=127.0.0.1:8080
//
// Prints "listening on ADDRESS". POST /demo/advance lets the running review go on; GET /demo/votes
// lists votes. --token=T wants that API token; --empty shows a server without reviews; --logins
// shows one where people log in, which everybody does as mara or, by "root", as an operator.

#include <signal.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "base/check.h"
#include "base/file.h"
#include "gateway/access/login/logins.h"
#include "gateway/access/people.h"
#include "gateway/http/http_server.h"
#include "gateway/store/open_store.h"
#include "gateway/web/routes.h"
#include "gateway/web/testing/demo_service.h"
#include "gateway/web/testing/demo_store.h"
#include "host/flags.h"

namespace {

using allreview::host::Flag;
using allreview::host::Flags;
namespace access = allreview::access;
namespace http = allreview::http;
namespace web = allreview::web;

// Lets everybody in at once, with the name that it is called by.
class DemoProvider final : public access::LoginProvider {
 public:
  DemoProvider(const char* id, const char* title, const char* name)
      : id_(id), title_(title), name_(name) {}
  std::string id() const override { return id_; }
  std::string title() const override { return title_; }
  absl::StatusOr<std::string> AuthorizationUrl(const access::LoginSecrets& secrets) override {
    return absl::StrCat("/login/", id_, "/callback?code=demo&state=", secrets.state);
  }
  absl::StatusOr<access::Identity> Identify(const access::LoginAnswer&,
                                            const access::LoginSecrets&) override {
    return access::Identity{.provider = id_, .name = name_, .groups = {"@acme/trainers"}};
  }

 private:
  const char* const id_;
  const char* const title_;
  const char* const name_;
};

// People who log in; nothing of it outlives the process.
struct DemoPeople {
  // `grants` is a file that can be written.
  explicit DemoPeople(const std::string& grants) {
    CHECK(allreview::WriteFile(grants, "everyone read\noidc:root read,admin\n").ok());
    auto table = access::Grants::FromFile(grants, absl::Now);
    CHECK(table.ok());
    people = std::make_unique<access::People>(
        access::PeopleOptions{.grants = *std::move(table), .sessions = &sessions});
    access::LoginsOptions options = {.sessions = &sessions,
                                     .public_url = [] { return "http://demo.example"; }};
    options.providers.push_back(std::make_unique<DemoProvider>("github", "GitHub", "mara"));
    options.providers.push_back(std::make_unique<DemoProvider>("oidc", "sso.acme.example", "root"));
    logins = std::make_unique<access::Logins>(std::move(options));
  }

  std::unique_ptr<allreview::gateway::KeyedStore> store =
      *allreview::gateway::OpenKeyedStore("sqlite::memory:", {});
  access::Sessions sessions{store.get(), absl::Now};
  std::unique_ptr<access::People> people;
  std::unique_ptr<access::Logins> logins;
};

// `people` may be null.
std::vector<http::Route> DemoRoutes(web::Demo& demo, DemoPeople* people) {
  std::vector<http::Route> routes =
      web::Routes({.reviews = demo.stub(),
                   .diff = [&demo] { return demo.diff(); },
                   .people = people == nullptr ? nullptr : people->people.get(),
                   .logins = people == nullptr ? nullptr : people->logins.get(),
                   .now = web::DemoNow});
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
  std::optional<DemoPeople> people;
  if (flags.Has("logins")) people.emplace(flags.Get("logins"));
  const auto server = http::HttpServer::Start(DemoRoutes(demo, people ? &*people : nullptr),
                                              {.address = flags.Get("listen", "127.0.0.1:8080")});
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
                        {.name = "logins",
                         .value = "FILE",
                         .help = "People log in; what they may do is written to the file."},
                        {.name = "empty", .help = "No reviews yet."}};
  const absl::StatusOr<Flags> flags =
      Flags::Parse(known, std::vector<std::string>(argv + 1, argv + argc));
  if (!flags.ok()) {
    std::fprintf(stderr, "web_demo: %s\n", std::string(flags.status().message()).c_str());
    return 2;
  }
  return Run(*flags);
}
