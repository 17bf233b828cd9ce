// "Also changed": one line for each way in which functions changed.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "review/labels.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;

constexpr size_t kMaxNames = 3;

std::string NameText(const Post& post, const ChangedSymbol& symbol) {
  constexpr Phrase kName("{name} ({place})", "{name}（{place}）");
  return Say(post.language, kName,
             {{"name", CodeOf(symbol.name(), 80)},
              {"place", StartCode(post.language, DefinitionOf(symbol))}});
}

std::string ChangeOf(const Post& post, const ChangedSymbol& symbol) {
  std::string what = ChangeText(post.language, symbol, 2);
  const bool is_new = symbol.status() == ChangedSymbol::STATUS_ADDED;
  if (!is_new || symbol.doc().empty()) return what;
  return absl::StrCat(what, Colon(post.language), Quoted(symbol.doc()));
}

}  // namespace

std::string BriefItems(const Post& post, const std::vector<const ChangedSymbol*>& symbols) {
  constexpr Phrase kItem("- {names}: {what}\n", "- {names}：{what}\n");
  constexpr Phrase kMore("{count} more", "另外 {count} 个");
  struct Item {
    std::vector<std::string> names;
    std::string what;
  };
  std::vector<Item> items;
  std::map<std::string, size_t> told;
  for (const ChangedSymbol* symbol : symbols) {
    std::string what = ChangeOf(post, *symbol);
    const bool has_text =
        symbol->status() == ChangedSymbol::STATUS_MODIFIED && symbol->deltas_size() > 0;
    const auto group = has_text ? told.emplace(what, items.size()).first->second : items.size();
    if (group == items.size()) items.push_back({{}, std::move(what)});
    items[group].names.push_back(NameText(post, *symbol));
  }
  std::string text;
  for (Item& item : items) {
    const size_t more = item.names.size() - std::min(item.names.size(), kMaxNames);
    item.names.resize(item.names.size() - more);
    if (more > 0) item.names.push_back(Say(post.language, kMore, {{"count", absl::StrCat(more)}}));
    text += Say(post.language, kItem,
                {{"names", Enumerated(post.language, item.names)}, {"what", item.what}});
  }
  return text;
}

}  // namespace allreview::report::explanation
