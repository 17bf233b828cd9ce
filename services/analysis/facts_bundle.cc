#include "services/analysis/facts_bundle.h"

#include <cstdint>
#include <cstring>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::analysis {
namespace {

// A bundle: its mark, the size of all of it, the name, then ids and facts in turn, each with its
// size before it.
constexpr absl::string_view kMark = "ARB1";

void AppendNumber(uint64_t number, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void AppendText(absl::string_view text, std::string* bytes) {
  AppendNumber(text.size(), bytes);
  absl::StrAppend(bytes, text);
}

// Takes what stands next off the front. False: that is not all there.
bool TakeNumber(absl::string_view* bytes, uint64_t* number) {
  if (bytes->size() < sizeof(*number)) return false;
  std::memcpy(number, bytes->data(), sizeof(*number));
  bytes->remove_prefix(sizeof(*number));
  return true;
}

bool TakeText(absl::string_view* bytes, absl::string_view* text) {
  uint64_t size = 0;
  if (!TakeNumber(bytes, &size) || size > bytes->size()) return false;
  *text = bytes->substr(0, size);
  bytes->remove_prefix(size);
  return true;
}

}  // namespace

std::string PackBundle(absl::string_view name, const std::vector<NamedFacts>& all) {
  size_t size = kMark.size() + 2 * sizeof(uint64_t) + name.size();
  for (const auto& [id, facts] : all) size += 2 * sizeof(uint64_t) + id.size() + facts.size();
  std::string bytes(kMark);
  bytes.reserve(size);
  AppendNumber(size, &bytes);
  AppendText(name, &bytes);
  for (const auto& [id, facts] : all) {
    AppendText(id, &bytes);
    AppendText(facts, &bytes);
  }
  return bytes;
}

void UnpackBundle(absl::string_view bundle, absl::string_view name,
                  const std::vector<std::string>& ids,
                  std::vector<std::optional<std::string>>* facts) {
  absl::string_view rest = bundle, its_name;
  uint64_t size = 0;
  if (!absl::ConsumePrefix(&rest, kMark) || !TakeNumber(&rest, &size) || size != bundle.size() ||
      !TakeText(&rest, &its_name) || its_name != name) {
    return;
  }
  absl::flat_hash_map<absl::string_view, absl::string_view> by_id;
  by_id.reserve(ids.size());
  absl::string_view id, text;
  while (TakeText(&rest, &id) && TakeText(&rest, &text)) by_id[id] = text;
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto found = by_id.find(ids[i]);
    if (found != by_id.end()) (*facts)[i].emplace(found->second);
  }
}

}  // namespace allreview::analysis
