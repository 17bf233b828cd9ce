#include "services/analysis/facts_cache.h"

#include <memory>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "host/metrics.h"
#include "services/analysis/tiered_facts_cache.h"

namespace allreview::analysis {
namespace {

using Answers = std::vector<std::optional<std::string>>;

std::vector<change::NamedFacts> Facts(const std::vector<std::pair<std::string, std::string>>& all) {
  std::vector<change::NamedFacts> facts;
  for (const auto& [id, text] : all) facts.emplace_back(id, SharedBytes(text));
  return facts;
}

Answers Texts(const std::vector<std::optional<SharedBytes>>& facts) {
  Answers texts;
  for (const std::optional<SharedBytes>& one : facts) {
    texts.push_back(one ? std::make_optional(std::string(one->view())) : std::nullopt);
  }
  return texts;
}

std::string BlobId(int n) {
  std::string id = absl::StrCat(absl::Hex(n * 2654435761u));
  return id + std::string(40 - id.size(), 'a');
}

TEST(MemoryFactsCache, AnswersEachIdInOrder) {
  MemoryFactsCache cache(1 << 20);
  cache.Put(Facts({{"a", "1"}, {"b", "2"}}));
  EXPECT_EQ(Texts(cache.Get({"b", "x", "a"})), (Answers{"2", std::nullopt, "1"}));
}

TEST(MemoryFactsCache, ForgetsTheLeastRecentlyUsed) {
  MemoryFactsCache cache(3 * 1200);
  cache.Put(Facts({{"a", std::string(1000, 'a')}, {"b", std::string(1000, 'b')}}));
  cache.Put(Facts({{"c", std::string(1000, 'c')}}));
  cache.Get({"a"});
  cache.Put(Facts({{"d", std::string(1000, 'd')}}));
  EXPECT_TRUE(cache.Get({"a"})[0].has_value());
  EXPECT_FALSE(cache.Get({"b"})[0].has_value());
  EXPECT_LE(cache.bytes(), 3 * 1200u);
}

TEST(MemoryFactsCache, DoesNotKeepWhatIsTooLarge) {
  MemoryFactsCache cache(1000);
  cache.Put(Facts({{"a", "1"}, {"b", std::string(2000, 'b')}}));
  EXPECT_EQ(Texts(cache.Get({"a", "b"})), (Answers{"1", std::nullopt}));
}

TEST(MemoryFactsCache, ReplacesAnEntry) {
  MemoryFactsCache cache(1000);
  cache.Put(Facts({{"a", "1"}}));
  const size_t bytes = cache.bytes();
  cache.Put(Facts({{"a", "2"}}));
  EXPECT_EQ(Texts(cache.Get({"a"})), Answers{"2"});
  EXPECT_EQ(cache.bytes(), bytes);
}

TEST(MemoryFactsCache, IsSafeFromManyThreads) {
  MemoryFactsCache cache(50'000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 500; ++i) {
        const std::string id = BlobId((i * 7 + t) % 300);
        cache.Put(Facts({{id, id + "!"}}));
        const auto facts = cache.Get({id})[0];
        if (facts) {
          EXPECT_EQ(facts->view(), id + "!");
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(cache.bytes(), 50'000u);
}

TEST(MemoryFactsCache, HandsOutViewsThatOutliveTheEntry) {
  auto cache = std::make_unique<MemoryFactsCache>(1 << 20);
  cache->Put(Facts({{"a", "facts of a"}}));
  const SharedBytes first = *cache->Get({"a"})[0], second = *cache->Get({"a"})[0];
  EXPECT_EQ(first.view().data(), second.view().data()) << "no copy";
  cache.reset();
  EXPECT_EQ(first.view(), "facts of a");
}

TEST(MemoryFactsCache, CountsHitsMissesAndBytes) {
  host::Metrics metrics;
  MemoryFactsCache cache(1 << 20, &metrics);
  cache.Put(Facts({{"a", "facts of a"}}));
  cache.Get({"a", "b", "c"});
  const std::string text = metrics.Text();
  for (const char* line :
       {"allreview_cache_lookups_total{cache=\"facts\",result=\"hit\"} 1\n",
        "allreview_cache_lookups_total{cache=\"facts\",result=\"miss\"} 2\n",
        "allreview_cache_bytes_total{cache=\"facts\",direction=\"read\"} 10\n",
        "allreview_cache_bytes_total{cache=\"facts\",direction=\"written\"} 10\n"}) {
    EXPECT_TRUE(absl::StrContains(text, line)) << line << text;
  }
}

// Remembers what it was asked for.
class AskedCache : public MemoryFactsCache {
 public:
  explicit AskedCache(std::vector<std::string>* asked) : MemoryFactsCache(1 << 20), asked_(asked) {}
  std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& ids) override {
    asked_->insert(asked_->end(), ids.begin(), ids.end());
    return MemoryFactsCache::Get(ids);
  }

 private:
  std::vector<std::string>* const asked_;
};

TEST(TieredFactsCache, AsksTheFarOneOnceForWhatIsNotNear) {
  std::vector<std::string> asked;
  auto near = std::make_unique<MemoryFactsCache>(1 << 20);
  auto far = std::make_unique<AskedCache>(&asked);
  near->Put(Facts({{"near", "1"}}));
  far->Put(Facts({{"far", "2"}}));
  TieredFactsCache cache(std::move(near), std::move(far));
  EXPECT_EQ(Texts(cache.Get({"far", "near", "nowhere"})), (Answers{"2", "1", std::nullopt}));
  EXPECT_EQ(asked, (std::vector<std::string>{"far", "nowhere"}));
  asked.clear();
  EXPECT_EQ(Texts(cache.Get({"far", "near"})), (Answers{"2", "1"}));
  EXPECT_TRUE(asked.empty());
}

TEST(TieredFactsCache, WritesToBoth) {
  auto near = std::make_unique<MemoryFactsCache>(1 << 20);
  auto far = std::make_unique<MemoryFactsCache>(1 << 20);
  MemoryFactsCache* const of_near = near.get();
  MemoryFactsCache* const of_far = far.get();
  TieredFactsCache cache(std::move(near), std::move(far));
  cache.Put(Facts({{"a", "1"}}));
  EXPECT_EQ(Texts(of_near->Get({"a"})), Answers{"1"});
  EXPECT_EQ(Texts(of_far->Get({"a"})), Answers{"1"});
}

}  // namespace
}  // namespace allreview::analysis
