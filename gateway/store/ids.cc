#include "gateway/store/ids.h"

#include <algorithm>
#include <random>
#include <utility>

#include "absl/time/clock.h"
#include "base/check.h"
#include "base/mutex.h"

namespace allreview::gateway {
namespace {

// Without I, L, O and U.
constexpr absl::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr uint64_t kMaxMilliseconds = (uint64_t{1} << 48) - 1;

// 130 bits hold the 128: the first digit is at most 7.
std::string Encode(uint64_t milliseconds, uint64_t high, uint64_t low) {
  std::string id(kIdLength, '0');
  unsigned __int128 bits =
      (static_cast<unsigned __int128>((milliseconds << 16) | high) << 64) | low;
  for (size_t i = kIdLength; i-- > 0; bits >>= 5) id[i] = kDigits[static_cast<size_t>(bits & 31)];
  return id;
}

uint64_t ToMilliseconds(absl::Time time) {
  return std::clamp<int64_t>(absl::ToUnixMillis(time), 0, kMaxMilliseconds);
}

uint64_t SystemRandom() {
  std::random_device device;
  return (uint64_t{device()} << 32) | device();
}

IdSourceOptions WithDefaults(IdSourceOptions options) {
  if (!options.now) options.now = absl::Now;
  if (!options.random) options.random = SystemRandom;
  return options;
}

}  // namespace

IdSource::IdSource(IdSourceOptions options) : options_(WithDefaults(std::move(options))) {}

std::string IdSource::Next() {
  const uint64_t now = ToMilliseconds(options_.now());
  const MutexLock lock(mutex_);
  if (now > milliseconds_) {
    milliseconds_ = now;
    high_ = options_.random() & 0xffff;
    low_ = options_.random();
    return Encode(milliseconds_, high_, low_);
  }
  // In the same millisecond, or behind it: the successor of the last one.
  if (++low_ == 0 && (high_ = (high_ + 1) & 0xffff) == 0) ++milliseconds_;
  return Encode(milliseconds_, high_, low_);
}

bool IsId(absl::string_view text) {
  return text.size() == kIdLength && text[0] <= '7' &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return kDigits.find(c) != absl::string_view::npos; });
}

absl::Time TimeOfId(absl::string_view id) {
  CHECK(IsId(id)) << "'" << id << "' is no id";
  uint64_t milliseconds = 0;
  for (char digit : id.substr(0, 10)) milliseconds = milliseconds * 32 + kDigits.find(digit);
  return absl::FromUnixMillis(static_cast<int64_t>(milliseconds));
}

std::string FirstIdAt(absl::Time time) { return Encode(ToMilliseconds(time), 0, 0); }

}  // namespace allreview::gateway
