#include "services/analysis/tool_logs.h"

#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/other_tools/read_tools.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "sentences/phrases/tools/other_tools.h"

namespace allreview::analysis {

std::vector<ReadToolLog> ReadToolLogs(const google::protobuf::RepeatedPtrField<v1::ToolLog>& logs) {
  std::vector<ReadToolLog> read;
  const absl::Status room = sarif::CheckRoom(static_cast<size_t>(logs.size()), [&](size_t i) {
    return logs[static_cast<int>(i)].content().size();
  });
  for (const v1::ToolLog& log : logs) {
    ReadToolLog& it =
        read.emplace_back(ReadToolLog{.name = ToDisplayText(log.name()), .log = sarif::Log()});
    it.digest = Sha256Hex(log.content());
    it.bytes = static_cast<int64_t>(log.content().size());
    it.log = room.ok() ? sarif::ReadLog(log.name(), log.content()) : room;
  }
  return read;
}

std::string DigestsOf(const std::vector<ReadToolLog>& logs) {
  std::string digests;
  for (const ReadToolLog& log : logs) absl::StrAppend(&digests, log.digest, "\n");
  return digests;
}

ToolSaid AddToolFindings(const ToolQuestion& question, rules::RulesResult& found) {
  other_tools::ToolsInput input{.change = question.change, .policy = question.policy, .logs = {}};
  ToolSaid tools;
  for (const ReadToolLog& log : question.logs) {
    if (log.log.ok()) {
      input.logs.push_back(&*log.log);
    } else {
      tools.problems.emplace_back(log.log.status().message());
    }
  }
  other_tools::ToolsResult said = other_tools::ReadTools(input, found.findings);
  std::move(said.findings.begin(), said.findings.end(), std::back_inserter(found.findings));
  std::move(said.directives.begin(), said.directives.end(), std::back_inserter(found.directives));
  tools.notes = std::move(said.notes);
  tools.readers = std::move(said.readers);
  return tools;
}

void NoteReaders(const FileReaders& readers, bool accepts,
                 std::map<std::string, policy::LedgerEntry>& ledger) {
  for (const auto& [path, names] : readers) {
    const auto found = ledger.find(path);
    if (found == ledger.end() || found->second.state != policy::CoverageState::kUnsupported) {
      continue;
    }
    policy::LedgerEntry& entry = found->second;
    WordList tools{.joint = Joint::kAnd, .items = {}};
    for (const std::string& name : names) tools.items.emplace_back(name);
    entry.reason = entry.language.empty()
                       ? Sentence(phrases::kReadByToolsOnly, {{"tools", std::move(tools)}})
                       : Sentence(phrases::kReadByTools,
                                  {{"language", entry.language}, {"tools", std::move(tools)}});
    entry.is_accepted = entry.is_accepted || accepts;
  }
}

}  // namespace allreview::analysis
