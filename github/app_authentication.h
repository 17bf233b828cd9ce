#ifndef GITHUB_APP_AUTHENTICATION_H_
#define GITHUB_APP_AUTHENTICATION_H_

// Speaks to GitHub as an App: as itself (a JSON web token), and as one of its installations (a
// token that GitHub gives for an hour).
//
//   ASSIGN_OR_RETURN(auto app, AppAuthentication::Create({.app_id = "12345",
//                                                         .key_file = "/run/secrets/app.pem",
//                                                         .state = &state}));
//   ASSIGN_OR_RETURN(auto api, Api::Create({.credentials = app->CredentialsFor(77, ForReading())},
//                                          &state));
//
// A token is made when it is first needed and again at 80 % of its life, by one thread at a time
// for each installation and scope; the others go on with the old one as long as it lasts, or wait.
// One that GitHub refuses is made anew at once. Nothing is assumed of a token but that it fits into
// a header: GitHub is changing their form and length.
//
// The key file is read again when it changes, so a key can be replaced without a restart. Neither
// keys nor tokens appear in errors or logs. Safe from any thread.

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "github/api.h"
#include "github/credentials.h"
#include "github/state.h"

namespace allreview::github {

// What a token may do. Less than the installation may is safer where a token travels.
struct TokenScope {
  std::vector<int64_t> repository_ids = {};             // Empty: all of the installation.
  std::map<std::string, std::string> permissions = {};  // "contents" → "read". Empty: all.
};

TokenScope ForReading(std::vector<int64_t> repository_ids = {});
TokenScope ForPublishing(std::vector<int64_t> repository_ids = {});

struct AppOptions {
  std::string app_id = {};    // Or the App's client id.
  std::string key_file = {};  // PEM.
  std::string api_base = {};  // As in ApiOptions.
  ApiState* state = nullptr;  // Borrowed.
  HttpTimeouts timeouts = {.transfer = std::chrono::seconds(30)};
  std::function<void(const ApiEvent&)> observe = {};
  std::function<void(bool is_ok)> on_refresh = {};  // A token was asked for.
  // For tests, as in ApiOptions.
  std::function<absl::Time()> now = {};
  std::function<absl::Status(absl::Duration)> sleep = {};
  std::function<double()> random = {};
};

class AppAuthentication {
 public:
  // Reads the key once, so that a wrong set-up is found at the start.
  static absl::StatusOr<std::unique_ptr<AppAuthentication>> Create(const AppOptions& options);

  // A token of an installation. `refused`: one that GitHub has just not accepted; see TokenSource.
  absl::StatusOr<std::string> TokenFor(int64_t installation, const TokenScope& scope = {},
                                       absl::string_view refused = "");

  // For Api; they borrow this object.
  Credentials CredentialsFor(int64_t installation, const TokenScope& scope = {});
  Credentials AppCredentials();  // For /app/…, which wants the JSON web token.

  // Which installation covers a repository ("owner/name"). kNotFound: none.
  absl::StatusOr<int64_t> InstallationOf(const std::string& full_name);

 private:
  struct Token {
    std::string text = {};
    absl::Time refresh_at = absl::InfinitePast();
    absl::Time ends_at = absl::InfinitePast();
  };
  struct Entry {
    Token token = {};
    bool is_in_flight = false;
    absl::Status failure = {};  // Of the last attempt.
  };
  struct KeyFile {
    std::string pem = {};
    struct timespec modified = {};
    off_t size = -1;
    ino_t inode = 0;
  };

  explicit AppAuthentication(const AppOptions& options);
  absl::StatusOr<std::string> Jwt();
  absl::StatusOr<std::string> ReadKey();
  absl::StatusOr<Token> Fetch(int64_t installation, const TokenScope& scope);
  absl::StatusOr<std::unique_ptr<Api>> AppApi();

  AppOptions options_;
  Mutex key_mutex_;
  KeyFile key_ ABSL_GUARDED_BY(key_mutex_);
  Mutex mutex_;
  ConditionVariable changed_;
  std::map<std::string, Entry> entries_ ABSL_GUARDED_BY(mutex_);  // By installation and scope.
};

}  // namespace allreview::github

#endif  // GITHUB_APP_AUTHENTICATION_H_
