#include "analyzers/house/print_policy.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/outline.h"

namespace allreview::house {
namespace {

absl::string_view NameOf(Level level) {
  static constexpr absl::string_view kNames[] = {"enforced", "declared", "norm"};
  return kNames[static_cast<int>(level)];
}

absl::string_view NameOf(Purpose purpose) {
  static constexpr absl::string_view kNames[] = {"install", "format", "lint", "test"};
  return kNames[static_cast<int>(purpose)];
}

std::string Tool(const std::string& tool) { return tool.empty() ? "" : absl::StrCat(" by ", tool); }

void Add(const Entry& entry, Outline& outline) {
  std::string line = absl::StrCat(entry.id, " ", NameOf(entry.level), " ", Excerpt(entry.value),
                                  Tool(entry.tool), " ", ToString(entry.source));
  if (entry.compliance) absl::StrAppend(&line, " ", entry.compliance->percent(), "%");
  outline.Add(0, absl::StrCat(line, entry.is_active ? "" : " not followed"));
  for (const Claim& claim : entry.more) {
    outline.Add(1, absl::StrCat(NameOf(claim.level), " ", Excerpt(claim.value), Tool(claim.tool),
                                " ", ToString(claim.source)));
  }
}

void Add(const Process& process, Outline& outline) {
  if (process.draft) outline.Add(0, absl::StrCat("draft ", ToString(*process.draft)));
  if (process.sign_off) {
    outline.Add(0, absl::StrCat("sign-off ", ToString(*process.sign_off),
                                process.wants_signature ? " with signature" : ""));
  }
  if (process.linked_issue) {
    outline.Add(0, absl::StrCat("linked issue ", ToString(*process.linked_issue)));
  }
}

}  // namespace

std::string PrintPolicy(const Policy& policy) {
  Outline outline;
  for (const Entry& entry : policy.entries) Add(entry, outline);
  for (const Conflict& conflict : policy.conflicts) {
    outline.Add(0,
                absl::StrCat("conflict ", conflict.id, " ", Excerpt(English(conflict.text), 200)));
  }
  for (const Command& command : policy.commands) {
    outline.Add(
        0, absl::StrCat("command ", NameOf(command.purpose), " ", Excerpt(command.line, 200), " ",
                        ToString(command.source), command.is_run_by_ci ? " in CI" : ""));
  }
  for (const Hook& hook : policy.hooks) {
    outline.Add(0, absl::StrCat("hook ", hook.id, " ", Excerpt(hook.arguments), " ",
                                ToString(hook.source), hook.is_run_by_ci ? " in CI" : ""));
  }
  Add(policy.process, outline);
  for (const OwnerRule& rule : policy.owners) {
    outline.Add(
        0, absl::StrCat("owners ", Excerpt(rule.pattern), " ", absl::StrJoin(rule.owners, " "), " ",
                        policy.owners_path, ":", rule.line));
  }
  for (const Diagnostic& diagnostic : policy.diagnostics) {
    outline.Add(0, absl::StrCat("diagnostic ", ToString(diagnostic.place), " ",
                                Excerpt(English(diagnostic.message), 200)));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::house
