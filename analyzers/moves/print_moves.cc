#include "analyzers/moves/print_moves.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::moves {
namespace {

using python::Definition;
using python::Module;
using python::Node;

std::string PathOf(const Module& module) { return Excerpt(module.path(), 200); }

// The side of a name that its node says.
std::string DescribeName(const VersionPair& file, const LoneName& lone, bool is_after) {
  const Module& module = is_after ? *file.after : *file.before;
  return absl::StrCat(PathOf(module), ":", lone.code->first_line, " ", lone.code->name);
}

absl::string_view KindOf(const NameMove& move) {
  if (move.is_unchanged_member) return "unchanged member";
  if (move.is_member) return "member";
  return move.is_renamed ? "renamed" : "moved";
}

std::string Lines(const Module& module, Node first, Node last) {
  std::string begin = absl::StrCat(PathOf(module), ":", first.first_line());
  if (first.first_line() == last.last_line()) return begin;
  return absl::StrCat(begin, "-", last.last_line());
}

std::string DescribeOwner(const Module& module, const Definition* definition) {
  return absl::StrCat(PathOf(module), " ", definition == nullptr ? "(module)" : definition->name);
}

void AddNewAndGone(const Moves& moves, Outline& outline) {
  for (const VersionPair& file : moves.files()) {
    if (file.after != nullptr && file.is_before_known()) {
      for (const Definition& definition : file.after->definitions()) {
        Poll();
        if (!moves.IsNew(definition)) continue;
        outline.Add(0, absl::StrCat("new ", PathOf(*file.after), ":", definition.first_line, " ",
                                    definition.name));
      }
    }
    if (file.before == nullptr || !file.is_after_known()) continue;
    for (const Definition& definition : file.before->definitions()) {
      Poll();
      if (!moves.IsGone(definition)) continue;
      outline.Add(0, absl::StrCat("gone ", PathOf(*file.before), ":", definition.first_line, " ",
                                  definition.name));
    }
  }
}

}  // namespace

std::string PrintMoves(const Moves& moves) {
  Outline outline;
  for (const NameMove& move : moves.names()) {
    outline.Add(0, absl::StrCat(KindOf(move), " ",
                                DescribeName(moves.files()[move.from.file], move.from, false),
                                " -> ", DescribeName(moves.files()[move.to.file], move.to, true)));
  }
  for (const Part& part : moves.parts()) {
    outline.Add(0, absl::StrCat("part ", DescribeOwner(*part.from_module, part.from), " -> ",
                                DescribeOwner(*part.to_module, part.to), ": ", part.statements,
                                " statements, ", part.tokens, " tokens"));
  }
  for (const Run& run : moves.runs()) {
    if (outline.is_full()) break;
    outline.Add(
        0, absl::StrCat(run.how == Trace::How::kMovedToReceiver ? "moved to receiver " : "moved ",
                        Lines(*run.from_module, run.from, run.from_last), " -> ",
                        Lines(*run.to_module, run.to, run.to_last)));
  }
  AddNewAndGone(moves, outline);
  std::string text = std::move(outline).Finish();
  return text.empty() ? "nothing moved, new or gone\n" : text;
}

}  // namespace allreview::moves
