// "Also changed": one line for each way in which functions changed.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "review/labels.h"
#include "services/report/assembly/separators.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/story/places.h"
#include "services/report/story/purpose.h"

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
  std::string what = EditText(post.language, post.index, symbol, 2);
  if (symbol.status() != ChangedSymbol::STATUS_ADDED) return what;
  const std::string purpose = PurposeText(post.language, post.index, symbol);
  return purpose.empty() ? what : absl::StrCat(what, ClauseComma(post.language), purpose);
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
    constexpr Phrase kName("- {names}\n", "- {names}\n");
    text += Say(post.language, item.what.empty() ? kName : kItem,
                {{"names", Enumerated(post.language, item.names)}, {"what", item.what}});
  }
  return text;
}

}  // namespace allreview::report::explanation
