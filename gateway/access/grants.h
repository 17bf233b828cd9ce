#ifndef GATEWAY_ACCESS_GRANTS_H_
#define GATEWAY_ACCESS_GRANTS_H_

// What people who log in may do: a table of persons and groups, their scopes and repositories.
//
//   # who                     scopes             repositories (default: all)
//   oidc:@trainers            read,review        acme/train,acme/data-*
//   github:@acme/platform     read,review,admin
//   oidc:ada@acme.example     admin
//   everyone                  read               acme/docs
//
// PROVIDER:NAME is a person, PROVIDER:@GROUP a group, and `everyone` each person who is logged in.
// A space in the name of a group is written %20. Grants add up: a person may do in a repository
// what any line allows there. GitHub's names match in any case of letters, all others exactly.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "gateway/access/identity.h"
#include "gateway/access/scope.h"
#include "gateway/access/watched_file.h"

namespace allreview::access {

struct Grant {
  std::string who;  // As in the file.
  std::vector<Scope> scopes = {};
  std::vector<std::string> repositories = {};  // Globs of "owner/name". Empty: all.
};

// kInvalidArgument names the line.
absl::StatusOr<std::vector<Grant>> ParseGrants(absl::string_view text);

class Grants {
 public:
  // The file is read again when it has changed; when it then is missing or has a broken line, the
  // grants that were known stay valid and the log says so.
  static absl::StatusOr<std::unique_ptr<Grants>> FromFile(const std::string& path,
                                                          std::function<absl::Time()> now);

  // Globs of the repositories where the person has the scope; empty: all. None: nowhere.
  std::optional<std::vector<std::string>> Find(const Identity& identity, Scope scope);
  // The scopes that the person has anywhere.
  std::vector<Scope> ScopesOf(const Identity& identity);
  // The identity with only those groups that a line names.
  Identity OnlyNamedGroups(Identity identity);

 private:
  Grants(const std::string& path, std::function<absl::Time()> now)
      : now_(std::move(now)), file_(path, now_()) {}
  absl::Status Load();
  void ReloadIfChanged() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::function<absl::Time()> now_;
  Mutex mutex_;
  WatchedFile file_ ABSL_GUARDED_BY(mutex_);
  std::vector<Grant> grants_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_GRANTS_H_
