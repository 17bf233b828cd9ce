#include "gateway/forge/publish/identity.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/strip.h"
#include "review/causes.h"

namespace allreview::gateway {
namespace {

using change::v1::LedgerEntry;
using finding::v1::Finding;
using review::v1::FindingThread;
using review::v1::PullRequestState;

// Replies of ours, by the comment that heads the thread; the last one counts.
std::map<int64_t, Marker> LastWords(const Conversation& talk) {
  std::map<int64_t, Marker> words;
  for (const OwnComment& comment : talk.comments) {
    if (comment.in_reply_to != 0 && comment.marker.has_value()) {
      words[comment.in_reply_to] = *comment.marker;
    }
  }
  return words;
}

KnownFinding FromComment(const OwnComment& comment, const Conversation& talk,
                         const std::map<int64_t, Marker>& last_words) {
  KnownFinding known{.thread = {}, .key = comment.marker->finding.key};
  known.run = comment.marker->run;
  known.thread.set_fingerprint(comment.marker->finding.fingerprint);
  known.thread.set_rule_id(comment.marker->finding.rule_id);
  known.thread.set_comment_id(comment.id);
  known.thread.set_first_head(comment.commit);
  known.thread.set_path(comment.path);
  known.thread.set_state(FindingThread::STATE_OPEN);
  const auto word = last_words.find(comment.id);
  if (word != last_words.end() && word->second.kind == Marker::Kind::kFixed) {
    known.fixed_at = word->second.head;
  }
  const auto thread = talk.threads.find(comment.id);
  if (thread == talk.threads.end()) return known;
  known.thread.set_thread_id(thread->second.id);
  if (thread->second.is_resolved) {
    // Ours, too, where we said that it is back and were interrupted before opening the thread.
    const bool has_spoken = word != last_words.end();
    const std::string& by = thread->second.resolved_by;
    const bool is_ours =
        !known.fixed_at.empty() ||
        (has_spoken && (by.empty() || by == absl::StripSuffix(talk.login, "[bot]")));
    known.thread.set_state(is_ours ? FindingThread::STATE_FIXED : FindingThread::STATE_RESOLVED);
  }
  return known;
}

KnownFinding WithoutComment(const MarkedFinding& finding, FindingThread::State state,
                            const Marker& review) {
  KnownFinding known{.thread = {}, .key = finding.key};
  known.run = review.run;
  known.thread.set_fingerprint(finding.fingerprint);
  known.thread.set_rule_id(finding.rule_id);
  known.thread.set_state(state);
  known.thread.set_first_head(review.head);
  return known;
}

using ByFingerprint = std::map<std::string, KnownFinding>;

ByFingerprint FromPullRequest(const Conversation& talk) {
  ByFingerprint known;
  const std::map<int64_t, Marker> last_words = LastWords(talk);
  for (const OwnComment& comment : talk.comments) {
    const bool is_finding = comment.in_reply_to == 0 && comment.marker.has_value() &&
                            comment.marker->kind == Marker::Kind::kFinding;
    if (!is_finding) continue;
    known.emplace(comment.marker->finding.fingerprint, FromComment(comment, talk, last_words));
  }
  for (const OwnReview& review : talk.reviews) {
    if (review.is_draft || !review.marker.has_value()) continue;
    for (const MarkedFinding& finding : review.marker->in_body) {
      known.emplace(finding.fingerprint,
                    WithoutComment(finding, FindingThread::STATE_IN_BODY, *review.marker));
    }
    // Posted, and no longer there.
    for (const MarkedFinding& finding : review.marker->posted) {
      known.emplace(finding.fingerprint,
                    WithoutComment(finding, FindingThread::STATE_DELETED, *review.marker));
    }
  }
  return known;
}

// What the store knows better than the pull request shows.
void Merge(const FindingThread& stored, ByFingerprint& known) {
  auto found = known.find(stored.fingerprint());
  // The comment is known under another fingerprint since its file was renamed.
  const auto comment = std::find_if(known.begin(), known.end(), [&](const auto& entry) {
    return stored.comment_id() != 0 && entry.second.thread.comment_id() == stored.comment_id();
  });
  if (found == known.end() && comment != known.end()) {
    KnownFinding renamed = std::move(comment->second);
    renamed.thread.set_fingerprint(stored.fingerprint());
    known.erase(comment);
    found = known.emplace(stored.fingerprint(), std::move(renamed)).first;
  }
  if (found == known.end()) {
    KnownFinding gone{.thread = stored};
    if (stored.comment_id() != 0) gone.thread.set_state(FindingThread::STATE_DELETED);
    known.emplace(stored.fingerprint(), std::move(gone));
    return;
  }
  FindingThread& thread = found->second.thread;
  if (!stored.first_head().empty()) thread.set_first_head(stored.first_head());
  if (thread.path().empty()) thread.set_path(stored.path());
  if (thread.rule_id().empty()) thread.set_rule_id(stored.rule_id());
  const bool is_open = thread.state() == FindingThread::STATE_OPEN;
  const bool is_voted_down = stored.state() == FindingThread::STATE_NOT_USEFUL;
  const bool is_fixed_in_body = thread.state() == FindingThread::STATE_IN_BODY &&
                                stored.state() == FindingThread::STATE_FIXED;
  if ((is_open && is_voted_down) || is_fixed_in_body) thread.set_state(stored.state());
}

// Files of the change that nobody looked at, so that nothing can be said of their findings.
std::set<std::string> FilesNotReviewed(const review::v1::Review& review) {
  std::set<std::string> paths;
  for (const LedgerEntry& entry : review.ledger()) {
    switch (entry.state()) {
      case LedgerEntry::STATE_NOT_FETCHED:
      case LedgerEntry::STATE_TIMED_OUT:
      case LedgerEntry::STATE_OVER_BUDGET:
        paths.insert(entry.path());
        break;
      default:
        break;
    }
  }
  return paths;
}

bool IsAnalysisMissing(const review::v1::Review& review) {
  return std::any_of(review.missing().begin(), review.missing().end(), [](const auto& part) {
    return !part.is_expected() && part.service() != "report";
  });
}

class Comparison {
 public:
  Comparison(const review::v1::Review& review, std::string head)
      : review_(review),
        head_(std::move(head)),
        not_reviewed_(FilesNotReviewed(review)),
        is_analysis_missing_(IsAnalysisMissing(review)) {
    for (const Finding* finding : AllFindings(review)) present_.insert(finding->fingerprint());
    for (const review::v1::FileSummary& file : review.files()) {
      paths_.insert(file.entry().new_path());
      if (file.entry().old_path() != file.entry().new_path()) {
        renamed_.insert(file.entry().old_path());
      }
    }
  }

