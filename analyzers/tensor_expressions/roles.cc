#include "analyzers/tensor_expressions/roles.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Role;

// Words that decide, the most telling first; '_' matches the joints of a name, so that "_logits_"
// is a word and "log_prob" two in a row.
constexpr std::pair<absl::string_view, Role> kWords[] = {
    {"_eps_", Role::kEpsilon},
    {"_epsilon_", Role::kEpsilon},
    {"_exp_avg_sq_", Role::kSecondMoment},
    {"_second_moment_", Role::kSecondMoment},
    {"_square_avg_", Role::kSecondMoment},
    {"_sum_sq_", Role::kSecondMoment},
    {"_sq_sum_", Role::kSecondMoment},
    {"_norm_sq_", Role::kSecondMoment},
    {"_sumsq_", Role::kSecondMoment},
    {"_loss_scale_", Role::kLossScale},
    {"_grad_scale_", Role::kLossScale},
    {"_inv_scale_", Role::kLossScale},
    {"_mask_", Role::kMask},
    {"_masks_", Role::kMask},
    {"_routing_map_", Role::kMask},
    {"_log_probs_", Role::kLogProbability},
    {"_log_prob_", Role::kLogProbability},
    {"_logprobs_", Role::kLogProbability},
    {"_logprob_", Role::kLogProbability},
    {"_logp_", Role::kLogProbability},
    {"_logps_", Role::kLogProbability},
    {"_lse_", Role::kLogit},
    {"_logits_", Role::kLogit},
    {"_logit_", Role::kLogit},
    {"_probs_", Role::kProbability},
    {"_prob_", Role::kProbability},
    {"_probabilities_", Role::kProbability},
    {"_probability_", Role::kProbability},
    {"_gates_", Role::kProbability},
    {"_variance_", Role::kVariance},
    {"_var_", Role::kVariance},
    {"_grad_norm_", Role::kGradient},
    {"_grad_", Role::kGradient},
    {"_grads_", Role::kGradient},
    {"_gradient_", Role::kGradient},
    {"_gradients_", Role::kGradient},
    {"_exp_avg_", Role::kGradient},
    {"_momentum_", Role::kGradient},
    {"_position_", Role::kPosition},
    {"_positions_", Role::kPosition},
    {"_position_ids_", Role::kPosition},
    {"_pos_", Role::kPosition},
    {"_labels_", Role::kLabel},
    {"_label_", Role::kLabel},
    {"_targets_", Role::kLabel},
    {"_token_ids_", Role::kLabel},
    {"_input_ids_", Role::kLabel},
    {"_num_", Role::kCountOf},
    {"_numel_", Role::kCountOf},
    {"_count_", Role::kCountOf},
    {"_counts_", Role::kCountOf},
    {"_tokens_per_expert_", Role::kCountOf},
    {"_total_tokens_", Role::kCountOf},
    {"_size_", Role::kCountOf},
    {"_gamma_", Role::kNormWeight},
    // About one, and never 0.
    {"_temperature_", Role::kNormWeight},
    {"_temperatures_", Role::kNormWeight},
    {"_norm_weight_", Role::kNormWeight},
    {"_layernorm_weight_", Role::kNormWeight},
    {"_weight_", Role::kWeight},
    {"_weights_", Role::kWeight},
    {"_bias_", Role::kWeight},
    {"_scores_", Role::kLogit},
};

// Names that mean one thing only as a whole.
constexpr std::pair<absl::string_view, Role> kWholeNames[] = {
    {"g", Role::kGradient},
    {"inv_freq", Role::kPosition},
    {"seq_idx", Role::kPosition},
    {"w", Role::kWeight},
};

std::string Words(absl::string_view name) {
  const size_t bracket = name.find_first_of("[(");
  if (bracket != absl::string_view::npos) name = name.substr(0, bracket);
  const size_t dot = name.rfind('.');
  if (dot != absl::string_view::npos) name.remove_prefix(dot + 1);
  std::string words = "_";
  for (size_t i = 0; i < name.size(); ++i) {
    // rmsNorm, numTokens: a word begins at each capital after a small letter.
    if (i > 0 && absl::ascii_isupper(name[i]) && absl::ascii_islower(name[i - 1])) words += '_';
    words += absl::ascii_tolower(name[i]);
  }
  return words + "_";
}

}  // namespace

std::optional<Role> RoleOfName(absl::string_view name) {
  const std::string words = Words(name);
  for (const auto& [word, role] : kWords) {
    if (absl::StrContains(words, word)) return role;
  }
  const absl::string_view whole = absl::string_view(words).substr(1, words.size() - 2);
  for (const auto& [letter, role] : kWholeNames) {
    if (whole == letter) return role;
  }
  return std::nullopt;
}

std::optional<Role> RoleOfResult(absl::string_view function) {
  if (function == "softmax" || function == "sigmoid") return Role::kProbability;
  if (function == "log_softmax" || function == "logsigmoid") return Role::kLogProbability;
  if (function == "var") return Role::kVariance;
  if (function == "one_hot") return Role::kMask;
  if (function == "bincount" || function == "histc") return Role::kCountOf;
  if (function == "arange") return Role::kPosition;
  return std::nullopt;
}

}  // namespace allreview::tensor_expressions
