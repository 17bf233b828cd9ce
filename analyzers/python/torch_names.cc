#include "analyzers/python/torch_names.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::python {
namespace {

// A set of words in one text, blanks between them.
class Words {
 public:
  explicit Words(absl::string_view text) : text_(text) {}
  bool Has(absl::string_view word) const {
    for (size_t at = text_.find(word); at != absl::string_view::npos;
         at = text_.find(word, at + 1)) {
      const size_t end = at + word.size();
      if ((at == 0 || text_[at - 1] == ' ') && (end == text_.size() || text_[end] == ' ')) {
        return !word.empty();
      }
    }
    return false;
  }

 private:
  absl::string_view text_;
};

constexpr absl::string_view kFactories =
    "tensor zeros ones empty full arange rand randn randint randperm linspace logspace eye "
    "as_tensor from_numpy scalar_tensor empty_strided tril_indices triu_indices range frombuffer "
    "hann_window hamming_window";
constexpr absl::string_view kLikes =
    "zeros_like ones_like empty_like full_like rand_like randn_like randint_like";
constexpr absl::string_view kSeveral =
    "split chunk unbind topk sort meshgrid broadcast_tensors aminmax std_mean var_mean kthvalue "
    "mode cummax cummin tensor_split hsplit vsplit dsplit split_with_sizes frexp histogram svd qr "
    "eig eigh slogdet lu unique_consecutive lu_factor ldl_factor lobpcg lu_unpack pca_lowrank "
    "svd_lowrank geqrf triangular_solve gradient unravel_index histogramdd lstm gru rnn_tanh "
    "rnn_relu "
    "embedding_bag native_layer_norm native_group_norm native_batch_norm native_dropout "
    "unsafe_chunk unsafe_split unsafe_split_with_sizes split_copy split_with_sizes_copy "
    "unbind_copy";
// Functions whose result depends on their arguments, or is no tensor.
constexpr absl::string_view kNoTensor =
    "compile no_grad enable_grad inference_mode set_grad_enabled autocast device dtype finfo iinfo "
    "Generator load save Size typename vmap get_rng_state set_rng_state manual_seed seed "
    "initial_seed set_default_dtype set_default_device set_default_tensor_type get_default_dtype "
    "get_default_device set_printoptions set_num_threads get_num_threads "
    "use_deterministic_algorithms "
    "set_float32_matmul_precision get_float32_matmul_precision set_num_interop_threads unique "
    "result_type promote_types can_cast broadcast_shapes import_ir_module cond while_loop "
    "are_deterministic_algorithms_enabled set_deterministic_debug_mode get_autocast_dtype "
    "get_autocast_gpu_dtype set_autocast_enabled clear_autocast_cache set_autocast_dtype "
    "autocast_increment_nesting autocast_decrement_nesting typename set_autocast_gpu_dtype "
    "embedding_renorm_ memory_format layout strided set_anomaly_enabled fork wait sym_int sym_max "
    "sym_min sym_float sym_not set_vital set_warn_always set_flush_denormal "
    "get_num_interop_threads get_deterministic_debug_mode atleast_1d atleast_2d atleast_3d";
constexpr absl::string_view kBooleanTensors =
    "eq ne lt gt le ge less greater less_equal greater_equal not_equal isnan isinf isfinite isin "
    "isclose isposinf isneginf logical_and logical_or logical_not logical_xor any all logical_and_ "
    "logical_or_ logical_not_ signbit bool";
constexpr absl::string_view kIntegerTensors =
    "argmax argmin argsort bincount searchsorted bucketize count_nonzero argwhere multinomial "
    "one_hot nonzero long int short byte char";

bool IsOneName(absl::string_view name) { return name.find('.') == absl::string_view::npos; }

TorchResult ResultOfFunction(absl::string_view name) {
  if (name.empty() || absl::ascii_isupper(static_cast<unsigned char>(name[0])) || name[0] == '_') {
    return TorchResult::kUnknown;
  }
  if (Words(kFactories).Has(name)) return TorchResult::kFactory;
  if (Words(kLikes).Has(name)) return TorchResult::kLike;
  if (Words(kSeveral).Has(name)) return TorchResult::kTensors;
  if (Words(kNoTensor).Has(name)) return TorchResult::kUnknown;
  if (name == "equal" || name == "allclose" || absl::StartsWith(name, "is_")) {
    return TorchResult::kBool;
  }
  if (name == "numel") return TorchResult::kNumber;
  if (Words(kBooleanTensors).Has(name)) return TorchResult::kBoolTensor;
  if (Words(kIntegerTensors).Has(name)) return TorchResult::kIntegerTensor;
  return TorchResult::kTensor;
}

}  // namespace

TorchResult ResultOfTorch(absl::string_view name) {
  if (!absl::ConsumePrefix(&name, "torch.")) return TorchResult::kUnknown;
  if (name == "Tensor") return TorchResult::kFactory;
  if (IsOneName(name)) {
    // torch.float32 is a type; torch.int and the like are no functions either.
    return DtypeNamed(name) ? TorchResult::kUnknown : ResultOfFunction(name);
  }
  for (absl::string_view space : {"linalg.", "special.", "fft."}) {
    if (absl::ConsumePrefix(&name, space)) {
      return IsOneName(name) ? ResultOfFunction(name) : TorchResult::kUnknown;
    }
  }
  if (absl::ConsumePrefix(&name, "nn.functional.")) {
    if (!IsOneName(name) || name == "multi_head_attention_forward" ||
        absl::EndsWith(name, "_with_indices")) {
      return TorchResult::kUnknown;
    }
    return name == "one_hot" ? TorchResult::kIntegerTensor : TorchResult::kTensor;
  }
  if (absl::StartsWith(name, "nn.init.") && absl::EndsWith(name, "_")) return TorchResult::kTensor;
  if (name == "nn.utils.clip_grad_norm_" || name == "nn.utils.get_total_norm") {
    return TorchResult::kTensor;
  }
  return TorchResult::kUnknown;
}

TorchResult ResultOfTensorMethod(absl::string_view method) {
  static constexpr absl::string_view kNumbers =
      "item dim ndimension numel nelement element_size data_ptr storage_offset get_device "
      "sparse_dim dense_dim __len__ __int__ __float__";
  static constexpr absl::string_view kNothing =
      "backward register_hook register_post_accumulate_grad_hook retain_grad storage "
      "untyped_storage typed_storage share_memory_ record_stream apply_ map_ tolist size stride "
      "numpy type unique __dlpack__ set_ is_set_to";
  if (Words(kNumbers).Has(method)) return TorchResult::kNumber;
  if (method == "tolist" || method == "size" || method == "stride") return TorchResult::kNumbers;
  if (method == "numpy") return TorchResult::kArray;
  if (Words(kNothing).Has(method)) return TorchResult::kUnknown;
  if (absl::StartsWith(method, "new_")) return TorchResult::kLike;
  const TorchResult result = ResultOfFunction(method);
  return result == TorchResult::kFactory ? TorchResult::kUnknown : result;
}

bool IsOnlyOfTensors(absl::string_view method) {
  static constexpr absl::string_view kMethods =
      "detach detach_ unsqueeze unsqueeze_ masked_fill masked_fill_ masked_select masked_scatter "
      "contiguous logsumexp log_softmax index_select index_add_ index_copy_ scatter_add "
      "scatter_add_ type_as new_zeros new_ones new_empty new_full new_tensor permute expand_as "
      "clamp_min clamp_max clamp_ requires_grad_ bfloat16 narrow view_as";
  // Modules have these two, as well.
  if (method == "requires_grad_" || method == "bfloat16") return false;
  return Words(kMethods).Has(method);
}

TorchResult ResultOfTensorAttribute(absl::string_view attribute) {
  if (attribute == "shape") return TorchResult::kNumbers;
  if (Words("ndim itemsize nbytes").Has(attribute)) return TorchResult::kNumber;
  if (absl::StartsWith(attribute, "is_") || attribute == "requires_grad") return TorchResult::kBool;
  if (Words("T mT H mH data grad real imag main_grad").Has(attribute)) return TorchResult::kTensor;
  return TorchResult::kUnknown;
}

bool GivesOneTensor(absl::string_view module_class) {
  static constexpr absl::string_view kClasses =
      "Linear Bilinear Identity Embedding EmbeddingBag LayerNorm RMSNorm GroupNorm BatchNorm1d "
      "BatchNorm2d BatchNorm3d SyncBatchNorm InstanceNorm2d Dropout Dropout1d Dropout2d ReLU ReLU6 "
      "GELU SiLU ELU Sigmoid Tanh Softplus Softmax LogSoftmax LeakyReLU Hardswish Mish Conv1d "
      "Conv2d Conv3d ConvTranspose1d ConvTranspose2d AvgPool1d AvgPool2d Flatten Unflatten "
      "CrossEntropyLoss NLLLoss MSELoss L1Loss BCELoss BCEWithLogitsLoss KLDivLoss SmoothL1Loss "
      "HuberLoss PixelShuffle Upsample";
  return absl::ConsumePrefix(&module_class, "torch.nn.") && Words(kClasses).Has(module_class);
}

std::optional<Dtype> DtypeNamed(absl::string_view name) {
  struct Named {
    absl::string_view name;
    Dtype dtype;
  };
  static constexpr Named kNames[] = {
      {"float32", Dtype::kFloat32},   {"float", Dtype::kFloat32},   {"float64", Dtype::kFloat64},
      {"double", Dtype::kFloat64},    {"float16", Dtype::kFloat16}, {"half", Dtype::kFloat16},
      {"bfloat16", Dtype::kBfloat16}, {"int64", Dtype::kInteger},   {"long", Dtype::kInteger},
      {"int32", Dtype::kInteger},     {"int", Dtype::kInteger},     {"int16", Dtype::kInteger},
      {"short", Dtype::kInteger},     {"int8", Dtype::kInteger},    {"uint8", Dtype::kInteger},
      {"bool", Dtype::kBool},         {"uint16", Dtype::kInteger},  {"uint32", Dtype::kInteger},
      {"uint64", Dtype::kInteger}};
  for (const Named& named : kNames) {
    if (named.name == name) return named.dtype;
  }
  if (absl::StartsWith(name, "float8_")) return Dtype::kFloat8;
  return std::nullopt;
}

DeviceType DeviceNamed(absl::string_view name) {
  if (name == "cpu" || absl::StartsWith(name, "cpu:")) return DeviceType::kCpu;
  if (name == "cuda" || absl::StartsWith(name, "cuda:")) return DeviceType::kGpu;
  return DeviceType::kUnknown;
}

}  // namespace allreview::python
