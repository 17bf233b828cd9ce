#ifndef SERVICES_REPORT_GLOSSARY_ENTRY_H_
#define SERVICES_REPORT_GLOSSARY_ENTRY_H_

// One concept of large-scale training, explained. To add one: a row in the table of its area
// (communication.cc, parallelism.cc, …); glossary_test.cc says what is wrong with it.

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "review/language/phrase.h"

namespace allreview::report::glossary {

// Where a reader finds more: a paper, or a page of documentation when there is no year.
struct Source {
  absl::string_view title;
  int year = 0;
  absl::string_view arxiv = {};  // "1909.08053".
};

struct Entry {
  absl::string_view id;  // Kebab case.
  // Separated by blanks. A term is a run of whole words of a name, however these are joined:
  // "all_reduce" stands for `all_reduce`, `dist.allreduce`, `AllReduceHook` and `all_reduces`, not
  // for `small_reduce`. A dotted term is the same: "torch.compile".
  absl::string_view terms;
  Phrase name;
  Phrase meaning;  // What it is, and why it matters in training.
  Phrase pitfall;
  std::optional<Phrase> second_pitfall = std::nullopt;
  Source source;
  // Words of which a path or the name of the using symbol must hold one; empty: any will do. For
  // terms that mean something else elsewhere: `z_loss` of a router and of a language model's head.
  absl::string_view near = {};
};

// The tables, each in a file of its own.
absl::Span<const Entry> AttentionEntries();
absl::Span<const Entry> CheckpointEntries();
absl::Span<const Entry> CommunicationEntries();
absl::Span<const Entry> ExpertEntries();
absl::Span<const Entry> InferenceEntries();
absl::Span<const Entry> MemoryEntries();
absl::Span<const Entry> ParallelismEntries();
absl::Span<const Entry> PipelineEntries();
absl::Span<const Entry> PrecisionEntries();
absl::Span<const Entry> RuntimeEntries();
absl::Span<const Entry> StructuredEntries();
absl::Span<const Entry> TrainingEntries();

}  // namespace allreview::report::glossary

#endif  // SERVICES_REPORT_GLOSSARY_ENTRY_H_
