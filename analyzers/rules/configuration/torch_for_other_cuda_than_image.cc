// A Dockerfile installs PyTorch for another major version of CUDA than that of its base image.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/build_files/dockerfile.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/shell/script.h"
#include "base/poll.h"

namespace allreview::rules {

extern const Rule kTorchForOtherCudaThanImage;

namespace configuration {
namespace {

using build_files::DockerInstruction;

constexpr size_t kMaxExpanded = 500;

// What ARG and ENV say, as far as it is written out.
using Variables = std::map<std::string, std::string, std::less<>>;

// nullopt: some variable has no value that is known.
std::optional<std::string> Expanded(absl::string_view text, const Variables& variables) {
  std::string expanded;
  while (!text.empty()) {
    const size_t dollar = text.find('$');
    absl::StrAppend(&expanded, text.substr(0, dollar));
    if (dollar == absl::string_view::npos) break;
    text.remove_prefix(dollar + 1);
    const bool has_brace = absl::ConsumePrefix(&text, "{");
    size_t end = 0;
    while (end < text.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) {
      ++end;
    }
    const auto value = variables.find(text.substr(0, end));
    text.remove_prefix(end);
    if (has_brace && !absl::ConsumePrefix(&text, "}")) return std::nullopt;
    if (value == variables.end() || expanded.size() > kMaxExpanded) return std::nullopt;
    absl::StrAppend(&expanded, value->second);
  }
  return expanded;
}

absl::string_view WithoutQuotes(absl::string_view text) {
  const bool is_quoted =
      text.size() > 1 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::vector<absl::string_view> WordsIn(absl::string_view text) {
  return absl::StrSplit(text, absl::ByAnyChar(" \t\n\\"), absl::SkipEmpty());
}

void Remember(const DockerInstruction& instruction, Variables& variables) {
  const std::vector<absl::string_view> words = WordsIn(instruction.text);
  const bool is_pair = instruction.name == "ENV" && words.size() > 1 &&
                       !absl::StrContains(words[0], '=');  // ENV NAME value
  if (is_pair) {
    variables.insert_or_assign(std::string(words[0]), std::string(words[1]));
    return;
  }
  for (absl::string_view word : words) {
    const size_t equals = word.find('=');
    if (equals == absl::string_view::npos) continue;
    const std::string name(word.substr(0, equals));
    const std::optional<std::string> value =
        Expanded(WithoutQuotes(word.substr(equals + 1)), variables);
    variables.erase(name);
    if (value && value->size() <= kMaxExpanded) variables.emplace(name, *value);
  }
}

// "12" of "12.4.1"; empty: no version.
std::string MajorOf(absl::string_view version) {
  const size_t dot = version.find('.');
  int major = 0;
  const bool is_known = dot != absl::string_view::npos &&
                        absl::SimpleAtoi(version.substr(0, dot), &major) && major > 0;
  return is_known ? absl::StrCat(major) : "";
}

struct Stage {
  std::string image;
  std::string cuda;  // Major version of its compiler; empty: not known.
  int line = 0;
};

// Of an image that brings nvcc.
std::string CudaOf(absl::string_view image) {
  const size_t colon = image.rfind(':');
  if (colon == absl::string_view::npos) return "";
  const absl::string_view name = image.substr(0, colon), tag = image.substr(colon + 1);
  if (!absl::StrContains(tag, "devel")) return "";
  if (name == "nvidia/cuda" || absl::EndsWith(name, "/nvidia/cuda")) return MajorOf(tag);
  return "";
}

// "11" of "…/whl/cu118" and of "torch==2.6.0+cu118"; empty: none.
std::string CudaOfWheel(absl::string_view text, absl::string_view mark) {
  const size_t at = text.find(mark);
  if (at == absl::string_view::npos) return "";
  absl::string_view digits = text.substr(at + mark.size());
  digits = digits.substr(0, digits.find_first_not_of("0123456789"));
  return digits.size() == 3 ? std::string(digits.substr(0, 2)) : "";
}

bool NamesTorch(absl::string_view word) {
  return word == "torch" || absl::StartsWith(word, "torch==") || absl::StartsWith(word, "torch>") ||
         absl::StartsWith(word, "torch~");
}

// What the command installs PyTorch for; empty: it does not, or it is not clear.
std::string InstalledFor(const shell::Command& command, const Variables& variables) {
  bool installs = false, names_torch = false;
  std::string cuda;
  for (size_t i = 0; i < command.words.size(); ++i) {
    const std::optional<std::string> word = Expanded(command.words[i].text, variables);
    if (!word) continue;
    installs |= *word == "install" && i > 0;
    if (NamesTorch(*word)) {
      names_torch = true;
      if (std::string own = CudaOfWheel(*word, "+cu"); !own.empty()) cuda = std::move(own);
    }
    const bool is_only_index = absl::StartsWith(*word, "--index-url=") ||
                               (i > 0 && (command.words[i - 1].text == "--index-url" ||
                                          command.words[i - 1].text == "-i"));
    if (is_only_index && absl::StrContains(*word, "download.pytorch.org/")) {
      cuda = CudaOfWheel(*word, "/cu");
    }
  }
  return installs && names_torch ? cuda : "";
}

class Checker {
 public:
  explicit Checker(const RecipeText& text)
      : text_(text), reporter_(kTorchForOtherCudaThanImage.info, text) {}

  void Check() {
    for (const DockerInstruction& one : build_files::ReadDockerfile(*text_.after).instructions) {
      Poll();
      if (one.name == "ARG" || one.name == "ENV") Remember(one, variables_);
      if (one.name == "FROM") EnterStage(one);
      if (one.name == "RUN") CheckRun(one);
      // It chooses another compiler.
      if (absl::StrContains(one.text, "CUDA_HOME") && absl::StrContains(one.text, "/cuda-")) {
        stage_.cuda.clear();
      }
    }
  }

 private:
  void EnterStage(const DockerInstruction& from) {
    if (!stage_name_.empty()) stages_[stage_name_] = stage_;
    std::vector<absl::string_view> words = WordsIn(from.text);
    while (!words.empty() && absl::StartsWith(words[0], "--")) words.erase(words.begin());
    stage_ = {.image = {}, .cuda = {}, .line = from.line};
    stage_name_ = words.size() == 3 ? std::string(words[2]) : "";
    const std::optional<std::string> image =
        words.empty() ? std::nullopt : Expanded(words[0], variables_);
    if (!image) return;
    if (const auto known = stages_.find(*image); known != stages_.end()) {
      stage_ = known->second;
    } else {
      stage_.image = *image;
      stage_.cuda = CudaOf(*image);
    }
  }

  void CheckRun(const DockerInstruction& run) {
    for (absl::string_view other : {"cuda-toolkit", "cuda-nvcc", "cuda-compiler", "conda"}) {
      if (absl::StrContains(run.text, other)) stage_.cuda.clear();
    }
    if (stage_.cuda.empty()) return;
    for (const shell::Command& command : shell::CommandsIn(run.text)) {
      const std::string cuda = command.depth == 0 ? InstalledFor(command, variables_) : "";
      if (cuda.empty() || cuda == stage_.cuda) continue;
      const int line = run.line - 1 + command.words[0].line;
      const bool is_new = text_.IsNew(line) || text_.IsNew(run.line);
      if (!is_new && !text_.IsNew(stage_.line)) continue;
      reporter_.Report(
          {.line = is_new ? line : stage_.line,
           .params = {{"torch", cuda}, {"image", stage_.image}, {"cuda", stage_.cuda}}});
    }
  }

  const RecipeText& text_;
  RecipeReporter reporter_;
  Variables variables_;
  std::map<std::string, Stage, std::less<>> stages_;
  Stage stage_;
  std::string stage_name_;
};

void CheckFiles(ChangeContext& change) {
  const auto is_wanted = [](const ChangedFile& file) {
    return build_files::IsDockerfilePath(file.path);
  };
  for (const RecipeText& text : ChangedTextsOf(change, is_wanted)) Checker(text).Check();
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kTorchForOtherCudaThanImage = {
    .info =
        {.id = "torch-for-other-cuda-than-image",
         .title = {"PyTorch of another CUDA than the image", "PyTorch 与镜像的 CUDA 版本不同"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"PyTorch for CUDA {torch} is installed into `{image}`, whose compiler is "
                     "that of CUDA {cuda}",
                     "在 `{image}` 中安装的是 CUDA {torch} 的 PyTorch，而该镜像的编译器属于 CUDA "
                     "{cuda}"},
         .consequence = {"torch.utils.cpp_extension refuses to build CUDA extensions there: "
                         "\"The detected CUDA version mismatches\"",
                         "torch.utils.cpp_extension 会拒绝在其中编译 CUDA 扩展：\"The detected "
                         "CUDA version mismatches\""},
         .advice = {"Take PyTorch for CUDA {cuda}, or an image of CUDA {torch}",
                    "改用 CUDA {cuda} 的 PyTorch，或 CUDA {torch} 的镜像"},
         .why = "BuildExtension compares the major version of nvcc with the one that PyTorch "
                "was built with. Only images with a compiler are looked at, by their tags, and "
                "wheels by their index or version. Stages that install another toolkit or set "
                "CUDA_HOME are passed over.",
         .fix = "Change base image and index together.",
         .bad = R"py(
# --- Dockerfile
FROM nvidia/cuda:13.0.1-devel-ubuntu24.04
RUN pip install torch --index-url https://download.pytorch.org/whl/cu126
)py",
         .good = R"py(
# --- Dockerfile
FROM nvidia/cuda:13.0.1-devel-ubuntu24.04
RUN pip install torch --index-url https://download.pytorch.org/whl/cu130
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules
