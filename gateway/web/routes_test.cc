// The routes over the demo's service: what a browser gets, without one.

#include "gateway/web/routes.h"

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gateway/web/assets.h"
#include "gateway/web/testing/demo_service.h"
#include "gateway/web/testing/demo_store.h"
#include "gateway/web/testing/html_check.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::web {
namespace {

using http::HttpRequest;
using http::HttpResponse;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kSecret[] = "0123456789abcdef0123456789abcdef";

std::string HeaderOf(const HttpResponse& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

// Calls the route of a pattern; parameters and query are found by it in `target`.
class Browser {
 public:
  explicit Browser(Demo& demo)
      : routes_(Routes({.reviews = demo.stub(),
                        .diff = [&demo] { return demo.diff(); },
                        .now = DemoNow,
                        .random = [] { return std::string(kSecret); }})) {}

  HttpResponse Send(HttpRequest request) const {
    const std::vector<std::string> parts = absl::StrSplit(request.target, absl::MaxSplits('?', 1));
    request.path = absl::StrSplit(parts[0], '/', absl::SkipEmpty());
    if (parts.size() > 1) {
      for (absl::string_view pair : absl::StrSplit(parts[1], '&'))
        request.query.push_back(absl::StrSplit(pair, absl::MaxSplits('=', 1)));
    }
    request.request_id = "test-1";
    for (const http::Route& route : routes_) {
      HttpRequest matched = request;
      if (route.method == request.method && Matches(route.pattern, matched))
        return route.handler(matched);
    }
    ADD_FAILURE() << "no route takes " << request.target;
    return {};
  }

  HttpResponse Get(const std::string& target, http::Fields headers = {}) const {
    return Send({.method = "GET", .target = target, .headers = std::move(headers)});
  }

  HttpResponse Post(const std::string& target, const std::string& body,
                    http::Fields headers = {}) const {
    headers.emplace_back("cookie", absl::StrCat("allreview_form=", kSecret));
    return Send({.method = "POST", .target = target, .headers = std::move(headers), .body = body});
  }

  // The token of the forms on a page.
  std::string FormToken() const {
    const std::string page =
        Get("/login", {{"cookie", absl::StrCat("allreview_form=", kSecret)}}).body;
    const size_t at = page.find("name=\"form_token\" value=\"") + 25;
    return page.substr(at, page.find('"', at) - at);
  }

 private:
  static bool Matches(const std::string& pattern, HttpRequest& request) {
    const std::vector<std::string> parts = absl::StrSplit(pattern, '/', absl::SkipEmpty());
    if (pattern == "/{path...}") return true;
    if (parts.size() != request.path.size()) return false;
    // Literal parts win over parameters, as in the server's router.
    if (pattern == "/reviews/{id}/{tab}" &&
        (request.path[2] == "events" || request.path[2] == "download"))
      return false;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (absl::StartsWith(parts[i], "{")) {
        request.parameters.emplace_back(parts[i].substr(1, parts[i].size() - 2), request.path[i]);
      } else if (parts[i] != request.path[i]) {
        return false;
      }
    }
    return true;
  }

  std::vector<http::Route> routes_;
};

// A service whose caller has no memory left while it sends the diff, or while it reads.
class NoMemoryStream final
    : public grpc::ClientReaderWriterInterface<diff::v1::ParseRequest, diff::v1::ParseResponse> {
 public:
  explicit NoMemoryStream(bool is_writing) : is_writing_(is_writing) {}
  bool Write(const diff::v1::ParseRequest&, grpc::WriteOptions) override {
    if (is_writing_) throw std::bad_alloc();
    return false;
  }
  bool Read(diff::v1::ParseResponse*) override {
    if (!is_writing_) throw std::bad_alloc();
    return false;
  }
  bool NextMessageSize(uint32_t*) override { return false; }
  bool WritesDone() override { return true; }
  void WaitForInitialMetadata() override {}
  grpc::Status Finish() override { return grpc::Status::OK; }

 private:
  const bool is_writing_;
};

class NoMemoryDiff final : public diff::v1::DiffService::StubInterface {
 public:
  explicit NoMemoryDiff(bool is_writing) : is_writing_(is_writing) {}

