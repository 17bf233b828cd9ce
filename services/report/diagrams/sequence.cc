#include "services/report/diagrams/sequence.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "services/report/diagrams/carries.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using Kind = SequenceItem::Kind;

constexpr size_t kMaxTextBytes = 90;

bool OpensBlock(Kind kind) {
  return kind == Kind::kLoop || kind == Kind::kOptional || kind == Kind::kChoice;
}

bool IsMessage(Kind kind) {
  return kind == Kind::kCall || kind == Kind::kReturn || kind == Kind::kNote;
}

bool IsChanged(const SequenceItem& item) { return item.mark != Mark::kNone; }

// Without those beside the product, and what they say and hear.
Sequence OfProduct(const Sequence& sequence) {
  std::map<std::string, bool> is_beside;
  for (const Participant& participant : sequence.participants) {
    is_beside.emplace(participant.key, IsBesideProduct(participant.path));
  }
  const auto stands_beside = [&](const std::string& key) {
    const auto found = is_beside.find(key);
    return found != is_beside.end() && found->second;
  };
  const auto is_left_out = [&](const SequenceItem& item) {
    return IsMessage(item.kind) && (stands_beside(item.from) || stands_beside(item.to));
  };
  const bool has_product =
      std::any_of(sequence.items.begin(), sequence.items.end(),
                  [&](const SequenceItem& item) { return IsChanged(item) && !is_left_out(item); });
  Sequence kept = sequence;
  if (!has_product) return kept;
  std::erase_if(kept.participants, [&](const auto& one) { return is_beside.at(one.key); });
  std::erase_if(kept.items, is_left_out);
  return kept;
}

// Makes choices of which one part alone has messages optional blocks.
class Choices {
 public:
  explicit Choices(std::vector<SequenceItem>& items) : items_(items) {}

  void Simplify() {
    for (size_t i = 0; i < items_.size(); ++i) {
      const Kind kind = items_[i].kind;
      if (OpensBlock(kind)) {
        open_.push_back({.parts = {i}, .filled = {}});
      } else if (kind == Kind::kElse && !open_.empty()) {
        open_.back().parts.push_back(i);
      } else if (kind == Kind::kEnd && !open_.empty()) {
        Close();
      } else if (IsMessage(kind)) {
        for (Block& block : open_) block.filled.insert(block.parts.back());
      }
    }
    while (!open_.empty()) Close();
    size_t i = 0;
    std::erase_if(items_, [&](const SequenceItem&) { return dropped_.count(i++) > 0; });
  }

 private:
  struct Block {
    std::vector<size_t> parts;  // Where they begin.
    std::set<size_t> filled;    // Those with messages.
  };

  void Close() {
    const Block block = open_.back();
    open_.pop_back();
    if (items_[block.parts[0]].kind != Kind::kChoice || block.filled.size() != 1) return;
    for (size_t part : block.parts) {
      if (block.filled.count(part) == 0) dropped_.insert(part);
    }
    items_[*block.filled.begin()].kind = Kind::kOptional;
  }

  std::vector<SequenceItem>& items_;
  std::vector<Block> open_;
  std::set<size_t> dropped_;
};

class Writer {
 public:
  Writer(Language language, const SequenceLimits& limits) : language_(language), limits_(limits) {}

  void AddParticipants(const std::vector<Participant>& participants) {
    for (const Participant& participant : participants) {
      if (ids_.size() == limits_.max_participants) {
        ++undrawn_participants_;
        continue;
      }
      const std::string id = absl::StrCat("p", ids_.size());
      if (!ids_.emplace(participant.key, id).second) continue;
      std::vector<std::string> lines = participant.lines;
      if (participant.mark != Mark::kNone) {
        lines.push_back(absl::StrCat("(", MarkLabel(language_, participant.mark), ")"));
      }
      absl::StrAppend(&text_, "  participant ", id, " as ",
                      lines.empty() ? MermaidLabel("") : MermaidLines(lines, kMaxTextBytes), "\n");
    }
  }

  void Add(const SequenceItem& item) {
    if (OpensBlock(item.kind)) {
      pending_.push_back(item);
    } else if (item.kind == Kind::kEnd) {
      Close();
    } else if (item.kind == Kind::kElse) {
      AddElse(item);
    } else {
      AddMessage(item);
    }
  }

  bool HasMessages() const { return messages_ > 0; }

