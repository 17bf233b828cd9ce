#ifndef HOST_FLAGS_H_
#define HOST_FLAGS_H_

// Command line flags by a table; the same table makes the help text.
//
//   constexpr Flag kFlags[] = {{.name = "listen", .value = "HOST:PORT", .help = "Where to
//   serve."}}; absl::StatusOr<Flags> flags = Flags::Parse(kFlags, {"--listen=127.0.0.1:0", "x"});
//   flags->Get("listen", "127.0.0.1:50051");  flags->positional();
//
// Accepted are --name=value, --name value, --switch, --switch=false and --no-switch; '-' and '_'
// within a name are the same. "--" ends the flags, and "-" alone is an argument. --flagfile=FILE
// stands for the flags in FILE, one on each line; '#' begins a comment there.
//
// Errors are kInvalidArgument and say which flag was probably meant, or which values are legal.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "host/flag.h"

namespace allreview::host {

class Flags {
 public:
  static absl::StatusOr<Flags> Parse(FlagList known, const std::vector<std::string>& arguments);
  static absl::StatusOr<Flags> Parse(absl::Span<const Flag> known,
                                     const std::vector<std::string>& arguments);

  bool Has(absl::string_view name) const;
  // The last value given.
  std::string Get(absl::string_view name, absl::string_view default_value = "") const;
  bool GetSwitch(absl::string_view name) const;
  absl::StatusOr<int64_t> GetInt(absl::string_view name, int64_t default_value) const;
  std::vector<std::string> GetAll(absl::string_view name) const;

  // All flags in the order given, by the names of the table.
  const std::vector<std::pair<std::string, std::string>>& in_order() const { return values_; }
  const std::vector<std::string>& positional() const { return positional_; }

 private:
  absl::Status Read(FlagList known, const std::vector<std::string>& arguments, int depth);
  absl::Status ReadFlagFile(FlagList known, const std::string& path, int depth);

  std::vector<std::pair<std::string, std::string>> values_;
  std::vector<std::string> positional_;
};

// "--listen=HOST:PORT"
std::string FlagUsage(const Flag& flag);

// Its help, with the legal values.
std::string FlagDescription(const Flag& flag);

// One paragraph for each flag, indented, wrapped at 80 columns.
std::string FlagHelp(absl::Span<const Flag> flags);

// The candidate that `word` is probably a slip of; empty if none is near.
std::string NearestName(absl::string_view word, absl::Span<const absl::string_view> candidates);

}  // namespace allreview::host

#endif  // HOST_FLAGS_H_
