// ReviewStore: votes, impressions and the standings of rules.

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/event_records.h"
#include "gateway/store/review_store.h"
#include "gateway/store/standings.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"
#include "gateway/store/trend_records.h"

namespace allreview::gateway {
namespace {

using review::v1::Feedback;
using review::v1::RuleStanding;
using review::v1::Vote;

constexpr size_t kMaxReasonBytes = 1000;
constexpr int kMaxVoters = 10'000;

bool IsHistory(Vote vote) {
  return vote == review::v1::VOTE_FIXED || vote == review::v1::VOTE_IGNORED;
}

absl::Status Bad(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("feedback: ", what));
}

absl::Status CheckFinding(const review::v1::Repository& repository, int64_t number,
                          absl::string_view fingerprint, absl::string_view rule_id) {
  if (repository.id() <= 0 || number <= 0) return Bad("wanted a repository and a pull request");
  if (OrganisationOf(repository).empty()) return Bad("wanted the repository's name as owner/name");
  if (fingerprint.empty() || absl::StrContains(fingerprint, '/')) {
    return Bad(absl::StrCat("the fingerprint is '", fingerprint, "', wanted hexadecimal digits"));
  }
  if (rule_id.empty()) return Bad("wanted the id of a rule");
  return absl::OkStatus();
}

absl::Status CheckFeedback(const Feedback& feedback) {
  RETURN_IF_ERROR(CheckFinding(feedback.repository(), feedback.number(), feedback.fingerprint(),
                               feedback.rule_id()));
  if (feedback.reason().size() > kMaxReasonBytes) {
    return Bad(absl::StrCat("the reason has ", feedback.reason().size(), " bytes, wanted at most ",
                            kMaxReasonBytes));
  }
  if (IsHistory(feedback.vote()) && !feedback.voter().empty()) {
    return Bad(absl::StrCat("'", feedback.voter(), "' voted what only history can say"));
  }
  if (!IsHistory(feedback.vote()) && feedback.voter().empty() &&
      feedback.vote() != review::v1::VOTE_UNSPECIFIED) {
    return Bad("a vote has no voter");
  }
  return absl::OkStatus();
}

absl::StatusOr<RuleStanding> ReadStanding(absl::string_view organisation, absl::string_view rule_id,
                                          StoreUpdate& update) {
  ASSIGN_OR_RETURN(auto found, update.Get<RuleStanding>(StandingKey(organisation, rule_id)));
  if (found) return *std::move(found);
  RuleStanding standing;
  standing.set_organisation(std::string(organisation));
  standing.set_rule_id(std::string(rule_id));
  Apply({}, standing);
  return standing;
}

// What changes with one vote. Made anew for each try.
class VoteChange {
 public:
  VoteChange(KeyedStore* store, const Feedback& feedback, absl::Time now)
      : store_(store),
        feedback_(feedback),
        pull_request_{.repository_id = feedback.repository().id(), .number = feedback.number()},
        finding_key_(FindingKey(pull_request_, feedback.fingerprint())),
        vote_key_(VoteKey(pull_request_, feedback.fingerprint(), feedback.voter())),
        organisation_(OrganisationOf(feedback.repository())),
        now_(now) {
    if (!feedback_.has_at()) *feedback_.mutable_at() = ToTimestamp(now);
  }

  absl::Status Run(StoreUpdate& update) {
    const std::string standing_key = StandingKey(organisation_, feedback_.rule_id());
    RETURN_IF_ERROR(update.Prefetch({finding_key_, vote_key_, standing_key}));
    ASSIGN_OR_RETURN(standing_, ReadStanding(organisation_, feedback_.rule_id(), update));
    RETURN_IF_ERROR(FindRecord(update));
    RETURN_IF_ERROR(ChangeVerdict());
    RETURN_IF_ERROR(ChangeHistory(update));
    Apply(change_, standing_);
    for (const auto& [day, votes] : days_) RETURN_IF_ERROR(CountVotes(votes, update));
    RETURN_IF_ERROR(NoteVote(update));
    update.Put(finding_key_, record_);
    update.Put(standing_key, standing_);
    if (feedback_.vote() == review::v1::VOTE_UNSPECIFIED) {
      update.Remove(vote_key_);
    } else {
      update.Put(vote_key_, feedback_);
    }
    return absl::OkStatus();
  }