 private:
  using Call = grpc::ClientReaderWriterInterface<diff::v1::ParseRequest, diff::v1::ParseResponse>;
  using AsyncCall =
      grpc::ClientAsyncReaderWriterInterface<diff::v1::ParseRequest, diff::v1::ParseResponse>;
  Call* ParseRaw(grpc::ClientContext*) override { return new NoMemoryStream(is_writing_); }
  AsyncCall* AsyncParseRaw(grpc::ClientContext*, grpc::CompletionQueue*, void*) override {
    return nullptr;
  }
  AsyncCall* PrepareAsyncParseRaw(grpc::ClientContext*, grpc::CompletionQueue*) override {
    return nullptr;
  }

  const bool is_writing_;
};

TEST(Diff, EndsThePageAndNotTheProcessWhereThereIsNoMemory) {
  Demo demo({});
  for (const bool is_writing : {true, false}) {
    NoMemoryDiff diff(is_writing);
    for (http::Route& route : Routes({.reviews = demo.stub(),
                              .diff = [&diff] { return &diff; },
                              .now = DemoNow,
                              .random = [] { return std::string(kSecret); }})) {
      if (route.pattern != "/reviews/{id}/{tab}") continue;
      HttpRequest request{.method = "GET",
                          .target = absl::StrCat("/reviews/", kBlockedReview, "/changes")};
      request.path = {"reviews", kBlockedReview, "changes"};
      request.parameters = {{"id", kBlockedReview}, {"tab", "changes"}};
      EXPECT_THROW(route.handler(request), std::bad_alloc);  // The server answers 500.
    }
  }
}

struct PageCase {
  const char* name;
  std::string target;
  std::string text;
};

class Pages : public testing::TestWithParam<PageCase> {};

TEST_P(Pages, ShowWhatTheyAreFor) {
  Demo demo({});
  const HttpResponse response = Browser(demo).Get(GetParam().target);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
  EXPECT_THAT(TextOf(response.body), HasSubstr(GetParam().text));
  EXPECT_THAT(DangersIn(response.body), IsEmpty());
  EXPECT_THAT(HeaderOf(response, "Content-Security-Policy"),
              AllOf(HasSubstr("default-src 'none'"), HasSubstr("script-src 'self';"),
                    HasSubstr("style-src 'self';"), HasSubstr("frame-ancestors 'none'")));
}

INSTANTIATE_TEST_SUITE_P(
    Web, Pages,
    testing::Values(
        PageCase{"List", "/", "Drop tokens over an expert's capacity"},
        PageCase{"Filtered", "/?conclusion=blocked&author=mara", "Reviews"},
        PageCase{"SecondPage", "/?page=25", "Newest"},
        PageCase{"Review", absl::StrCat("/reviews/", kBlockedReview), "PR Summary"},
        PageCase{"Chinese", absl::StrCat("/reviews/", kBlockedReview, "?language=zh"), "中文"},
        PageCase{"DeepDive", absl::StrCat("/reviews/", kBlockedReview, "?document=deep-dive"),
                 "Contents"},
        PageCase{"Changes", absl::StrCat("/reviews/", kBlockedReview, "/changes"),
                 "Collective that only part of its group reaches"},
        PageCase{"Numerics", absl::StrCat("/reviews/", kBlockedReview, "/numerics"),
                 "Lost bits by format"},
        PageCase{"Coverage", absl::StrCat("/reviews/", kBlockedReview, "/coverage"),
                 "csrc/drop.cu"},
        PageCase{"Receipt", absl::StrCat("/reviews/", kBlockedReview, "/receipt"), "ar1-"},
        PageCase{"Queued", absl::StrCat("/reviews/", kQueuedReview), "Waiting for a worker"},
        PageCase{"Large", absl::StrCat("/reviews/", kLargeReview, "/changes"), "1,501 more lines"},
        PageCase{"OneFile", absl::StrCat("/reviews/", kLargeReview, "/changes?file=3"),
                 "One file of 60 is shown."},
        PageCase{"Repositories", "/repositories", "acme/megatron-fork"},
        PageCase{"Repository", "/repositories/1001", "Trends of 90 days"},
        PageCase{"Rules", "/rules", "unsafe-torch-load"},
        PageCase{"Rule", "/rules/unsafe-torch-load", "How useful it is"},
        PageCase{"Trends", "/trends", "Rules with the most findings"},
        PageCase{"HalfAYear", "/trends?first=2020-01-01", "Week from"},
        PageCase{"ByShare", "/rules?sort=not-useful&tier=on", "unsafe-torch-load"},
        PageCase{"Split", "/reviews/01JDBLOCKED000000000000001/changes?view=split", "Unified"},
        PageCase{"Admin", "/admin?action=token.", "203.0.113.7"},
        PageCase{"Login", "/login?next=/trends", "API token"}),
    [](const testing::TestParamInfo<PageCase>& test) { return test.param.name; });

TEST(HostileReview, CanBecomeMarkupNowhere) {
  Demo demo({});
  const Browser browser(demo);
  const std::string review = absl::StrCat("/reviews/", kHostileReview);
  for (const std::string& target :
       {std::string("/"), review, review + "?document=deep-dive", review + "/changes",
        review + "/numerics", review + "/coverage", review + "/receipt",
        std::string("/repositories"), std::string("/repositories/1003")}) {
    const HttpResponse response = browser.Get(target);
    EXPECT_EQ(response.status, 200) << target;
    EXPECT_THAT(DangersIn(response.body), IsEmpty()) << target;
    EXPECT_THAT(response.body, Not(HasSubstr("javascript:alert('url')"))) << target;
  }
}

TEST(HostileRequest, ReachesNoMetadataOfACallUnchecked) {
  Demo demo({.token = "secret"});
  const Browser browser(demo);
  for (int byte = 0; byte < 256; ++byte) {
    const std::string token = absl::StrCat("a", std::string(1, static_cast<char>(byte)), "b");
    for (const char* name : {"allreview_token", "__Host-allreview_token", "allreview_form"}) {
      const http::Fields headers = {{"cookie", absl::StrCat(name, "=", token)},
                                    {"authorization", absl::StrCat("Bearer ", token)},
                                    {"traceparent", token},
                                    {"tracestate", token}};
      EXPECT_LT(browser.Get("/rules", headers).status, 500) << name << " " << byte;
    }
  }
}

TEST(HostileRequest, CanBecomeMarkupNowhere) {
  Demo demo({});
  const std::string hostile = "\"><script>alert(1)</script>";
  const std::vector<std::string> targets = {"/?text=" + hostile,
                                            "/?author=" + hostile,
                                            "/?rule=" + hostile + "&state=" + hostile,
                                            "/rules?text=" + hostile,
                                            "/rules/" + std::string("a\"><b>"),
                                            "/trends?first=" + hostile,
                                            "/login?next=" + hostile,
                                            "/reviews/x\"><b>",
                                            "/nothing\"><b>"};
  for (const std::string& target : targets) {
    EXPECT_THAT(DangersIn(Browser(demo).Get(target).body), IsEmpty()) << target;
  }
}

TEST(Errors, SayWhatToDo) {
  Demo demo({});
  const Browser browser(demo);
  const HttpResponse missing = browser.Get("/reviews/01JDNOTHERE");
  EXPECT_EQ(missing.status, 404);
  EXPECT_THAT(TextOf(missing.body),
              AllOf(HasSubstr("Not found"), HasSubstr("there is no review"), HasSubstr("test-1")));
  EXPECT_EQ(browser.Get("/reviews/x/nonsense").status, 404);
  EXPECT_EQ(browser.Get("/nowhere").status, 404);
  EXPECT_EQ(browser.Get("/repositories/x").status, 404);
  EXPECT_EQ(browser.Get("/trends?first=yesterday").status, 400);
  EXPECT_EQ(browser.Get("/api/v1/nowhere").content_type, "application/problem+json");
}

TEST(EmptyServer, SaysHowToAskForAReview) {
  Demo demo({.is_empty = true});
  EXPECT_THAT(TextOf(Browser(demo).Get("/").body), HasSubstr("HOST/api/v1/reviews"));
  EXPECT_THAT(TextOf(Browser(demo).Get("/trends").body), HasSubstr("Nothing in this time"));
}

TEST(Assets, AreImmutableAndNamedByTheirContent) {
  Demo demo({});
  const Browser browser(demo);
  const std::string page = browser.Get("/").body;
  for (const char* name : {"page.css", "parts.css", "page.js", "icon.svg"})
    EXPECT_THAT(page, HasSubstr(AssetUrl(name).text()));
  const HttpResponse css = browser.Get(AssetUrl("page.css").text());
  EXPECT_EQ(css.content_type, "text/css; charset=utf-8");
  EXPECT_THAT(HeaderOf(css, "Cache-Control"), HasSubstr("immutable"));
  EXPECT_GT(css.body.size(), 5000u);
  const HttpResponse mermaid = browser.Get(AssetUrl("mermaid.js").text());
  EXPECT_EQ(HeaderOf(mermaid, "Content-Encoding"), "gzip");
  EXPECT_EQ(browser.Get("/assets/page.0000000000000000.css").status, 404);
}

TEST(Assets, DrawDiagramsInAFrameThatMayDoNothingElse) {
  Demo demo({});
  const Browser browser(demo);
  const std::string script = browser.Get(AssetUrl("diagrams.js").text()).body;
  EXPECT_THAT(script, HasSubstr(AssetUrl("frame.html").text()));
  const HttpResponse frame = browser.Get(AssetUrl("frame.html").text());
  EXPECT_THAT(HeaderOf(frame, "Content-Security-Policy"),
              AllOf(HasSubstr("sandbox allow-scripts;"), HasSubstr("default-src 'none'"),
                    Not(HasSubstr("allow-same-origin"))));
}

TEST(Feedback, IsTakenFromOwnFormsOnly) {
  Demo demo({});
  const Browser browser(demo);
  const std::string target = absl::StrCat("/reviews/", kBlockedReview, "/feedback");
  const std::string body = absl::StrCat("form_token=", browser.FormToken(),
                                        "&fingerprint=abc&vote=not-useful&reason=too+strict");
  const HttpResponse response = browser.Post(target, body);
  EXPECT_EQ(response.status, 303);
  EXPECT_EQ(HeaderOf(response, "Location"),
            absl::StrCat("/reviews/", kBlockedReview, "/changes?voted=abc#finding-abc"));
  EXPECT_EQ(browser.Post(target, "fingerprint=abc&vote=useful").status, 403);
  EXPECT_EQ(browser.Post(target, body, {{"sec-fetch-site", "cross-site"}}).status, 403);
  EXPECT_EQ(
      browser.Post(target, absl::StrCat("form_token=", browser.FormToken(), "&vote=maybe")).status,
      400);
  EXPECT_THAT(demo.votes(), testing::ElementsAre("not-useful abc too strict"));
}

TEST(Admin, PutsDeadLettersBackFromOwnFormsOnly) {
  Demo demo({});
  const Browser browser(demo);
  EXPECT_EQ(browser.Post("/admin/retry", "id=L1").status, 403);
  EXPECT_THAT(browser.Get("/admin").body, HasSubstr("acme/data-pipeline #4711"));
  const HttpResponse response =
      browser.Post("/admin/retry", absl::StrCat("form_token=", browser.FormToken(), "&id=L1"));
  EXPECT_EQ(HeaderOf(response, "Location"), "/admin?retried=L1");
  EXPECT_THAT(browser.Get("/admin?retried=L1").body,
              AllOf(HasSubstr("in the queue again"), Not(HasSubstr("#4711"))));
}

TEST(Trends, AreAFileToo) {
  Demo demo({});
  const HttpResponse response = Browser(demo).Get("/trends/csv?repository=1001");
  EXPECT_EQ(response.content_type, "text/csv; charset=utf-8");
  EXPECT_THAT(HeaderOf(response, "Content-Disposition"), HasSubstr("attachment"));
  EXPECT_THAT(response.body, AllOf(HasSubstr("day,repository,reviews"),
                                   HasSubstr(",\"acme/train\","), Not(HasSubstr("kernels"))));
}

TEST(Login, IsAskedForWhereTheServiceWantsAToken) {
  Demo demo({.token = "art_secret"});
  const Browser browser(demo);
  const HttpResponse response = browser.Get("/trends?first=2026-01-01");
  EXPECT_EQ(response.status, 303);
  EXPECT_EQ(HeaderOf(response, "Location"), "/login?next=%2Ftrends%3Ffirst%3D2026-01-01");
  EXPECT_EQ(browser.Get("/trends", {{"cookie", "allreview_token=art_secret"}}).status, 200);
  EXPECT_EQ(browser.Get("/trends", {{"cookie", "allreview_token=wrong"}}).status, 303);
}

TEST(Login, ComesBackByItselfFromALinkOfAnotherSite) {
  Demo demo({.token = "art_secret"});
  const HttpResponse response = Browser(demo).Get("/trends", {{"sec-fetch-site", "cross-site"}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "Refresh"), "0");
}

TEST(Login, KeepsAKnownTokenInACookieAndGoesOn) {
  Demo demo({.token = "art_secret"});
  const Browser browser(demo);
  const auto login = [&](const std::string& token, const std::string& next) {
    return browser.Post("/login", absl::StrCat("form_token=", browser.FormToken(), "&token=", token,
                                               "&next=", next));
  };
  const HttpResponse good = login("art_secret", "%2Ftrends");
  EXPECT_EQ(good.status, 303);
  EXPECT_EQ(HeaderOf(good, "Location"), "/trends");
  EXPECT_EQ(HeaderOf(good, "Set-Cookie"),
            "allreview_token=art_secret; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(HeaderOf(login("art_secret", "%2F%2Fevil.example"), "Location"), "/");
  const HttpResponse bad = login("art_wrong", "/");
  EXPECT_EQ(bad.status, 401);
  EXPECT_THAT(TextOf(bad.body), HasSubstr("does not know this token"));
  EXPECT_THAT(bad.body, Not(HasSubstr("art_wrong")));
}

TEST(Logout, TakesTheCookieAway) {
  Demo demo({});
  const Browser browser(demo);
  EXPECT_EQ(browser.Post("/logout", "").status, 403);
  const HttpResponse response =
      browser.Post("/logout", absl::StrCat("form_token=", browser.FormToken()));
  EXPECT_THAT(HeaderOf(response, "Set-Cookie"), HasSubstr("Max-Age=0"));
}

class Events final : public http::EventStream {
 public:
  explicit Events(Demo& demo) : demo_(demo) {}
  bool Send(absl::string_view name, absl::string_view data) override {
    sent.push_back(absl::StrCat(name, ":", data));
    if (name == "progress") demo_.Advance();
    return name != "end";
  }
  bool SendNumbered(absl::string_view, absl::string_view name, absl::string_view data) override {
    return Send(name, data);
  }
  void OnEnd(std::function<void()>) override {}

  std::vector<std::string> sent;

 private:
  Demo& demo_;
};

TEST(Progress, IsToldUntilTheReviewEnds) {
  Demo demo({});
  const HttpResponse response =
      Browser(demo).Get(absl::StrCat("/reviews/", kRunningReview, "/events"));
  ASSERT_NE(response.stream, nullptr);
  Events events(demo);
  response.stream(events);
  EXPECT_THAT(events.sent,
              testing::ElementsAre(
                  "state:running", "progress:analysis\n3\n12\nchecked 3 of 12 files",
                  "state:running", "progress:analysis\n8\n12\nchecked 8 of 12 files", "end:"));
}

TEST(Progress, OfAReviewThatIsNotThereIsAnError) {
  Demo demo({});
  EXPECT_EQ(Browser(demo).Get("/reviews/none/events").status, 404);
}

TEST(Download, NamesTheFile) {
  Demo demo({});
  const HttpResponse response =
      Browser(demo).Get(absl::StrCat("/reviews/", kBlockedReview, "/download?format=json"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "Content-Disposition"),
            absl::StrCat("attachment; filename=\"review-", kBlockedReview, ".json\""));
  EXPECT_EQ(
      Browser(demo).Get(absl::StrCat("/reviews/", kBlockedReview, "/download?format=exe")).status,
      404);
}

}  // namespace
}  // namespace allreview::web
