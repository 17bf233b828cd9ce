// TOML without exceptions: what is wrong with the text is a value.
#define TOML_EXCEPTIONS 0

#include "analyzers/house/toml_file.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sentences/phrases/house.h"
#include "toml++/toml.h"

namespace allreview::house {
namespace {

constexpr size_t kMaxBytes = 1 << 20;
constexpr int kMaxDepth = 8;

std::optional<std::string> TextOf(const toml::node& node) {
  if (const auto number = node.value_exact<int64_t>()) return absl::StrCat(*number);
  if (const auto flag = node.value_exact<bool>()) return std::string(*flag ? "true" : "false");
  if (const auto text = node.value_exact<std::string_view>()) {
    return std::string(text->data(), text->size());
  }
  return std::nullopt;
}

void Add(const toml::table& table, const std::string& prefix, int depth, TomlFile* file) {
  if (depth > kMaxDepth) return;
  for (auto&& [key, node] : table) {
    const std::string path = absl::StrCat(prefix, absl::string_view(key.data(), key.length()));
    TomlEntry entry;
    entry.line = static_cast<int>(node.source().begin.line);
    // toml++ places an implicit table at its first header.
    if (entry.line == 0) entry.line = 1;
    if (const std::optional<std::string> text = TextOf(node)) entry.text = *text;
    if (const toml::array* array = node.as_array()) {
      entry.is_list = true;
      for (const toml::node& item : *array) {
        if (const auto text = item.value_exact<std::string_view>()) {
          entry.items.emplace_back(text->data(), text->size());
        }
      }
    }
    const toml::table* below = node.as_table();
    entry.is_table = below != nullptr;
    file->entries.emplace(path, std::move(entry));
    if (below != nullptr) Add(*below, absl::StrCat(path, "."), depth + 1, file);
  }
}

}  // namespace

const TomlEntry* TomlFile::Find(absl::string_view path) const {
  const auto found = entries.find(path);
  return found == entries.end() ? nullptr : &found->second;
}

std::optional<std::string> TomlFile::Text(absl::string_view path) const {
  const TomlEntry* entry = Find(path);
  if (entry == nullptr || entry->is_table || entry->is_list) return std::nullopt;
  return entry->text;
}

std::vector<std::string> TomlFile::List(absl::string_view path) const {
  const TomlEntry* entry = Find(path);
  return entry == nullptr ? std::vector<std::string>() : entry->items;
}

std::vector<std::string> TomlFile::KeysOf(absl::string_view table) const {
  const std::string prefix = absl::StrCat(table, ".");
  std::vector<std::pair<int, std::string>> keys;
  for (auto it = entries.lower_bound(prefix);
       it != entries.end() && absl::StartsWith(it->first, prefix); ++it) {
    const absl::string_view rest = absl::string_view(it->first).substr(prefix.size());
    if (!absl::StrContains(rest, ".")) keys.emplace_back(it->second.line, std::string(rest));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::string> names;
  for (auto& [line, name] : keys) names.push_back(std::move(name));
  return names;
}

TomlFile ParseToml(absl::string_view text) {
  TomlFile file;
  if (text.size() > kMaxBytes) {
    file.error = Sentence(phrases::kFileOverMib, {{"limit", absl::StrCat(kMaxBytes >> 20)}});
    return file;
  }
  const toml::parse_result result = toml::parse(std::string_view(text.data(), text.size()));
  if (!result) {
    const std::string_view what = result.error().description();
    file.error =
        Sentence(phrases::kNoToml, {{"reason", absl::string_view(what.data(), what.size())}});
    file.error_line = static_cast<int>(result.error().source().begin.line);
    return file;
  }
  Add(result.table(), "", 0, &file);
  return file;
}

}  // namespace allreview::house