 private:
  // The record of the finding, begun anew for a newer version of the rule.
  absl::Status FindRecord(StoreUpdate& update) {
    ASSIGN_OR_RETURN(std::optional<Feedback> found, update.Get<Feedback>(finding_key_));
    if (feedback_.rule_version().empty()) {
      feedback_.set_rule_version(found ? found->rule_version() : standing_.rule_version());
    }
    StartVersion(feedback_.rule_version(), standing_);
    if (found && !IsNewerVersion(feedback_.rule_version(), found->rule_version())) {
      record_ = *std::move(found);
      return absl::OkStatus();
    }
    record_ = feedback_;
    record_.clear_vote();
    record_.clear_voter();
    record_.clear_reason();
    if (is_current()) change_.impressions = 1;
    return absl::OkStatus();
  }

  absl::Status ChangeVerdict() {
    KeyRange range = KeysWithPrefix(VoteKey(pull_request_, feedback_.fingerprint(), ""));
    range.limit = kMaxVoters;
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range));
    std::vector<Vote> votes;
    for (const StoredEntry& entry : entries) {
      Feedback vote;
      if (entry.key == vote_key_ || !ParseOrNote(*store_, entry, vote)) continue;
      AddVote(vote, votes);
    }
    AddVote(feedback_, votes);
    const Vote verdict = VerdictOf(votes);
    if (verdict == record_.vote()) return absl::OkStatus();
    if (is_current()) {
      CountVote(record_.vote(), -1, change_);
      CountVote(verdict, 1, change_);
    }
    if (record_.vote() == review::v1::VOTE_NOT_USEFUL) --On(record_).not_useful;
    if (verdict == review::v1::VOTE_NOT_USEFUL) ++On(feedback_).not_useful;
    record_.set_vote(verdict);
    *record_.mutable_at() = feedback_.at();
    return absl::OkStatus();
  }

  absl::Status ChangeHistory(StoreUpdate& update) {
    if (!feedback_.voter().empty()) return absl::OkStatus();
    ASSIGN_OR_RETURN(std::optional<Feedback> old, update.Get<Feedback>(vote_key_));
    const Feedback before = old.value_or(Feedback());
    if (before.vote() == feedback_.vote()) return absl::OkStatus();
    if (is_current() && before.rule_version() == standing_.rule_version()) {
      CountVote(before.vote(), -1, change_);
    }
    if (is_current() && feedback_.rule_version() == standing_.rule_version()) {
      CountVote(feedback_.vote(), 1, change_);
    }
    if (before.vote() == review::v1::VOTE_FIXED) --On(before).fixed;
    if (feedback_.vote() == review::v1::VOTE_FIXED) ++On(feedback_).fixed;
    return absl::OkStatus();
  }

  // What a person says anew. The same vote is brought here again with each look at a pull request.
  absl::Status NoteVote(StoreUpdate& update) {
    if (feedback_.voter().empty()) return absl::OkStatus();
    ASSIGN_OR_RETURN(const std::optional<Feedback> old, update.Get<Feedback>(vote_key_));
    const Feedback before = old.value_or(Feedback());
    if (before.vote() == feedback_.vote() && before.reason() == feedback_.reason()) {
      return absl::OkStatus();
    }
    review::v1::Event event;
    event.set_type(review::v1::EVENT_TYPE_FEEDBACK_ADDED);
    *event.mutable_feedback() = feedback_;
    return AppendEvent(std::move(event), now_, update);
  }

  bool is_current() const { return record_.rule_version() == standing_.rule_version(); }

  void AddVote(const Feedback& vote, std::vector<Vote>& votes) const {
    if (vote.rule_version() == record_.rule_version()) votes.push_back(vote.vote());
  }

  TrendVotes& On(const Feedback& feedback) {
    const absl::Time at = ToTime(feedback.at());
    TrendVotes& votes = days_[DayOf(at)];
    votes.repository = feedback_.repository();
    votes.at = at;
    return votes;
  }

  KeyedStore* const store_;
  Feedback feedback_;
  const PullRequestKey pull_request_;
  const std::string finding_key_;
  const std::string vote_key_;
  const std::string organisation_;
  const absl::Time now_;
  RuleStanding standing_;
  Feedback record_;
  StandingChange change_;
  std::map<std::string, TrendVotes> days_;
};

// What changes when findings are shown. Made anew for each try.
class ImpressionChange {
 public:
  ImpressionChange(const review::v1::Repository& repository, int64_t number, absl::Time now)
      : repository_(repository),
        number_(number),
        now_(now),
        organisation_(OrganisationOf(repository)) {}

