#ifndef ANALYZERS_SYNTAX_FILE_PARSE_H_
#define ANALYZERS_SYNTAX_FILE_PARSE_H_

// One parse of one file, for a language's Parse. What the grammar cannot read may be replaced by
// text of the same length that it can: nodes keep their places, and speak as the file is written.
//
//   FileParse parse(vocabulary, source, limits, versions);
//   RETURN_IF_ERROR(parse.Read(replaced));                   // Or std::nullopt: the source itself.
//   if (parse.tree().error_count() > 0) {
//     RETURN_IF_ERROR(parse.ReadAgain(other, parse.tree().error_count() - 1));
//   }
//   return Tree<Language>(std::move(parse).Finish());
//
// Errors name the limit that was reached (kResourceExhausted).

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/syntax/parse_arena.h"
#include "analyzers/syntax/tree_data.h"
#include "analyzers/syntax/versioned_parse.h"
#include "analyzers/syntax/vocabulary.h"

struct TSTree;

namespace allreview::syntax {

class FileParse {
 public:
  // Which parts of the other version's tree are taken over. Where a parser recovers from an error
  // depends on what it read before; `kWithoutErrors` reads such a text whole.
  enum class Reuse { kAlways, kWithoutErrors };

  FileParse(const Vocabulary& vocabulary, absl::string_view source, const ParseLimits& limits,
            VersionedParse* versions, Reuse reuse = Reuse::kAlways);
  ~FileParse();
  FileParse(const FileParse&) = delete;
  FileParse& operator=(const FileParse&) = delete;

  // Parses `text`, or the source.
  absl::Status Read(std::optional<std::string> text);
  // Takes the tree of another text (null: of the source) with the same places instead, unless it
  // has more errors than that. True: it was taken.
  absl::StatusOr<bool> ReadAgain(std::shared_ptr<const std::string> text, int max_errors);

  // Of the text that was read last; its lines are known.
  const TreeData& tree() const { return result_; }

  // Nodes speak as the source is written; or, when `spoken` is given, from that text.
  TreeData Finish(std::shared_ptr<const std::string> spoken = nullptr) &&;

 private:
  struct Parsed;
  absl::Status ParseInto(TreeData* result, Parsed* parsed, const TSTree* previous);

  const Vocabulary& vocabulary_;
  const absl::string_view source_;
  const ParseLimits limits_;
  const Reuse reuse_;
  TreeData result_;
  std::unique_ptr<VersionedParse> own_;
  VersionedParse::State& state_;
  const ParseArena::Use use_;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_FILE_PARSE_H_
