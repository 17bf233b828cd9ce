#include "services/analysis/playbook.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/repository_texts.h"
#include "base/utf8.h"
#include "services/analysis/every_name.h"

namespace allreview::analysis {
namespace {

using change::Side;
using change::TreeFile;

constexpr size_t kMaxTexts = 1500;
constexpr size_t kMaxTextBytes = 512 * 1024;  // Of one file.
constexpr size_t kMaxValueBytes = 4000;

// Texts of the files, sorted by path; those that cannot be had are left out.
std::vector<house::File> TextsOf(change::RepositoryTexts& texts, std::vector<TreeFile> wanted) {
  if (wanted.size() > kMaxTexts) wanted.resize(kMaxTexts);
  texts.Fetch(Side::kRight, wanted);
  std::vector<house::File> files;
  for (const TreeFile& file : wanted) {
    const std::string* text = texts.Read(Side::kRight, file);
    if (text != nullptr && text->size() <= kMaxTextBytes) files.push_back({file.path, *text});
  }
  return files;
}

std::string Shown(absl::string_view text) {
  return ToDisplayText(text.substr(0, std::min(text.size(), kMaxValueBytes)));
}

v1::Provenance ToProto(const playbook::Provenance& provenance) {
  v1::Provenance proto;
  proto.set_path(ToDisplayText(provenance.path));
  proto.set_line(provenance.line);
  proto.set_count(provenance.count);
  proto.set_of(provenance.of);
  return proto;
}

v1::Statement ToProto(const playbook::Statement& statement) {
  v1::Statement proto;
  proto.set_id(statement.id);
  proto.set_topic(statement.topic);
  for (const auto& [name, value] : statement.values) (*proto.mutable_values())[name] = Shown(value);
  for (const playbook::Provenance& provenance : statement.provenance) {
    *proto.add_provenance() = ToProto(provenance);
  }
  return proto;
}

std::vector<playbook::PastCommit> PastOf(
    const google::protobuf::RepeatedPtrField<change::v1::PastCommit>* history) {
  std::vector<playbook::PastCommit> past;
  if (history == nullptr) return past;
  for (const change::v1::PastCommit& commit : *history) {
    playbook::PastCommit& out = past.emplace_back();
    out.added.assign(commit.added().begin(), commit.added().end());
    out.changed.assign(commit.changed().begin(), commit.changed().end());
    for (const change::v1::AddedOption& option : commit.options()) {
      out.options.push_back({option.path(), option.owner(), option.name()});
    }
  }
  return past;
}

}  // namespace

v1::Playbook ToProto(const playbook::Playbook& playbook) {
  v1::Playbook proto;
  for (const playbook::Section& section : playbook.sections) {
    v1::PlaybookSection& out = *proto.add_sections();
    out.set_id(section.id);
    out.set_reason_empty(section.reason_empty);
    for (const playbook::Statement& statement : section.statements) {
      *out.add_statements() = ToProto(statement);
    }
  }
  for (const playbook::Contradiction& contradiction : playbook.contradictions) {
    v1::Contradiction& out = *proto.add_contradictions();
    out.set_topic(contradiction.topic);
    for (const playbook::Contradiction::Claim& claim : contradiction.claims) {
      v1::Contradiction::Claim& said = *out.add_claims();
      said.set_value(Shown(claim.value));
      *said.mutable_provenance() = ToProto(claim.provenance);
    }
  }
  for (const playbook::Stale& stale : playbook.stale) {
    v1::StaleStatement& out = *proto.add_stale();
    out.set_what(Shown(stale.what));
    out.set_text(Shown(stale.text));
    *out.mutable_provenance() = ToProto(stale.provenance);
  }
  proto.set_stale_left_out(playbook.stale_left_out);
  proto.set_documents_checked(playbook.documents_checked);
  for (const playbook::Provenance& place : playbook.unread) *proto.add_unread() = ToProto(place);
  return proto;
}

v1::Playbook DerivePlaybook(
    const change::AnalysedChange& analysed, const change::v1::ChangeInfo& change,
    const google::protobuf::RepeatedPtrField<change::v1::PastCommit>* history) {
  const std::vector<TreeFile>& tree = analysed.texts().List(Side::kRight, EveryName());
  std::vector<std::string> paths;
  std::vector<TreeFile> wanted;
  for (const TreeFile& file : tree) {
    paths.push_back(file.path);
    if (playbook::IsPlaybookText(file.path)) wanted.push_back(file);
  }
  const std::vector<house::File> texts = TextsOf(analysed.texts(), std::move(wanted));
  std::vector<playbook::PastCommit> past = PastOf(history);
  std::vector<TreeFile> python;
  for (const std::string& path : playbook::WantedPython(paths, analysed.index(), past)) {
    const auto found = std::lower_bound(
        tree.begin(), tree.end(), path,
        [](const TreeFile& file, const std::string& name) { return file.path < name; });
    if (found != tree.end() && found->path == path) python.push_back(*found);
  }
  // Only of a tree without a change are the commits those of the repository.
  std::vector<std::string> subjects;
  if (analysed.is_scan()) {
    for (auto commit = change.commits().rbegin(); commit != change.commits().rend(); ++commit) {
      subjects.push_back(commit->subject());
    }
  }
  v1::Playbook proto = ToProto(playbook::BuildPlaybook({.paths = paths,
                                                        .texts = texts,
                                                        .index = analysed.index(),
                                                        .subjects = subjects,
                                                        .python = TextsOf(analysed.texts(), python),
                                                        .past = std::move(past)}));
  proto.set_commit(change.head_commit());
  return proto;
}

}  // namespace allreview::analysis
