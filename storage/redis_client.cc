#include "storage/redis_client.h"

#include <hiredis/hiredis.h>
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <utility>

#include "absl/random/random.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "base/mutex.h"
#include "base/status_macros.h"

namespace allreview {
namespace {

constexpr absl::Duration kFirstPause = absl::Milliseconds(5);
constexpr absl::Duration kLongestPause = absl::Milliseconds(250);

void IgnoreBrokenPipes() {
  struct sigaction action = {};
  if (sigaction(SIGPIPE, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
  }
}

std::string NameOf(const RedisAddress& address) {
  return address.unix_socket.empty() ? absl::StrCat("redis at ", address.host, ":", address.port)
                                     : absl::StrCat("redis at ", address.unix_socket);
}

RedisValue ToValue(const redisReply& reply) {
  RedisValue value;
  switch (reply.type) {
    case REDIS_REPLY_INTEGER:
      value.kind = RedisValue::Kind::kInteger;
      value.integer = reply.integer;
      break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
    case REDIS_REPLY_ERROR:
      value.kind = RedisValue::Kind::kText;
      value.text.assign(reply.str, reply.len);
      break;
    case REDIS_REPLY_ARRAY:
      value.kind = RedisValue::Kind::kArray;
      for (size_t i = 0; i < reply.elements; ++i) {
        value.elements.push_back(ToValue(*reply.element[i]));
      }
      break;
    default:
      break;
  }
  return value;
}

struct ErrorKind {
  absl::string_view prefix;
  absl::StatusCode code;
  absl::string_view cure;
};

constexpr ErrorKind kErrorKinds[] = {
    {"LOADING", absl::StatusCode::kUnavailable, ""},
    {"READONLY", absl::StatusCode::kUnavailable, "; wanted the primary, not a replica"},
    {"MASTERDOWN", absl::StatusCode::kUnavailable, ""},
    {"BUSY ", absl::StatusCode::kUnavailable, ""},
    {"TRYAGAIN", absl::StatusCode::kUnavailable, ""},
    {"MISCONF", absl::StatusCode::kUnavailable, "; see the server's disk"},
    {"NOAUTH", absl::StatusCode::kFailedPrecondition, "; give the store's password"},
    {"WRONGPASS", absl::StatusCode::kFailedPrecondition, "; see the store's password"},
    {"NOPERM", absl::StatusCode::kFailedPrecondition, "; see the rights of the store's user"},
    {"NOSCRIPT", absl::StatusCode::kNotFound, ""},
};

absl::Status ToStatus(const std::string& name, absl::string_view error) {
  if (absl::StartsWith(error, "OOM")) {
    return absl::ResourceExhaustedError(
        "redis: its memory is full; raise its maxmemory, or keep reviews for fewer days");
  }
  for (const ErrorKind& kind : kErrorKinds) {
    if (absl::StartsWith(error, kind.prefix)) {
      return absl::Status(kind.code, absl::StrCat(name, ": ", error, kind.cure));
    }
  }
  return absl::InternalError(absl::StrCat(name, ": ", error));
}

absl::Status ConnectionError(const std::string& name, const redisContext* context) {
  return absl::UnavailableError(
      absl::StrCat(name, ": ", context == nullptr ? "out of memory" : context->errstr));
}

// Whether the server has closed a connection that nobody used, or it has bytes that nobody awaits.
bool IsStale(const redisContext& context) {
  pollfd descriptor = {.fd = context.fd, .events = POLLIN, .revents = 0};
  return poll(&descriptor, 1, 0) != 0;
}

absl::Duration PauseAfter(int tries) {
  absl::BitGen random;
  const absl::Duration pause = kFirstPause * (1 << std::min(tries, 10));
  return std::min(pause, kLongestPause) * absl::Uniform(random, 0.5, 1.0);
}

using Reply = std::unique_ptr<redisReply, void (*)(void*)>;

void Break(redisContext* context, absl::string_view why) {
  context->err = REDIS_ERR_IO;
  absl::SNPrintF(context->errstr, sizeof(context->errstr), "%s", why);
}

// One step of sending what was appended, or of waiting for the answer.
void MovePlain(redisContext* context, bool& is_sent) {
  if (is_sent) {
    redisBufferRead(context);
    return;
  }
  int is_done = 0;
  redisBufferWrite(context, &is_done);
  is_sent = is_done != 0;
}

void MoveTls(redisContext* context, ssl_st& tls, absl::string_view command, bool& is_sent) {
  if (!is_sent) {
    const absl::Status written = TlsWrite(tls, command);
    if (!written.ok()) Break(context, written.message());
    is_sent = true;
    return;
  }
  const absl::StatusOr<std::string> bytes = TlsRead(tls);
  if (!bytes.ok()) {
    Break(context, bytes.status().message());
  } else if (redisReaderFeed(context->reader, bytes->data(), bytes->size()) != REDIS_OK) {
    Break(context, "out of memory");
  }
}

// Sends by `move` and waits for the answer. Null: the connection is broken, and says why. hiredis
// and OpenSSL bound each read and write, but not their sum.
Reply Exchange(redisContext* context, absl::Duration limit,
               const std::function<void(bool& is_sent)>& move) {
  const auto end = std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(limit);
  bool is_sent = false;
  void* reply = nullptr;
  while (reply == nullptr && context->err == 0) {
    if (std::chrono::steady_clock::now() >= end) {
      Break(context, "no answer in time");
    } else if (!is_sent ||
               (redisGetReplyFromReader(context, &reply) == REDIS_OK && reply == nullptr)) {
      move(is_sent);
    }
  }
  return Reply(static_cast<redisReply*>(reply), freeReplyObject);
}

absl::StatusOr<std::shared_ptr<RedisTls>> TlsOf(const RedisAddress& address) {
  if (!address.tls) return std::shared_ptr<RedisTls>();
  return RedisTls::Create(*address.tls);
}

// Commands of a connection before its first use.
std::vector<std::vector<absl::string_view>> Greetings(const RedisAddress& address,
                                                      absl::string_view database) {
  std::vector<std::vector<absl::string_view>> greetings;
  if (!address.password.empty() && address.user.empty()) {
    greetings.push_back({"AUTH", address.password});
  } else if (!address.password.empty()) {
    greetings.push_back({"AUTH", address.user, address.password});
  }
  if (address.database != 0) greetings.push_back({"SELECT", database});
  return greetings;
}

}  // namespace

void RedisClient::Free::operator()(redisContext* context) const { redisFree(context); }

RedisClient::RedisClient(RedisClientOptions options)
    : options_(std::move(options)), name_(NameOf(options_.address)), tls_(TlsOf(options_.address)) {
  IgnoreBrokenPipes();
}

RedisClient::~RedisClient() = default;

absl::Status RedisClient::StartTls(Connection& connection) const {
  if (!tls_.ok()) return tls_.status();
  if (*tls_ == nullptr) return absl::OkStatus();
  redisSetTimeout(connection.redis.get(), absl::ToTimeval(options_.connect_timeout));
  absl::StatusOr<TlsConnection> tls =
      (*tls_)->Handshake(connection.redis->fd, options_.address.host);
  if (!tls.ok()) {
    return absl::Status(tls.status().code(), absl::StrCat(name_, ": ", tls.status().message()));
  }
  connection.tls = *std::move(tls);
  return absl::OkStatus();
}

absl::StatusOr<RedisClient::Connection> RedisClient::Connect() const {
  const RedisAddress& address = options_.address;
  const timeval timeout = absl::ToTimeval(options_.connect_timeout);
  Connection connection;
  connection.redis.reset(address.unix_socket.empty()
                             ? redisConnectWithTimeout(address.host.c_str(), address.port, timeout)
                             : redisConnectUnixWithTimeout(address.unix_socket.c_str(), timeout));
  redisContext* context = connection.redis.get();
  if (context == nullptr || context->err != 0) return ConnectionError(name_, context);
  RETURN_IF_ERROR(StartTls(connection));
  redisSetTimeout(context, absl::ToTimeval(options_.command_timeout));
  if (address.unix_socket.empty()) redisEnableKeepAlive(context);
  const std::string database = absl::StrCat(address.database);
  for (const std::vector<absl::string_view>& greeting : Greetings(address, database)) {
    absl::StatusOr<RedisValue> answer = Send(connection, greeting, options_.command_timeout);
    if (absl::IsInternal(answer.status())) {
      return absl::FailedPreconditionError(answer.status().message());
    }
    RETURN_IF_ERROR(answer.status());
  }
  return connection;
}

absl::StatusOr<RedisClient::Connection> RedisClient::Acquire() {
  while (true) {
    Connection connection;
    {
      const MutexLock lock(mutex_);
      if (idle_.empty()) break;
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
    if (!IsStale(*connection.redis)) return connection;
  }
  return Connect();
}

void RedisClient::Release(Connection connection) {
  const MutexLock lock(mutex_);
  if (static_cast<int>(idle_.size()) < options_.max_idle_connections) {
    idle_.push_back(std::move(connection));
  }
}

absl::StatusOr<RedisValue> RedisClient::Send(Connection& connection,
                                             const std::vector<absl::string_view>& command,
                                             absl::Duration limit) const {
  std::vector<const char*> arguments;
  std::vector<size_t> lengths;
  for (absl::string_view argument : command) {
    arguments.push_back(argument.empty() ? "" : argument.data());
    lengths.push_back(argument.size());
  }
  redisContext* context = connection.redis.get();
  const int count = static_cast<int>(arguments.size());
  Reply reply(nullptr, freeReplyObject);
  if (connection.tls == nullptr) {
    redisAppendCommandArgv(context, count, arguments.data(), lengths.data());
    reply = Exchange(context, limit, [&](bool& is_sent) { MovePlain(context, is_sent); });
  } else {
    char* text = nullptr;
    const int size = redisFormatCommandArgv(&text, count, arguments.data(), lengths.data());
    const std::unique_ptr<char, void (*)(char*)> owner(text, redisFreeCommand);
    const absl::string_view bytes(text, std::max(size, 0));
    reply = Exchange(context, limit,
                     [&](bool& is_sent) { MoveTls(context, *connection.tls, bytes, is_sent); });
  }
  if (reply == nullptr) return ConnectionError(name_, context);
  if (reply->type == REDIS_REPLY_ERROR) {
    return ToStatus(name_, absl::string_view(reply->str, reply->len));
  }
  return ToValue(*reply);
}

absl::StatusOr<RedisValue> RedisClient::Try(const std::vector<absl::string_view>& command,
                                            const RedisCall& call) {
  ASSIGN_OR_RETURN(Connection connection, Acquire());
  const bool is_blocking = call.blocks > absl::ZeroDuration();
  if (is_blocking) {
    redisSetTimeout(connection.redis.get(),
                    absl::ToTimeval(options_.command_timeout + call.blocks));
  }
  absl::StatusOr<RedisValue> value =
      Send(connection, command, options_.command_timeout + call.blocks);
  if (connection.redis->err != 0) {
    // Not kUnavailable: that is tried again.
    if (call.is_repeatable) return value;
    return absl::UnknownError(
        absl::StrCat(value.status().message(), "; it is not known whether it was done"));
  }
  if (is_blocking) {
    redisSetTimeout(connection.redis.get(), absl::ToTimeval(options_.command_timeout));
  }
  // A connection to a replica would stay one.
  if (!absl::IsUnavailable(value.status())) Release(std::move(connection));
  return value;
}

absl::StatusOr<RedisValue> RedisClient::Run(const std::vector<absl::string_view>& command,
                                            const RedisCall& call) {
  const auto end = std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(options_.patience);
  for (int tries = 0;; ++tries) {
    absl::StatusOr<RedisValue> value = Try(command, call);
    // Not worth our patience, but the caller may try again.
    if (absl::IsUnknown(value.status()) || absl::IsResourceExhausted(value.status())) {
      return absl::UnavailableError(value.status().message());
    }
    if (!absl::IsUnavailable(value.status())) return value;
    if (std::chrono::steady_clock::now() >= end) return value;
    absl::SleepFor(PauseAfter(tries));
  }
}

absl::StatusOr<std::string> RedisClient::Load(const RedisScript& script) {
  ASSIGN_OR_RETURN(RedisValue digest, Run({"SCRIPT", "LOAD", script.text}));
  const MutexLock lock(mutex_);
  return loaded_[script.text.data()] = digest.text;
}

absl::StatusOr<RedisValue> RedisClient::Run(const RedisScript& script,
                                            const std::vector<absl::string_view>& arguments,
                                            const RedisCall& call) {
  std::string digest;
  {
    const MutexLock lock(mutex_);
    if (const auto found = loaded_.find(script.text.data()); found != loaded_.end()) {
      digest = found->second;
    }
  }
  std::vector<absl::string_view> command = {"EVALSHA", "", "0"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  // A server that was restarted has forgotten the script: it ran nothing, so try once more.
  for (int loads = 0;; ++loads) {
    if (digest.empty()) {
      ASSIGN_OR_RETURN(digest, Load(script));
    }
    command[1] = digest;
    absl::StatusOr<RedisValue> value = Run(command, call);
    if (!absl::IsNotFound(value.status()) || loads == 3) return value;
    digest.clear();
  }
}

}  // namespace allreview
