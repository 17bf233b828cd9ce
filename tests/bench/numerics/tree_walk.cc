#include <cmath>
#include <utility>

#include "analyzers/numerics/arithmetic/format.h"
#include "tests/bench/numerics/peers.h"

namespace allreview::numerics {
namespace {

enum Kind { kX, kY, kNumber, kAdd, kSubtract, kMultiply, kDivide, kNegate, kAbsolute, kExp, kLog };

}  // namespace

struct TreeWalk::Node {
  int operation = kNumber;
  double value = 0;
  std::unique_ptr<Node> left = nullptr;
  std::unique_ptr<Node> right = nullptr;
};

std::unique_ptr<TreeWalk::Node> TreeWalk::MakeNode(int operation, std::unique_ptr<Node> left,
                                                   std::unique_ptr<Node> right) {
  auto node = std::make_unique<Node>();
  node->operation = operation;
  node->left = std::move(left);
  node->right = std::move(right);
  return node;
}

std::unique_ptr<TreeWalk::Node> TreeWalk::Leaf(int operation, double value) {
  auto node = std::make_unique<Node>();
  node->operation = operation;
  node->value = value;
  return node;
}

TreeWalk::TreeWalk() {
  auto scaled = MakeNode(kMultiply, Leaf(kX, 0), Leaf(kNumber, 1.702));
  auto power = MakeNode(kExp, MakeNode(kNegate, std::move(scaled), nullptr), nullptr);
  auto gelu = MakeNode(kDivide, Leaf(kX, 0), MakeNode(kAdd, std::move(power), Leaf(kNumber, 1)));
  auto sum = MakeNode(kAdd, std::move(gelu), MakeNode(kMultiply, Leaf(kY, 0), Leaf(kY, 0)));
  auto log = MakeNode(kLog, MakeNode(kAbsolute, std::move(sum), nullptr), nullptr);
  root_ = MakeNode(kSubtract, std::move(log), Leaf(kY, 0));
}

TreeWalk::~TreeWalk() = default;

double TreeWalk::Wide(const Node& node, const double* inputs) {
  switch (node.operation) {
    case kX:
      return inputs[0];
    case kY:
      return inputs[1];
    case kNumber:
      return node.value;
    case kAdd:
      return Wide(*node.left, inputs) + Wide(*node.right, inputs);
    case kSubtract:
      return Wide(*node.left, inputs) - Wide(*node.right, inputs);
    case kMultiply:
      return Wide(*node.left, inputs) * Wide(*node.right, inputs);
    case kDivide:
      return Wide(*node.left, inputs) / Wide(*node.right, inputs);
    case kNegate:
      return -Wide(*node.left, inputs);
    case kAbsolute:
      return std::fabs(Wide(*node.left, inputs));
    case kExp:
      return std::exp(Wide(*node.left, inputs));
    default:
      return std::log(Wide(*node.left, inputs));
  }
}

float TreeWalk::Rounded(const Node& node, const float* inputs) {
  const auto round = [](float value) { return RoundTo<Format::kBf16>(value); };
  switch (node.operation) {
    case kX:
      return inputs[0];
    case kY:
      return inputs[1];
    case kNumber:
      return static_cast<float>(node.value);
    case kAdd:
      return round(Rounded(*node.left, inputs) + Rounded(*node.right, inputs));
    case kSubtract:
      return round(Rounded(*node.left, inputs) - Rounded(*node.right, inputs));
    case kMultiply:
      return round(Rounded(*node.left, inputs) * Rounded(*node.right, inputs));
    case kDivide:
      return round(Rounded(*node.left, inputs) / Rounded(*node.right, inputs));
    case kNegate:
      return -Rounded(*node.left, inputs);
    case kAbsolute:
      return std::fabs(Rounded(*node.left, inputs));
    case kExp:
      return round(std::exp(Rounded(*node.left, inputs)));
    default:
      return round(std::log(Rounded(*node.left, inputs)));
  }
}

void TreeWalk::Run(const PeerBlock& block) const {
  for (int i = 0; i < block.lanes; ++i) {
    const double wide[] = {block.x[i], block.y[i]};
    const float single[] = {static_cast<float>(wide[0]), static_cast<float>(wide[1])};
    block.reference[i] = Wide(*root_, wide);
    block.tested[i] = Rounded(*root_, single);
  }
}

}  // namespace allreview::numerics
