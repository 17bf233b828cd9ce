#ifndef HOST_FLAG_H_
#define HOST_FLAG_H_

// One flag of a command line, as tables say it: parsing (flags.h), help, manual pages and shell
// completion are made from these.
//
//   inline constexpr Flag kListen = {
//       .name = "listen", .value = "HOST:PORT", .help = "Where to serve."};
//   constexpr auto kServe = JoinFlags(std::array{&kListen, &kPort}, kTlsFlags);
//   FlagList flags = kServe;
//
// Lists point to flags, which are constants; a flag that several programs have exists once.

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace allreview::host {

// What a shell offers as a value or as an argument, where there is no list of words.
enum class Completion { kNothing, kFile, kFolder, kRuleId };

// Legal values: words of the table, or a list that is kept elsewhere.
class Choices {
 public:
  using List = absl::Span<const absl::string_view> (*)();

  constexpr Choices() = default;
  template <size_t n>
  constexpr Choices(const absl::string_view (&words)[n]) : words_(words) {}
  constexpr Choices(List list) : list_(list) {}

  absl::Span<const absl::string_view> words() const { return list_ ? list_() : words_; }
  bool empty() const { return words().empty(); }
  auto begin() const { return words().begin(); }
  auto end() const { return words().end(); }

 private:
  absl::Span<const absl::string_view> words_ = {};
  List list_ = nullptr;
};

struct Flag {
  absl::string_view name;        // Words with '-' between them.
  absl::string_view value = "";  // Placeholder of the value. Empty: a switch.
  absl::string_view help;        // Sentences, one paragraph.
  Choices choices = {};          // Legal values. Empty: any.
  bool is_list = false;          // Of choices, with commas; the command checks it.
  int64_t min_number = 0;
  int64_t max_number = 0;      // Not 0: a whole number from min_number to this.
  bool is_repeatable = false;  // `allreview` refuses the others when they are given twice.
  Completion completion = Completion::kNothing;
  absl::string_view arguments = "";  // Arguments of the command that a switch gives a meaning to.
};

using FlagList = absl::Span<const Flag* const>;

// Several lists as one.
template <size_t... N>
constexpr std::array<const Flag*, (N + ...)> JoinFlags(const std::array<const Flag*, N>&... lists) {
  std::array<const Flag*, (N + ...)> all = {};
  size_t at = 0;
  const auto append = [&](const auto& list) {
    for (const Flag* flag : list) all[at++] = flag;
  };
  (append(lists), ...);
  return all;
}

}  // namespace allreview::host

#endif  // HOST_FLAG_H_
