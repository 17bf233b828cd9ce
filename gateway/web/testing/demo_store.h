#ifndef GATEWAY_WEB_TESTING_DEMO_STORE_H_
#define GATEWAY_WEB_TESTING_DEMO_STORE_H_

// Invented reviews, rules, votes and trends, as a server would have stored them. Deterministic. Its
// files come from the runfiles of the process, so its working folder must be theirs.

#include <map>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::web {

// "Now" of the demo.
absl::Time DemoNow();

// Ids of reviews that tests ask for.
inline constexpr char kBlockedReview[] = "01JDBLOCKED000000000000001";
inline constexpr char kEarlierReview[] =
    "01JDEARLIER000000000000001";  // Of the same, a push before.
inline constexpr char kRunningReview[] = "01JDRUNNING000000000000001";
inline constexpr char kQueuedReview[] = "01JDQUEUED0000000000000001";
inline constexpr char kHostileReview[] = "01JDHOSTILE000000000000001";
inline constexpr char kLargeReview[] = "01JDLARGE00000000000000001";

// A review with its documents, by name: "review.md", "deep-dive.md", "review.zh.md".
struct DemoReview {
  review::v1::StoredReview stored;
  std::map<std::string, std::string> documents;
};

struct DemoStore {
  std::vector<DemoReview> reviews;  // Newest first.
  review::v1::ListRulesResponse rules;
  review::v1::ListRuleStandingsResponse standings;
  std::vector<review::v1::TrendPoint> trends;
  std::vector<review::v1::Feedback> feedback;
  std::vector<review::v1::AuditEntry> audit;  // Newest first.
  std::vector<review::v1::DeadLetter> letters;
};

DemoStore NewDemoStore();

// Parts of it, each in a file of its own.
DemoReview HostileReview();  // Text that would love to be markup.
DemoReview LargeReview();    // A diff of many files and lines.
void AddTrends(DemoStore& store);

// A repository by its number among the five of the demo.
review::v1::Repository DemoRepository(int index);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_TESTING_DEMO_STORE_H_