  absl::Status Run(const std::vector<Impression>& impressions, StoreUpdate& update) {
    std::vector<std::string> keys;
    for (const Impression& impression : impressions) {
      keys.push_back(KeyOf(impression));
      keys.push_back(StandingKey(organisation_, impression.rule_id));
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    RETURN_IF_ERROR(update.Prefetch(keys));
    for (const Impression& impression : impressions) RETURN_IF_ERROR(Count(impression, update));
    for (const auto& [key, record] : records_) update.Put(key, record);
    for (const auto& [rule_id, standing] : standings_) {
      update.Put(StandingKey(organisation_, rule_id), standing);
    }
    return absl::OkStatus();
  }

 private:
  std::string KeyOf(const Impression& impression) const {
    return FindingKey({.repository_id = repository_.id(), .number = number_},
                      impression.fingerprint);
  }

  absl::Status Count(const Impression& impression, StoreUpdate& update) {
    const std::string key = KeyOf(impression);
    if (records_.count(key) > 0) return absl::OkStatus();
    ASSIGN_OR_RETURN(std::optional<Feedback> found, update.Get<Feedback>(key));
    if (found && !IsNewerVersion(impression.rule_version, found->rule_version())) {
      return absl::OkStatus();
    }
    auto standing = standings_.find(impression.rule_id);
    if (standing == standings_.end()) {
      ASSIGN_OR_RETURN(RuleStanding read, ReadStanding(organisation_, impression.rule_id, update));
      standing = standings_.emplace(impression.rule_id, std::move(read)).first;
    }
    StartVersion(impression.rule_version, standing->second);
    if (standing->second.rule_version() == impression.rule_version) {
      Apply({.impressions = 1}, standing->second);
    }
    Feedback& record = records_[key];
    *record.mutable_repository() = repository_;
    record.set_number(number_);
    record.set_fingerprint(impression.fingerprint);
    record.set_rule_id(impression.rule_id);
    record.set_rule_version(impression.rule_version);
    *record.mutable_at() = ToTimestamp(now_);
    return absl::OkStatus();
  }

  const review::v1::Repository& repository_;
  const int64_t number_;
  const absl::Time now_;
  const std::string organisation_;
  std::map<std::string, RuleStanding> standings_;
  std::map<std::string, Feedback> records_;
};

}  // namespace

std::string OrganisationOf(const review::v1::Repository& repository) {
  const size_t slash = repository.full_name().find('/');
  return slash == std::string::npos ? std::string() : repository.full_name().substr(0, slash);
}

absl::Status ReviewStore::AddFeedback(const Feedback& feedback) {
  RETURN_IF_ERROR(CheckFeedback(feedback));
  const absl::Time now = options_.now();
  const MutexLock lock(update_mutex_);
  return RunUpdate(
      store_, [&](StoreUpdate& update) { return VoteChange(store_, feedback, now).Run(update); });
}

absl::Status ReviewStore::CountImpressions(const review::v1::Repository& repository, int64_t number,
                                           const std::vector<Impression>& impressions) {
  for (const Impression& impression : impressions) {
    RETURN_IF_ERROR(CheckFinding(repository, number, impression.fingerprint, impression.rule_id));
  }
  const absl::Time now = options_.now();
  const MutexLock lock(update_mutex_);
  return RunUpdate(store_, [&](StoreUpdate& update) {
    return ImpressionChange(repository, number, now).Run(impressions, update);
  });
}

absl::StatusOr<RuleStanding> ReviewStore::GetStanding(absl::string_view organisation,
                                                      absl::string_view rule_id) {
  StoreUpdate reads(store_);
  return ReadStanding(organisation, rule_id, reads);
}

absl::StatusOr<std::vector<RuleStanding>> ReviewStore::ListStandings(
    absl::string_view organisation) {
  KeyRange range =
      KeysWithPrefix(organisation.empty() ? "standing/" : StandingKey(organisation, ""));
  std::vector<RuleStanding> standings;
  while (true) {
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(range));
    for (const StoredEntry& entry : entries) {
      RuleStanding standing;
      if (ParseOrNote(*store_, entry, standing)) standings.push_back(std::move(standing));
    }
    if (static_cast<int>(entries.size()) < range.limit) return standings;
    range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
  }
}

absl::Status ReviewStore::SetProbation(const Probation& probation) {
  const std::string key = StandingKey(probation.organisation, probation.rule_id);
  const absl::Time now = options_.now();
  const MutexLock lock(update_mutex_);
  return RunUpdate(store_, [&](StoreUpdate& update) -> absl::Status {
    ASSIGN_OR_RETURN(RuleStanding standing,
                     ReadStanding(probation.organisation, probation.rule_id, update));
    if (standing.is_on_probation() != probation.is_on_probation) {
      standing.clear_probation_since();
      if (probation.is_on_probation) *standing.mutable_probation_since() = ToTimestamp(now);
    }
    standing.set_is_on_probation(probation.is_on_probation);
    update.Put(key, standing);
    return absl::OkStatus();
  });
}

}  // namespace allreview::gateway
