#ifndef SERVICES_REPORT_DIAGRAMS_SEQUENCE_H_
#define SERVICES_REPORT_DIAGRAMS_SEQUENCE_H_

// Draws a sequence of calls as Mermaid. Names may hold anything: the result always parses.
//
//   Sequence sequence;
//   sequence.participants = {{.key = "a", .lines = {"train_step"}}, {.key = "b", .lines =
//   {"Router"}}}; sequence.Add({.kind = SequenceItem::Kind::kCall, .from = "a", .to = "b", .text =
//   "forward(x)"}); sequence.Add({.kind = SequenceItem::Kind::kLoop, .text = "for chunk in
//   chunks"});
//   ...
//   sequence.Add({.kind = SequenceItem::Kind::kEnd});
//   std::optional<std::string> drawing = SequenceMermaid(sequence, Language::kEnglish);
//
// Blocks need not be balanced: what is open at the end is closed, an end too many is not drawn. A
// choice of which only one part has messages is drawn as a block that is optional. Who stands
// beside the product takes part only where nothing else changed (carries.h). Pure.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "review/language/phrase.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {

struct Participant {
  std::string key;                 // Unique; items name it. Not shown.
  std::vector<std::string> lines;  // What is shown, below each other.
  Mark mark = Mark::kNone;
  std::string path = "";  // Of the file it stands in; empty: it stands in none.
};

struct SequenceItem {
  enum class Kind {
    kCall,
    kReturn,
    kNote,  // Over `from`, and `to` unless that is empty.
    kLoop,  // Opens a block with `text`, as the next two.
    kOptional,
    kChoice,
    kElse,  // The next part of a choice.
    kEnd,   // Of the innermost block.
  };
  Kind kind = Kind::kCall;
  std::string from, to;  // Keys. An item whose ends are not in the drawing is not drawn.
  std::string text;
  Mark mark = Mark::kNone;  // Shown before the text.
};

struct Sequence {
  std::vector<Participant> participants;
  std::vector<SequenceItem> items;

  void Add(SequenceItem item) { items.push_back(std::move(item)); }
};

struct SequenceLimits {
  size_t max_participants = 8;  // The first ones are kept.
  size_t max_items = 20;        // Blocks and their ends do not count.
};

// Ends in LF; without fence. What is beyond the limits is counted in a note. Nothing: no message is
// marked.
std::optional<std::string> SequenceMermaid(const Sequence& sequence, Language language,
                                           const SequenceLimits& limits = {});

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_SEQUENCE_H_
