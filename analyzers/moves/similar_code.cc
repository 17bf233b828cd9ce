#include "analyzers/moves/similar_code.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace allreview::moves {
namespace {

constexpr size_t kSequence = 4;     // Tokens.
constexpr size_t kSample = 24;      // Sequences of one piece.
constexpr size_t kMaxSharers = 24;  // What more pieces have says nothing.
constexpr size_t kMaxRivals = 8;    // Candidates of one piece that are looked at.
constexpr double kClearLead = 0.05;

// The smallest hashes: similar pieces have mostly the same ones.
std::vector<uint64_t> SampleOf(const CodeTokens& tokens) {
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i + kSequence <= tokens.code.size(); ++i) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t j = i; j < i + kSequence; ++j) {
      hash = (hash ^ tokens.code[j]) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    hashes.push_back(hash);
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  if (hashes.size() > kSample) hashes.resize(kSample);
  return hashes;
}

}  // namespace

std::vector<SimilarPair> FindSimilarCode(const std::vector<const CodeTokens*>& before,
                                         const std::vector<const CodeTokens*>& after) {
  std::unordered_map<uint64_t, std::vector<size_t>> holders;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] == nullptr) continue;
    for (uint64_t hash : SampleOf(*before[i])) holders[hash].push_back(i);
  }
  std::vector<SimilarPair> pairs;
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i] == nullptr) continue;
    std::map<size_t, int> shared;
    for (uint64_t hash : SampleOf(*after[i])) {
      const auto found = holders.find(hash);
      if (found == holders.end() || found->second.size() > kMaxSharers) continue;
      for (size_t holder : found->second) ++shared[holder];
    }
    std::vector<std::pair<int, size_t>> rivals;
    for (const auto& [holder, count] : shared) rivals.emplace_back(-count, holder);
    std::sort(rivals.begin(), rivals.end());
    if (rivals.size() > kMaxRivals) rivals.resize(kMaxRivals);
    for (const auto& [count, holder] : rivals) {
      pairs.push_back({holder, i, SimilarityOf(*before[holder], *after[i])});
    }
  }
  return pairs;
}

std::vector<SimilarPair> ClearBest(std::vector<SimilarPair> pairs) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const SimilarPair& a, const SimilarPair& b) {
    return a.similarity > b.similarity;
  });
  std::set<size_t> taken_before, taken_after;
  std::vector<SimilarPair> best;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const SimilarPair& pair = pairs[i];
    if (taken_before.count(pair.before) || taken_after.count(pair.after)) continue;
    bool has_rival = false;
    for (size_t j = i + 1; j < pairs.size(); ++j) {
      const SimilarPair& rival = pairs[j];
      if (rival.similarity < pair.similarity - kClearLead) break;
      const bool is_of_either = rival.before == pair.before || rival.after == pair.after;
      has_rival = has_rival || (is_of_either && !taken_before.count(rival.before) &&
                                !taken_after.count(rival.after));
    }
    // With a rival both stay alone: it is not guessed which one is meant.
    taken_before.insert(pair.before);
    taken_after.insert(pair.after);
    if (!has_rival) best.push_back(pair);
  }
  return best;
}

}  // namespace allreview::moves