  std::string Finish() {
    while (!open_.empty()) Close(/*is_forced=*/true);
    const int64_t left_out = undrawn_items_ + undrawn_participants_;
    if (left_out > 0) {
      constexpr Phrase kMore("… and {count} more calls", "……另有 {count} 次调用未画出");
      absl::StrAppend(&text_, "  Note over p0: ",
                      MermaidLabel(Say(language_, kMore, {{"count", absl::StrCat(left_out)}})),
                      "\n");
    }
    return absl::StrCat("sequenceDiagram\n", text_);
  }

 private:
  // A part in which nothing was drawn gives way to the next one.
  void AddElse(const SequenceItem& item) {
    if (pending_.empty()) {
      if (!open_.empty() && open_.back() == Kind::kChoice) pending_.push_back(item);
      return;
    }
    const Kind kind = pending_.back().kind;
    if (kind == Kind::kChoice || kind == Kind::kElse) pending_.back().text = item.text;
  }

  void AddMessage(const SequenceItem& item) {
    const auto from = ids_.find(item.from);
    const auto to = ids_.find(item.to);
    const bool is_note = item.kind == Kind::kNote;
    if (from == ids_.end() || (to == ids_.end() && !(is_note && item.to.empty())) ||
        messages_ == limits_.max_items) {
      ++undrawn_items_;
      return;
    }
    ++messages_;
    OpenPending();
    const std::string text = MermaidLabel(
        item.mark == Mark::kNone ? item.text
                                 : absl::StrCat(MarkLabel(language_, item.mark), " ", item.text),
        kMaxTextBytes);
    Indent();
    if (is_note) {
      absl::StrAppend(&text_, "Note over ", from->second);
      if (to != ids_.end() && to->second != from->second) {
        absl::StrAppend(&text_, ",", to->second);
      }
    } else {
      absl::StrAppend(&text_, from->second, item.kind == Kind::kReturn ? "-->>" : "->>",
                      to->second);
    }
    absl::StrAppend(&text_, ": ", text, "\n");
  }

  // Blocks are drawn with their first message, so that none is empty.
  void OpenPending() {
    for (const SequenceItem& block : std::exchange(pending_, {})) {
      const std::string text = MermaidLabel(block.text, kMaxTextBytes);
      if (block.kind == Kind::kElse) {
        absl::StrAppend(&text_, std::string(2 * open_.size(), ' '), "else ", text, "\n");
        continue;
      }
      Indent();
      absl::StrAppend(&text_,
                      block.kind == Kind::kLoop       ? "loop "
                      : block.kind == Kind::kOptional ? "opt "
                                                      : "alt ",
                      text, "\n");
      open_.push_back(block.kind);
    }
  }

  void Close(bool is_forced = false) {
    if (!pending_.empty() && !is_forced) {
      const bool was_else = pending_.back().kind == Kind::kElse;
      pending_.pop_back();
      if (!was_else) return;
    }
    if (open_.empty()) return;
    open_.pop_back();
    Indent();
    absl::StrAppend(&text_, "end\n");
  }

  void Indent() { text_.append(2 + 2 * open_.size(), ' '); }

  const Language language_;
  const SequenceLimits limits_;
  std::string text_;
  std::map<std::string, std::string> ids_;  // By key.
  std::vector<SequenceItem> pending_;       // Opened, but nothing is drawn in them yet.
  std::vector<Kind> open_;
  size_t messages_ = 0;
  int64_t undrawn_items_ = 0, undrawn_participants_ = 0;
};

}  // namespace

std::optional<std::string> SequenceMermaid(const Sequence& sequence, Language language,
                                           const SequenceLimits& limits) {
  Sequence drawn = OfProduct(sequence);
  if (std::none_of(drawn.items.begin(), drawn.items.end(), IsChanged)) return std::nullopt;
  Choices(drawn.items).Simplify();
  // Who neither says nor hears anything is no participant.
  std::set<std::string> speakers;
  for (const SequenceItem& item : drawn.items) speakers.insert({item.from, item.to});
  std::erase_if(drawn.participants, [&](const auto& one) { return speakers.count(one.key) == 0; });
  Writer writer(language, limits);
  writer.AddParticipants(drawn.participants);
  for (const SequenceItem& item : drawn.items) writer.Add(item);
  return writer.HasMessages() ? std::optional(writer.Finish()) : std::nullopt;
}

}  // namespace allreview::report
