// Reviews as many mutated changes as it is told and prints those that end with success.
//
// usage: honesty [--count N] [--seed N]
//
// Exit code 1: there was one.

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "tests/honesty/mutations.h"
#include "tests/honesty/reviewer.h"

namespace allreview::honesty {
namespace {

int Run(int64_t count, uint64_t first_seed) {
  Reviewer reviewer;
  std::map<std::string, int64_t> by_conclusion;
  int64_t successes = 0;
  for (int64_t i = 0; i < count; ++i) {
    // Each change from a seed of its own, so that it can be made again alone.
    const uint64_t seed = first_seed + static_cast<uint64_t>(i);
    Random random(seed);
    const Mutated mutated = MutateAtRandom(random);
    const Reviewer::Verdict verdict = reviewer.Review(mutated.change);
    ++by_conclusion[review::v1::Conclusion_Name(verdict.conclusion)];
    if (verdict.conclusion != review::v1::CONCLUSION_SUCCESS &&
        verdict.conclusion != review::v1::CONCLUSION_UNSPECIFIED) {
      continue;
    }
    ++successes;
    std::cout << "--seed " << seed << " (" << absl::StrJoin(mutated.names, ", ")
              << "): " << verdict.reason << "\n";
    if (count == 1) std::cout << DiffOf(mutated.change);
  }
  for (const auto& [conclusion, number] : by_conclusion) {
    std::cout << conclusion << ": " << number << "\n";
  }
  std::cout << successes << " of " << count << " ended with success, or with nothing\n";
  return successes == 0 ? 0 : 1;
}

}  // namespace
}  // namespace allreview::honesty

int main(int argc, char** argv) {
  int64_t count = 1000;
  uint64_t seed = 1;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    const std::string value = i + 1 < argc ? argv[i + 1] : "";
    if (!(name == "--count" && absl::SimpleAtoi(value, &count)) &&
        !(name == "--seed" && absl::SimpleAtoi(value, &seed))) {
      std::cerr << "usage: honesty [--count N] [--seed N]\n";
      return 2;
    }
  }
  return allreview::honesty::Run(count, seed);
}
