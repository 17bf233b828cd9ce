#ifndef TESTS_BENCH_NUMERICS_PEERS_H_
#define TESTS_BENCH_NUMERICS_PEERS_H_

// Two other ways to evaluate testing/graphs.h's TenOperations in bf16 and in fp64.

#include <cstdint>
#include <memory>

namespace allreview::numerics {

// One block of samples: the results in bf16 and the references.
struct PeerBlock {
  const double* x = nullptr;
  const double* y = nullptr;
  int lanes = 0;
  float* tested = nullptr;
  double* reference = nullptr;
};

// A tree of nodes on the heap, walked once for each sample and format, with libm's functions.
class TreeWalk {
 public:
  TreeWalk();
  ~TreeWalk();
  void Run(const PeerBlock& block) const;

 private:
  struct Node;
  static std::unique_ptr<Node> MakeNode(int operation, std::unique_ptr<Node> left,
                                        std::unique_ptr<Node> right);
  static std::unique_ptr<Node> Leaf(int operation, double value);
  static double Wide(const Node& node, const double* inputs);
  static float Rounded(const Node& node, const float* inputs);
  std::unique_ptr<Node> root_;
};

// The whole expression in one loop for each format.
void RunFused(const PeerBlock& block);

}  // namespace allreview::numerics

#endif  // TESTS_BENCH_NUMERICS_PEERS_H_
