#include "services/report/diagrams/sequence.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"

namespace allreview::report {
namespace {

using Kind = SequenceItem::Kind;

constexpr size_t kMaxTextBytes = 90;

bool OpensBlock(Kind kind) {
  return kind == Kind::kLoop || kind == Kind::kOptional || kind == Kind::kChoice;
}

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

  std::string Finish() {
    while (!open_.empty()) Close(/*is_forced=*/true);
    if (ids_.empty()) {
      constexpr Phrase kEmpty("nothing to draw", "没有可画的内容");
      absl::StrAppend(&text_, "  participant p0 as ", MermaidLabel(kEmpty.In(language_)), "\n");
      return absl::StrCat("sequenceDiagram\n", text_);
    }
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

std::string SequenceMermaid(const Sequence& sequence, Language language,
                            const SequenceLimits& limits) {
  Writer writer(language, limits);
  writer.AddParticipants(sequence.participants);
  for (const SequenceItem& item : sequence.items) writer.Add(item);
  return writer.Finish();
}

}  // namespace allreview::report
