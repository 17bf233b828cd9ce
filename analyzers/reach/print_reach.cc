#include "analyzers/reach/print_reach.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "base/outline.h"

namespace allreview::reach {
namespace {

using State = FunctionReach::State;

// What tests make of the condition, as far as it is known.
std::string TextOf(const Verdict& verdict) {
  if (verdict.state == Verdict::State::kNever) return ": no test makes it so";
  if (verdict.state == Verdict::State::kUnknown) return "";
  const Verdict::Place& place = verdict.places[0];
  return absl::StrCat(": ", place.what, " ", place.path, ":", place.line);
}

void PrintWay(Reach& reach, const Way& way, Outline& outline) {
  outline.Add(1, absl::StrCat(NameOf(way.entry.kind), ": ", way.entry.what,
                              way.is_rare ? ", not in every step" : ""));
  for (const repository::Call& hop : way.hops) {
    outline.Add(2, absl::StrCat(hop.caller, " ", hop.path, ":", hop.place.line,
                                hop.is_reference ? " hands it over" : ""));
  }
  for (const Guard& guard : reach.GuardsOf(way)) {
    outline.Add(
        2, absl::StrCat("when ", Excerpt(guard.text, 120), " is ", guard.must_be ? "true" : "false",
                        " at ", guard.path, ":", guard.line, TextOf(reach.ByTests(guard))));
  }
}

void AddFunction(Reach& reach, const repository::IndexedFile& file,
                 const repository::DefinitionFacts& definition, Outline& outline) {
  outline.Add(0, absl::StrCat("function ", definition.name, " ", definition.place.line));
  const FunctionReach& function = reach.ReachOf(repository::Join(file.module(), definition.name));
  for (const Way& way : function.ways) PrintWay(reach, way, outline);
  switch (function.state) {
    case State::kReached:
      return;
    case State::kOnly:
      outline.Add(1, "nobody else");
      return;
    case State::kNobody:
      outline.Add(1, "nobody");
      return;
    case State::kUnknown:
      outline.Add(1, absl::StrCat("unknown: ", function.why));
  }
}

}  // namespace

std::string PrintReach(Reach& reach, const repository::IndexedFile& file) {
  Outline outline;
  for (const repository::DefinitionFacts& definition : file.facts().definitions) {
    if (definition.kind == python::Definition::Kind::kClass) continue;
    if (outline.is_full()) break;
    AddFunction(reach, file, definition, outline);
  }
  return std::move(outline).Finish();
}

std::string PrintBranches(Reach& reach, const repository::IndexedFile& file) {
  Outline outline;
  for (const Guard& guard : reach.BranchesOf(file)) {
    if (outline.is_full()) break;
    const Verdict verdict = reach.ByTests(guard);
    std::string text = TextOf(verdict);
    if (verdict.state == Verdict::State::kUnknown) text = absl::StrCat(": unknown, ", verdict.why);
    if (verdict.state == Verdict::State::kNever) {
      const Verdict::Place& place = verdict.places[0];
      absl::StrAppend(&text, "; ", place.what, " ", place.path, ":", place.line);
    }
    outline.Add(0, absl::StrCat(guard.line, " ", guard.function, " ", Excerpt(guard.text, 120),
                                " is ", guard.must_be ? "true" : "false", text));
  }
  return std::move(outline).Finish();
}

std::string PrintFunction(Reach& reach, const repository::IndexedFile& file,
                          absl::string_view absolute_name) {
  Outline outline;
  absl::ConsumePrefix(&absolute_name, file.module());
  absl::ConsumePrefix(&absolute_name, ".");
  const repository::DefinitionFacts* const definition = file.FindDefinition(absolute_name);
  if (definition != nullptr) AddFunction(reach, file, *definition, outline);
  return std::move(outline).Finish();
}

}  // namespace allreview::reach
