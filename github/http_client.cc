#include "github/http_client.h"

#include <algorithm>
#include <map>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/check.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "host/libcurl.h"

namespace allreview::github {
namespace {

constexpr int kMaxRedirects = 3;
constexpr size_t kMaxHeaderBytes = 256 << 10;
constexpr size_t kMaxIdleHandles = 8;
constexpr size_t kMaxPermanentRedirects = 1000;
constexpr char kArrivedPayload[] = "allreview/may-have-arrived";

struct CloseEasy {
  void operator()(CURL* easy) const { Curl().easy_cleanup(easy); }
};

struct CloseMulti {
  void operator()(CURLM* multi) const { Curl().multi_cleanup(multi); }
};

// One transfer at a time. The multi handle keeps connections and TLS sessions; it is driven by us,
// not by curl_easy_perform, which looks for cancellation once a second only.
struct Handle {
  std::unique_ptr<CURLM, CloseMulti> multi;
  std::unique_ptr<CURL, CloseEasy> easy;  // Destroyed first, as libcurl wants.
};

struct FreeList {
  void operator()(curl_slist* list) const { Curl().slist_free_all(list); }
};

struct CloseUrl {
  void operator()(CURLU* url) const { Curl().url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, CloseUrl>;

std::string UrlPart(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (Curl().url_get(url, part, &text, flags) != CURLUE_OK) return "";
  std::string copy = text;
  Curl().free(text);
  return copy;
}

Url ParseUrl(const std::string& text) {
  Url url(Curl().url());
  if (Curl().url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return nullptr;
  return url;
}

// For messages: no user name, no query, no fragment.
std::string DisplayUrl(absl::string_view url) {
  Url parsed = ParseUrl(std::string(url));
  if (parsed == nullptr) return "(unreadable URL)";
  for (CURLUPart part : {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
    Curl().url_set(parsed.get(), part, nullptr, 0);
  }
  return UrlPart(parsed.get(), CURLUPART_URL);
}

// One transfer's memory; callbacks of libcurl get a pointer to it.
struct Transfer {
  const HttpRequest* request;
  const CallControl* control;
  HttpResponse response;
  size_t header_bytes = 0;
  bool is_body_over_limit = false;
};

size_t OnBody(char* data, size_t, size_t size, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  size_t room = transfer.request->max_body_bytes - transfer.response.body.size();
  transfer.response.body.append(data, std::min(size, room));
  if (size <= room) return size;
  transfer.is_body_over_limit = true;
  return 0;
}

size_t OnHeader(char* data, size_t, size_t size, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  transfer.header_bytes += size;
  if (transfer.header_bytes > kMaxHeaderBytes) return 0;
  absl::string_view line = absl::StripAsciiWhitespace(absl::string_view(data, size));
  if (absl::StartsWith(line, "HTTP/")) {
    transfer.response.headers.clear();  // Of an interim answer, such as 100.
    return size;
  }
  size_t colon = line.find(':');
  if (colon != absl::string_view::npos) {
    transfer.response.headers.emplace_back(
        absl::AsciiStrToLower(line.substr(0, colon)),
        std::string(absl::StripAsciiWhitespace(line.substr(colon + 1))));
  }
  return size;
}

absl::Status CurlStatus(CURLcode code, const std::string& text) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return absl::DeadlineExceededError(text);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return absl::FailedPreconditionError(
          absl::StrCat(text, "; add the server's certificate authority to the system's store"));
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return absl::InvalidArgumentError(text);
    case CURLE_OUT_OF_MEMORY:
      return absl::ResourceExhaustedError(text);
    default:
      return absl::UnavailableError(text);
  }
}

absl::Status TransferStatus(CURLcode code, const Transfer& transfer, const char* detail) {
  std::string where =
      absl::StrCat(transfer.request->method, " ", DisplayUrl(transfer.request->url), ": ");
  if (code == CURLE_ABORTED_BY_CALLBACK) {
    absl::Status status = transfer.control->Check();
    return absl::Status(status.ok() ? absl::StatusCode::kCancelled : status.code(),
                        absl::StrCat(where, status.message()));
  }
  if (transfer.is_body_over_limit) {
    return absl::ResourceExhaustedError(absl::StrCat(where, "the answer is longer than ",
                                                     transfer.request->max_body_bytes, " bytes"));
  }
  return CurlStatus(code,
                    absl::StrCat(where, detail[0] != 0 ? detail : Curl().easy_strerror(code)));
}

// Names and values come from us, except for tokens: a line break would forge a header.
absl::Status CheckHeaderValue(absl::string_view name, absl::string_view value) {
  for (unsigned char c : value) {
    if (c < 0x20 || c == 0x7F) {
      return absl::InvalidArgumentError(
          absl::StrCat("the value of header ", name, " holds a control character"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<curl_slist, FreeList>> HeaderList(const HttpRequest& request) {
  HttpHeaders headers = request.headers;
  if (!request.authorization.empty()) headers.emplace_back("Authorization", request.authorization);
  if (!request.body.empty()) headers.emplace_back("Expect", "");
  curl_slist* list = nullptr;
  for (const auto& [name, value] : headers) {
    if (absl::Status status = CheckHeaderValue(name, value); !status.ok()) {
      Curl().slist_free_all(list);
      return status;
    }
    list =
        Curl().slist_append(list, absl::StrCat(name, ":", value.empty() ? "" : " ", value).c_str());
  }
  return std::unique_ptr<curl_slist, FreeList>(list);
}

void SetMethod(CURL* handle, const HttpRequest& request) {
  if (request.method == "GET" && request.body.empty()) {
    Curl().easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    return;
  }
  if (request.method == "HEAD") {
    Curl().easy_setopt(handle, CURLOPT_NOBODY, 1L);
    return;
  }
  Curl().easy_setopt(handle, CURLOPT_POST, 1L);
  Curl().easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  Curl().easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.c_str());
  Curl().easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
}

void SetLimits(CURL* handle, const HttpTimeouts& timeouts, std::chrono::milliseconds transfer) {
  Curl().easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  Curl().easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  Curl().easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  Curl().easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  Curl().easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  Curl().easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(timeouts.connect.count()));
  Curl().easy_setopt(handle, CURLOPT_TIMEOUT_MS, std::max(1L, static_cast<long>(transfer.count())));
  Curl().easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(timeouts.low_speed_bytes));
  Curl().easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(timeouts.low_speed.count()));
}

void SetCallbacks(CURL* handle, Transfer& transfer, char* error) {
  Curl().easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
  Curl().easy_setopt(handle, CURLOPT_WRITEFUNCTION, OnBody);
  Curl().easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  Curl().easy_setopt(handle, CURLOPT_HEADERFUNCTION, OnHeader);
  Curl().easy_setopt(handle, CURLOPT_HEADERDATA, &transfer);
}

constexpr int kPollMilliseconds = 50;

CURLcode Perform(const Handle& handle, const CallControl& control) {
  CHECK(Curl().multi_add_handle(handle.multi.get(), handle.easy.get()) == CURLM_OK);
  CURLcode result = CURLE_ABORTED_BY_CALLBACK;
  for (int running = 1; running > 0 && control.Check().ok();) {
    if (Curl().multi_perform(handle.multi.get(), &running) != CURLM_OK) break;
    if (running > 0) Curl().multi_poll(handle.multi.get(), nullptr, 0, kPollMilliseconds, nullptr);
  }
  int left = 0;
  while (CURLMsg* message = Curl().multi_info_read(handle.multi.get(), &left)) {
    if (message->msg == CURLMSG_DONE) result = message->data.result;
  }
  Curl().multi_remove_handle(handle.multi.get(), handle.easy.get());
  return result;
}

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// Where a redirect leads, as an absolute URL.
absl::StatusOr<std::string> RedirectTarget(const HttpRequest& request,
                                           const HttpResponse& response) {
  std::string where = absl::StrCat(request.method, " ", DisplayUrl(request.url), ": redirect ",
                                   response.status, " ");
  bool is_read = request.method == "GET" || request.method == "HEAD";
  if (!is_read && response.status != 307 && response.status != 308) {
    return absl::FailedPreconditionError(
        absl::StrCat(where, "would lose the request's body; the address must be corrected"));
  }
  Url url = ParseUrl(request.url);
  std::string location(FindHeader(response.headers, "location"));
  if (url == nullptr || location.empty() ||
      Curl().url_set(url.get(), CURLUPART_URL, location.c_str(), 0) != CURLUE_OK) {
    return absl::UnavailableError(absl::StrCat(where, "without a usable location"));
  }
  std::string target = UrlPart(url.get(), CURLUPART_URL);
  std::string origin = UrlOrigin(target);
  bool is_downgrade =
      absl::StartsWith(UrlOrigin(request.url), "https:") && !absl::StartsWith(origin, "https:");
  if (origin.empty() || is_downgrade) {
    return absl::FailedPreconditionError(
        absl::StrCat(where, "leads to ", DisplayUrl(target), ", which is not followed"));
  }
  return target;
}

}  // namespace

struct HttpConnections::State {
  // Lending whole handles shares connections, and each is only ever used by one thread: a
  // connection cache shared between handles is not safe in libcurl 7.
  Handle Borrow() {
    MutexLock lock(mutex);
    if (idle.empty()) {
      Handle handle;
      handle.multi.reset(Curl().multi_init());
      handle.easy.reset(Curl().easy_init());
      return handle;
    }
    Handle handle = std::move(idle.back());
    idle.pop_back();
    return handle;
  }

  void GiveBack(Handle handle) {
    Curl().easy_reset(handle.easy.get());
    MutexLock lock(mutex);
    if (idle.size() < kMaxIdleHandles) idle.push_back(std::move(handle));
  }

  std::optional<std::string> PermanentTarget(const std::string& url) {
    MutexLock lock(mutex);
    auto found = moved.find(url);
    if (found == moved.end()) return std::nullopt;
    return found->second;
  }

  void Remember(const std::string& url, const std::string& target) {
    MutexLock lock(mutex);
    if (moved.size() >= kMaxPermanentRedirects) moved.clear();
    moved[url] = target;
  }

  Mutex mutex;
  std::vector<Handle> idle ABSL_GUARDED_BY(mutex);
  std::map<std::string, std::string> moved ABSL_GUARDED_BY(mutex);
};

HttpConnections::HttpConnections() : state_(std::make_unique<State>()) {}

HttpConnections::~HttpConnections() = default;

HttpClient::HttpClient(HttpTimeouts timeouts, CallControl control, HttpConnections* connections)
    : timeouts_(timeouts), control_(std::move(control)), connections_(connections) {}

absl::StatusOr<HttpResponse> HttpClient::SendOnce(const HttpRequest& request) const {
  ASSIGN_OR_RETURN(auto headers, HeaderList(request));
  Handle handle = connections_->state_->Borrow();
  CURL* easy = handle.easy.get();
  CHECK(easy != nullptr && handle.multi != nullptr) << "libcurl has no memory";
  Transfer transfer{.request = &request, .control = &control_, .response = {}};
  char error[CURL_ERROR_SIZE] = "";
  SetMethod(easy, request);
  SetLimits(easy, timeouts_, control_.NextWait(timeouts_.transfer));
  SetCallbacks(easy, transfer, error);
  Curl().easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  Curl().easy_setopt(easy, CURLOPT_HTTPHEADER, headers.get());
  if (!request.is_repeatable) Curl().easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  CURLcode code = Perform(handle, control_);
  long status = 0, sent_bytes = 0;
  Curl().easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  Curl().easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &sent_bytes);
  connections_->state_->GiveBack(std::move(handle));
  bool is_cut = transfer.is_body_over_limit && request.is_prefix_enough;
  if (code != CURLE_OK && !is_cut) {
    absl::Status failure = TransferStatus(code, transfer, error);
    if (sent_bytes > 0) failure.SetPayload(kArrivedPayload, absl::Cord("1"));
    return failure;
  }
  transfer.response.status = static_cast<int>(status);
  transfer.response.url = request.url;
  return std::move(transfer.response);
}

absl::StatusOr<HttpResponse> HttpClient::Send(const HttpRequest& request) const {
  std::string origin = UrlOrigin(request.url);
  if (origin.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", DisplayUrl(request.url), "\" is not an http or https URL"));
  }
  HttpRequest hop = request;
  bool is_get = request.method == "GET";
  for (int redirects = 0, sent = 0;;) {
    RETURN_IF_ERROR(control_.Check());
    if (UrlOrigin(hop.url) != origin) hop.authorization.clear();
    std::optional<std::string> moved;
    if (is_get) moved = connections_->state_->PermanentTarget(hop.url);
    if (!moved.has_value()) {
      ASSIGN_OR_RETURN(HttpResponse response, SendOnce(hop));
      response.sent = ++sent;
      if (!IsRedirect(response.status)) return response;
      ASSIGN_OR_RETURN(moved, RedirectTarget(hop, response));
      if (is_get && (response.status == 301 || response.status == 308)) {
        connections_->state_->Remember(hop.url, *moved);
      }
    }
    if (++redirects > kMaxRedirects) {
      return absl::FailedPreconditionError(absl::StrCat(request.method, " ",
                                                        DisplayUrl(request.url), ": more than ",
                                                        kMaxRedirects, " redirects"));
    }
    hop.url = *std::move(moved);
  }
}

absl::string_view FindHeader(const HttpHeaders& headers, absl::string_view lower_case_name) {
  for (const auto& [name, value] : headers) {
    if (name == lower_case_name) return value;
  }
  return {};
}

bool MayHaveArrived(const absl::Status& status) {
  return status.GetPayload(kArrivedPayload).has_value();
}

std::string UrlOrigin(absl::string_view text) {
  Url url = ParseUrl(std::string(text));
  if (url == nullptr || !UrlPart(url.get(), CURLUPART_USER).empty()) return "";
  std::string scheme = UrlPart(url.get(), CURLUPART_SCHEME);
  std::string host = absl::AsciiStrToLower(UrlPart(url.get(), CURLUPART_HOST));
  if ((scheme != "http" && scheme != "https") || host.empty()) return "";
  return absl::StrCat(scheme, "://", host, ":",
                      UrlPart(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT));
}

bool IsLoopbackOrigin(absl::string_view origin) {
  size_t start = origin.find("://");
  if (start == absl::string_view::npos) return false;
  absl::string_view host = origin.substr(start + 3, origin.rfind(':') - start - 3);
  bool is_ipv4 = absl::StartsWith(host, "127.") &&
                 host.find_first_not_of("0123456789.") == absl::string_view::npos;
  return is_ipv4 || host == "localhost" || host == "[::1]";
}

}  // namespace allreview::github
