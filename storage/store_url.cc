#include "storage/store_url.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace allreview {
namespace {

constexpr absl::string_view kForms =
    "sqlite:PATH, redis://[:PASSWORD@]HOST:PORT/DATABASE, rediss://… for TLS or "
    "redis+unix:///SOCKET";

absl::Status Bad(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the URL of the store ", what, "; wanted ", kForms));
}

absl::Status ParseDatabase(absl::string_view text, int* database) {
  if (text.empty()) return absl::OkStatus();
  if (absl::SimpleAtoi(text, database) && *database >= 0) return absl::OkStatus();
  return Bad(absl::StrCat("names database '", text, "'"));
}

// "user:password@" and ":password@" before the host.
absl::string_view TakeUser(absl::string_view authority, RedisAddress& address) {
  const size_t at = authority.rfind('@');
  if (at == absl::string_view::npos) return authority;
  const absl::string_view user = authority.substr(0, at);
  const size_t colon = user.find(':');
  address.user = std::string(user.substr(0, colon));
  if (colon != absl::string_view::npos) address.password = std::string(user.substr(colon + 1));
  return authority.substr(at + 1);
}

absl::StatusOr<StoreUrl> ParseTcp(absl::string_view rest) {
  StoreUrl url;
  const size_t slash = rest.rfind('/');
  const size_t at = rest.rfind('@');
  const bool has_database =
      slash != absl::string_view::npos && (at == absl::string_view::npos || slash > at);
  if (has_database) {
    RETURN_IF_ERROR(ParseDatabase(rest.substr(slash + 1), &url.redis.database));
    rest = rest.substr(0, slash);
  }
  const absl::string_view host = TakeUser(rest, url.redis);
  const size_t colon = host.rfind(':');
  url.redis.host = std::string(host.substr(0, colon));
  if (colon != absl::string_view::npos &&
      (!absl::SimpleAtoi(host.substr(colon + 1), &url.redis.port) || url.redis.port < 1 ||
       url.redis.port > 65535)) {
    return Bad(absl::StrCat("names port '", host.substr(colon + 1), "'"));
  }
  if (url.redis.host.empty()) return Bad("names no host");
  return url;
}

// "ca=FILE&cert=FILE&key=FILE"; '&' and '%' are no part of their names.
absl::StatusOr<RedisTlsFiles> ParseTlsFiles(absl::string_view query) {
  RedisTlsFiles files;
  for (absl::string_view pair : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    std::string* file = absl::ConsumePrefix(&pair, "ca=")     ? &files.ca
                        : absl::ConsumePrefix(&pair, "cert=") ? &files.certificate
                        : absl::ConsumePrefix(&pair, "key=")  ? &files.key
                                                              : nullptr;
    if (file == nullptr || pair.empty()) {
      return Bad("has another query than ca=FILE, cert=FILE and key=FILE");
    }
    *file = std::string(pair);
  }
  if (files.certificate.empty() != files.key.empty()) {
    return Bad("has only one of cert=FILE and key=FILE");
  }
  return files;
}

absl::StatusOr<StoreUrl> ParseTls(absl::string_view rest) {
  // A password may hold '?'.
  const size_t at = rest.rfind('@');
  const size_t query = rest.find('?', at == absl::string_view::npos ? 0 : at);
  ASSIGN_OR_RETURN(StoreUrl url, ParseTcp(rest.substr(0, query)));
  const bool has_query = query != absl::string_view::npos;
  ASSIGN_OR_RETURN(url.redis.tls, ParseTlsFiles(has_query ? rest.substr(query + 1) : ""));
  return url;
}

absl::StatusOr<StoreUrl> ParseUnix(absl::string_view rest) {
  StoreUrl url;
  const size_t query = rest.find('?');
  if (query != absl::string_view::npos) {
    absl::string_view database = rest.substr(query + 1);
    if (!absl::ConsumePrefix(&database, "db=")) return Bad("has another query than db=N");
    RETURN_IF_ERROR(ParseDatabase(database, &url.redis.database));
    rest = rest.substr(0, query);
  }
  rest = TakeUser(rest, url.redis);
  if (rest.empty() || rest[0] != '/') return Bad("names no socket");
  url.redis.unix_socket = std::string(rest);
  return url;
}

}  // namespace

absl::StatusOr<StoreUrl> ParseStoreUrl(absl::string_view url) {
  absl::string_view rest = url;
  if (absl::ConsumePrefix(&rest, "redis+unix://")) return ParseUnix(rest);
  if (absl::ConsumePrefix(&rest, "redis://")) return ParseTcp(rest);
  if (absl::ConsumePrefix(&rest, "rediss://")) return ParseTls(rest);
  if (!absl::ConsumePrefix(&rest, "sqlite:")) return Bad("is of no known kind");
  if (rest.empty()) return Bad("names no file");
  return StoreUrl{.sqlite_path = std::string(rest)};
}

absl::StatusOr<RedisAddress> ReadRedisUrl(absl::string_view url, const std::string& password_file) {
  ASSIGN_OR_RETURN(StoreUrl parsed, ParseStoreUrl(url));
  if (!parsed.sqlite_path.empty()) {
    return absl::InvalidArgumentError(
        "the URL names a file; wanted redis://HOST:PORT/DATABASE, rediss://… for TLS or "
        "redis+unix:///SOCKET");
  }
  if (!password_file.empty()) {
    ASSIGN_OR_RETURN(const std::string password, ReadFile(password_file));
    parsed.redis.password = std::string(absl::StripAsciiWhitespace(password));
  }
  return std::move(parsed.redis);
}

}  // namespace allreview
