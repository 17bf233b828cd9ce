#ifndef GATEWAY_FORGE_PUBLISH_PUBLISH_STORY_H_
#define GATEWAY_FORGE_PUBLISH_PUBLISH_STORY_H_

// Three pushes, the last of which has all there is to publish: a new comment, one on a file, one in
// the body, a fixed finding, one that is back, and three batches of annotations. For tests of what
// interrupts a publication: whatever happens, it must end as one that nothing disturbed.
//
//   PublishStory story;
//   …                                             // Faults of the fake GitHub.
//   (void)story.fixture.Publish(story.last);
//   EXPECT_EQ(story.Outcome(), wanted);

#include <string>
#include <vector>

#include "gateway/forge/publish/publish_fixture.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

class PublishStory {
 public:
  PublishStory();

  // All that people see on GitHub, and what the store keeps; without ids.
  std::string Outcome();

  PublishFixture fixture;
  review::v1::StoredReview last;  // Not published yet.

 private:
  void Push(fakes::FakePullRequest pull);
  void Publish(const fakes::FakePullRequest& pull, const std::vector<FixtureFinding>& findings);
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_PUBLISH_STORY_H_
