#include "services/analysis/tool_logs.h"

#include <utility>

#include "absl/strings/str_cat.h"
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
