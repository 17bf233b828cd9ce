#ifndef ANALYZERS_REPOSITORY_FACTS_BYTES_H_
#define ANALYZERS_REPOSITORY_FACTS_BYTES_H_

// The bytes of facts:
//   magic
//   where each block ends, counted from the first byte, and how many names there are: 4 bytes each
//   the blocks:
//     pool: each distinct name followed by '\n'; names by order of first use
//     identifiers, then words of strings: each followed by '\n'
//     FileFacts.lines, style and code: their bytes
//   the lists of FileFacts in order, each with its length; names as numbers in the pool
// So a block is found by one look at the front, where it lies: nobody walks from block to block.
// Numbers of the lists are as base/number_bytes.h has them. Places are differences to the place
// before.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"
#include "base/name_hash.h"
#include "base/number_bytes.h"

namespace allreview::repository {

// Raised with every change of the encoding, and when the facts themselves change.
inline constexpr absl::string_view kFactsMagic = "ARFB";

class FactsWriter : private NumberWriter {
 public:
  using NumberWriter::Number;
  void Flags(std::initializer_list<bool> flags) {
    uint64_t value = 0;
    int bit = 0;
    for (bool flag : flags) value |= static_cast<uint64_t>(flag) << bit++;
    Number(value);
  }
  // Must outlive the writer.
  void Name(const std::string& name) { Number(NumberOf(name)); }
  // The same for the function around, which is that of many facts in a row.
  void Symbol(const std::string& name) {
    if (symbol_ == nullptr || *symbol_ != name) {
      symbol_ = &name;
      symbol_number_ = NumberOf(name);
    }
    Number(symbol_number_);
  }
  void Names(const std::vector<std::string>& names) {
    Number(names.size());
    for (const std::string& name : names) Name(name);
  }
  void Where(const Place& place) {
    Signed(place.line - last_.line);
    Number(static_cast<uint64_t>(place.end_line - place.line));
    Number(static_cast<uint64_t>(place.column));
    Number(static_cast<uint64_t>(place.end_column));
    Signed(static_cast<int64_t>(place.first_byte) - last_.first_byte);
    Number(place.end_byte - place.first_byte);
    last_ = place;
  }
  // The blocks after the pool, in the order of FactsReader::Block.
  std::string Finish(std::initializer_list<absl::string_view> blocks) const {
    size_t end = kFactsMagic.size() + (2 + blocks.size()) * sizeof(uint32_t) + pool_.size();
    std::string bytes(kFactsMagic);
    bytes += Fixed(end);
    for (absl::string_view block : blocks) bytes += Fixed(end += block.size());
    bytes += Fixed(numbers_.size());
    bytes.reserve(end + NumberWriter::bytes().size());
    bytes += pool_;
    for (absl::string_view block : blocks) bytes.append(block.data(), block.size());
    bytes += NumberWriter::bytes();
    return bytes;
  }

 private:
  // Facts of the largest file that is parsed have much less than 4 GiB.
  static std::string Fixed(size_t value) {
    const auto fixed = static_cast<uint32_t>(value);
    return std::string(reinterpret_cast<const char*>(&fixed), sizeof(fixed));
  }
  uint64_t NumberOf(const std::string& name) {
    const auto [number, is_new] = numbers_.emplace(name, numbers_.size());
    if (is_new) {
      const size_t start = pool_.size();
      pool_ += name;
      // A text of several lines, of a decorator or so, must not look like several names.
      std::replace(pool_.begin() + static_cast<ptrdiff_t>(start), pool_.end(), '\n', ' ');
      pool_ += '\n';
    }
    return number->second;
  }

  absl::flat_hash_map<absl::string_view, uint64_t, NameHash, NameEqual> numbers_;
  std::string pool_;
  const std::string* symbol_ = nullptr;  // The last one.
  uint64_t symbol_number_ = 0;
  Place last_;
};

// After the first impossible value every answer is zero and `ok` false.
class FactsReader : private NumberReader {
 public:
  explicit FactsReader(absl::string_view bytes) : NumberReader(ListsOf(bytes)) {
    if (!AreWhole(bytes)) Fail();
    if (!ok()) return;
    names_.reserve(Fixed(bytes, kBlocks));
    absl::string_view pool = BlockOf(bytes, kPool);
    for (size_t end = pool.find('\n'); end != absl::string_view::npos; end = pool.find('\n')) {
      names_.push_back(pool.substr(0, end));
      pool.remove_prefix(end + 1);
    }
    if (!pool.empty() || names_.size() != Fixed(bytes, kBlocks)) Fail();
  }

  enum Block { kPool, kIdentifiers, kStringWords, kLines, kStyle, kCode, kBlocks };
  // The front is that of facts, and blocks and names are within the bytes.
  static bool AreWhole(absl::string_view bytes) {
    if (bytes.size() < kFront || !absl::StartsWith(bytes, kFactsMagic)) return false;
    size_t end = kFront;
    for (size_t block = 0; block < kBlocks; ++block) {
      if (Fixed(bytes, block) < end) return false;
      end = Fixed(bytes, block);
    }
    return end <= bytes.size() && Fixed(bytes, kBlocks) <= Fixed(bytes, kPool) - kFront;
  }
  // Empty for what are not facts.
  static absl::string_view BlockOf(absl::string_view bytes, Block block) {
    if (!AreWhole(bytes)) return "";
    const size_t start = block == kPool ? kFront : Fixed(bytes, block - 1);
    return bytes.substr(start, Fixed(bytes, block) - start);
  }

  using NumberReader::Count;
  using NumberReader::is_at_end;
  using NumberReader::Number;
  using NumberReader::ok;

  std::string Name() {
    const uint64_t number = Number();
    if (number >= names_.size()) Fail();
    return ok() ? std::string(names_[number]) : "";
  }
  std::vector<std::string> Names() {
    std::vector<std::string> names(Count());
    for (std::string& name : names) name = Name();
    return names;
  }
  Place Where() {
    Place place;
    place.line = static_cast<int>(last_.line + Signed());
    place.end_line = place.line + static_cast<int>(Number());
    place.column = static_cast<int>(Number());
    place.end_column = static_cast<int>(Number());
    place.first_byte = static_cast<uint32_t>(last_.first_byte + Signed());
    place.end_byte = place.first_byte + static_cast<uint32_t>(Number());
    last_ = place;
    return place;
  }

 private:
  static constexpr size_t kFront = kFactsMagic.size() + (kBlocks + 1) * sizeof(uint32_t);

  // The number at that place of the front.
  static size_t Fixed(absl::string_view bytes, size_t place) {
    uint32_t value;
    std::memcpy(&value, bytes.data() + kFactsMagic.size() + place * sizeof(value), sizeof(value));
    return value;
  }

  // What is behind the blocks.
  static absl::string_view ListsOf(absl::string_view bytes) {
    return AreWhole(bytes) ? bytes.substr(Fixed(bytes, kBlocks - 1)) : "";
  }

  std::vector<absl::string_view> names_;
  Place last_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_FACTS_BYTES_H_