  // Gives the thread the fingerprint that its finding has under the file's new name.
  void FollowRename(KnownFinding& known, const std::set<std::string>& taken) {
    const std::string& path = known.thread.path();
    const bool is_still_there = paths_.count(path) > 0 && renamed_.count(path) == 0;
    if (known.key.empty() || path.empty() || is_still_there) return;
    for (const Finding* finding : AllFindings(review_)) {
      if (finding->rule_id() != known.thread.rule_id() || taken.count(finding->fingerprint()) > 0 ||
          followed_.count(finding->fingerprint()) > 0 || ContentKey(*finding) != known.key) {
        continue;
      }
      followed_.insert(finding->fingerprint());
      known.thread.set_fingerprint(finding->fingerprint());
      known.thread.set_path(finding->range().path());
      return;
    }
  }

  bool IsPresent(const KnownFinding& known) const {
    return present_.count(known.thread.fingerprint()) > 0;
  }

  bool CanTell(const KnownFinding& known) const {
    return !is_analysis_missing_ && not_reviewed_.count(known.thread.path()) == 0;
  }

  void Sort(KnownFinding known, Novelty& novelty) const {
    const FindingThread::State state = known.thread.state();
    const bool is_open =
        state == FindingThread::STATE_OPEN || state == FindingThread::STATE_IN_BODY;
    if (IsPresent(known)) {
      novelty.known.insert(known.thread.fingerprint());
      if (is_open) {
        novelty.persisting.push_back(std::move(known));
      } else if (state == FindingThread::STATE_FIXED) {
        novelty.returned.push_back(std::move(known));
      } else {
        novelty.set_aside.push_back(std::move(known));
      }
      return;
    }
    // Somebody opened a thread again after we had closed it: theirs is the last word.
    const bool is_reopened = !known.fixed_at.empty() && known.fixed_at != head_;
    if (is_open && CanTell(known) && !is_reopened) {
      novelty.fixed.push_back(std::move(known));
    } else {
      novelty.others.push_back(std::move(known));
    }
  }

 private:
  const review::v1::Review& review_;
  const std::string head_;
  const std::set<std::string> not_reviewed_;
  const bool is_analysis_missing_;
  std::set<std::string> present_;   // Fingerprints, of findings that are not shown, too.
  std::set<std::string> paths_;     // New paths.
  std::set<std::string> renamed_;   // Old paths.
  std::set<std::string> followed_;  // Fingerprints that a renamed finding has taken.
};

}  // namespace

std::vector<KnownFinding> KnownFindings(const Conversation& talk, const PullRequestState& state) {
  ByFingerprint by_fingerprint = FromPullRequest(talk);
  for (const FindingThread& stored : state.threads()) Merge(stored, by_fingerprint);
  std::vector<KnownFinding> known;
  for (auto& [fingerprint, finding] : by_fingerprint) known.push_back(std::move(finding));
  return known;
}

Novelty Compare(const std::vector<KnownFinding>& known, const review::v1::Review& review,
                const std::string& head) {
  Comparison comparison(review, head);
  std::set<std::string> taken;
  for (const KnownFinding& finding : known) taken.insert(finding.thread.fingerprint());
  Novelty novelty;
  for (KnownFinding finding : known) {
    if (!comparison.IsPresent(finding)) comparison.FollowRename(finding, taken);
    comparison.Sort(std::move(finding), novelty);
  }
  return novelty;
}

}  // namespace allreview::gateway
