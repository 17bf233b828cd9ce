#include "analyzers/rules/configuration/manifest.h"

#include <algorithm>
#include <iterator>
#include <utility>

#define TOML_EXCEPTIONS 0
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/build_files/requirements.h"
#include "analyzers/rules/shared/listed_names.h"
#include "toml++/toml.h"

namespace allreview::rules::configuration {
namespace {

// Top-level modules of Python 3.8 to 3.14. Sorted.
constexpr absl::string_view kStandardModules[] = {
    "__future__",   "abc",          "aifc",         "antigravity", "argparse",    "array",
    "ast",          "asynchat",     "asyncio",      "asyncore",    "atexit",      "audioop",
    "base64",       "bdb",          "binascii",     "bisect",      "builtins",    "bz2",
    "cProfile",     "calendar",     "cgi",          "cgitb",       "chunk",       "cmath",
    "cmd",          "code",         "codecs",       "codeop",      "collections", "colorsys",
    "compileall",   "concurrent",   "configparser", "contextlib",  "contextvars", "copy",
    "copyreg",      "crypt",        "csv",          "ctypes",      "curses",      "dataclasses",
    "datetime",     "dbm",          "decimal",      "difflib",     "dis",         "distutils",
    "doctest",      "email",        "encodings",    "ensurepip",   "enum",        "errno",
    "faulthandler", "fcntl",        "filecmp",      "fileinput",   "fnmatch",     "fractions",
    "ftplib",       "functools",    "gc",           "genericpath", "getopt",      "getpass",
    "gettext",      "glob",         "graphlib",     "grp",         "gzip",        "hashlib",
    "heapq",        "hmac",         "html",         "http",        "idlelib",     "imaplib",
    "imghdr",       "imp",          "importlib",    "inspect",     "io",          "ipaddress",
    "itertools",    "json",         "keyword",      "lib2to3",     "linecache",   "locale",
    "logging",      "lzma",         "mailbox",      "mailcap",     "marshal",     "math",
    "mimetypes",    "mmap",         "modulefinder", "msilib",      "msvcrt",      "multiprocessing",
    "netrc",        "nis",          "nntplib",      "nt",          "ntpath",      "nturl2path",
    "numbers",      "opcode",       "operator",     "optparse",    "os",          "ossaudiodev",
    "pathlib",      "pdb",          "pickle",       "pickletools", "pipes",       "pkgutil",
    "platform",     "plistlib",     "poplib",       "posix",       "posixpath",   "pprint",
    "profile",      "pstats",       "pty",          "pwd",         "py_compile",  "pyclbr",
    "pydoc",        "pydoc_data",   "pyexpat",      "queue",       "quopri",      "random",
    "re",           "readline",     "reprlib",      "resource",    "rlcompleter", "runpy",
    "sched",        "secrets",      "select",       "selectors",   "shelve",      "shlex",
    "shutil",       "signal",       "site",         "smtpd",       "smtplib",     "sndhdr",
    "socket",       "socketserver", "spwd",         "sqlite3",     "sre_compile", "sre_constants",
    "sre_parse",    "ssl",          "stat",         "statistics",  "string",      "stringprep",
    "struct",       "subprocess",   "sunau",        "symtable",    "sys",         "sysconfig",
    "syslog",       "tabnanny",     "tarfile",      "telnetlib",   "tempfile",    "termios",
    "textwrap",     "this",         "threading",    "time",        "timeit",      "tkinter",
    "token",        "tokenize",     "tomllib",      "trace",       "traceback",   "tracemalloc",
    "tty",          "turtle",       "turtledemo",   "types",       "typing",      "unicodedata",
    "unittest",     "urllib",       "uu",           "uuid",        "venv",        "warnings",
    "wave",         "weakref",      "webbrowser",   "winreg",      "winsound",    "wsgiref",
    "xdrlib",       "xml",          "xmlrpc",       "zipapp",      "zipfile",     "zipimport",
    "zlib",         "zoneinfo"};

struct Name {
  absl::string_view module, distribution;
};

// Modules whose distribution has another name. Sorted by module.
constexpr Name kNames[] = {
    {"Crypto", "pycryptodome"},
    {"OpenSSL", "pyopenssl"},
    {"PIL", "pillow"},
    {"attr", "attrs"},
    {"bs4", "beautifulsoup4"},
    {"cv2", "opencv-python"},
    {"dateutil", "python-dateutil"},
    {"dotenv", "python-dotenv"},
    {"git", "gitpython"},
    {"google", "protobuf"},
    {"jwt", "pyjwt"},
    {"monarch", "torchmonarch"},
    {"pkg_resources", "setuptools"},
    {"pynvml", "nvidia-ml-py"},
    {"skimage", "scikit-image"},
    {"sklearn", "scikit-learn"},
    {"yaml", "pyyaml"},
    {"zmq", "pyzmq"},
};

struct Brought {
  absl::string_view distribution;
  absl::string_view brings;  // Names of distributions, with spaces between.
};

// What packages depend on, as the metadata of their releases of 2026 says; only what code around
// training imports. Sorted.
constexpr Brought kBrought[] = {
    {"accelerate", "huggingface-hub numpy packaging psutil pyyaml safetensors torch"},
    {"datasets",
     "dill filelock fsspec httpx huggingface-hub multiprocess numpy packaging pandas pyarrow "
     "pyyaml requests tqdm xxhash"},
    {"deepspeed",
     "einops hjson msgpack ninja numpy packaging psutil py-cpuinfo pydantic torch tqdm"},
    {"diffusers", "filelock huggingface-hub numpy pillow regex requests safetensors"},
    {"flash-attn", "einops torch"},
    {"flax", "jax msgpack numpy optax orbax-checkpoint pyyaml rich typing-extensions"},
    {"huggingface-hub", "filelock fsspec packaging pyyaml tqdm typing-extensions"},
    {"hydra-core", "omegaconf packaging"},
    {"jax", "jaxlib ml-dtypes numpy opt-einsum scipy"},
    {"lightning", "fsspec packaging pytorch-lightning pyyaml torch torchmetrics tqdm"},
    {"mamba-ssm", "einops ninja packaging torch transformers triton"},
    {"matplotlib", "cycler numpy packaging pillow python-dateutil"},
    {"megatron-core", "numpy packaging torch"},
    {"omegaconf", "antlr4-python3-runtime pyyaml"},
    {"pandas", "numpy python-dateutil pytz"},
    {"peft",
     "accelerate huggingface-hub numpy packaging psutil pyyaml safetensors torch "
     "transformers tqdm"},
    {"pydantic", "annotated-types pydantic-core typing-extensions"},
    {"pytest", "iniconfig packaging pluggy pygments"},
    {"pytorch-lightning", "fsspec packaging pyyaml torch torchmetrics tqdm typing-extensions"},
    {"ray", "click filelock jsonschema msgpack packaging protobuf pyyaml requests"},
    {"requests", "certifi charset-normalizer idna urllib3"},
    {"scikit-learn", "joblib numpy scipy threadpoolctl"},
    {"scipy", "numpy"},
    {"sentence-transformers", "huggingface-hub scikit-learn scipy torch tqdm transformers"},
    {"tensorboard", "absl-py grpcio markdown numpy packaging pillow protobuf setuptools werkzeug"},
    {"tensorstore", "ml-dtypes numpy"},
    {"timm", "huggingface-hub pyyaml safetensors torch torchvision"},
    {"tokenizers", "huggingface-hub"},
    {"torch", "filelock fsspec jinja2 mpmath networkx setuptools sympy triton typing-extensions"},
    {"torchaudio", "torch"},
    {"torchdata", "requests torch urllib3"},
    {"torchmetrics", "numpy packaging torch"},
    {"torchtune",
     "blobfile datasets huggingface-hub numpy omegaconf pillow psutil safetensors "
     "sentencepiece tiktoken tokenizers tqdm"},
    {"torchvision", "numpy pillow torch"},
    {"transformer-engine", "einops importlib-metadata onnxscript packaging pydantic torch"},
    {"transformers",
     "filelock huggingface-hub numpy packaging pyyaml regex requests safetensors tokenizers tqdm"},
    {"trl", "accelerate datasets packaging transformers"},
    {"vllm",
     "aiohttp cachetools cloudpickle einops fastapi msgspec numpy openai pillow prometheus-client "
     "protobuf psutil pydantic pyyaml ray regex requests sentencepiece tiktoken tokenizers torch "
     "torchaudio torchvision tqdm transformers triton xgrammar"},
    {"wandb", "click gitpython platformdirs protobuf pydantic pyyaml requests typing-extensions"},
    {"xformers", "numpy torch"},
};

Distributions DistributionsOf(const toml::array& requirements) {
  Distributions distributions;
  for (const toml::node& requirement : requirements) {
    if (const auto text = requirement.value<std::string>()) distributions.Add(*text);
  }
  return distributions;
}

// "cu12" of transformer-engine-cu12, "headless" of opencv-python-headless.
bool IsVariant(absl::string_view suffix) {
  constexpr absl::string_view kWords[] = {"binary", "cpu", "gpu", "headless", "nightly"};
  constexpr absl::string_view kStarts[] = {"cu", "cuda", "rocm"};
  return IsOneOf(suffix, kWords) ||
         std::any_of(std::begin(kStarts), std::end(kStarts), [&](absl::string_view start) {
           return absl::ConsumePrefix(&suffix, start) && !suffix.empty() &&
                  absl::ascii_isdigit(static_cast<unsigned char>(suffix[0]));
         });
}

// "nvidia-modelopt" brings modelopt, "opencv-python-headless" what opencv-python does.
bool IsOf(absl::string_view distribution, absl::string_view wanted) {
  if (distribution == wanted || absl::EndsWith(distribution, absl::StrCat("-", wanted)))
    return true;
  return absl::ConsumePrefix(&distribution, absl::StrCat(wanted, "-")) && IsVariant(distribution);
}

// The distribution has the top-level module.
bool Has(absl::string_view distribution, absl::string_view module) {
  const auto named = std::find_if(std::begin(kNames), std::end(kNames),
                                  [&](const Name& name) { return name.module == module; });
  return IsOf(distribution, build_files::NormalisedDistribution(module)) ||
         (named != std::end(kNames) && IsOf(distribution, named->distribution));
}

std::vector<absl::string_view> BroughtBy(absl::string_view distribution) {
  for (const Brought& row : kBrought) {
    if (IsOf(distribution, row.distribution)) return absl::StrSplit(row.brings, ' ');
  }
  return {};
}

bool MatchesPattern(absl::string_view module, absl::string_view pattern) {
  if (absl::ConsumeSuffix(&pattern, "*")) return absl::StartsWith(module, pattern);
  return module == pattern;
}

}  // namespace

void Distributions::Add(absl::string_view requirement) {
  std::string name = build_files::ReadRequirement(requirement).name;
  if (!name.empty()) names_.insert(std::move(name));
}

void Distributions::AddCommand(absl::string_view command) {
  bool is_install = false, is_value = false;
  absl::string_view before;
  for (absl::string_view word :
       absl::StrSplit(command, absl::ByAnyChar(" \t"), absl::SkipEmpty())) {
    if (word == "&&" || word == ";" || word == "|" || absl::StartsWith(word, "#")) {
      is_install = false;
    } else if (word == "install" && (before == "pip" || before == "pip3")) {
      is_install = true;
    } else if (is_install && absl::StartsWith(word, "-")) {
      // Its value follows, unless it has one by "=" or takes none.
      constexpr absl::string_view kWithValue[] = {
          "-c",           "-e",           "-f",           "-i",
          "-r",           "--constraint", "--editable",   "--extra-index-url",
          "--find-links", "--index-url",  "--requirement"};
      is_value = IsOneOf(word, kWithValue);
    } else if (is_install && !std::exchange(is_value, false)) {
      const absl::string_view package = word.substr(0, word.find(';'));
      Add(absl::StripPrefix(absl::StripPrefix(package, "\""), "'"));
      is_install = package == word;
    }
    before = word;
  }
}

void Distributions::AddRequirements(absl::string_view text) {
  for (build_files::Requirement& one : build_files::ReadRequirements("", text).requirements) {
    names_.insert(std::move(one.name));
  }
}

bool Distributions::Have(absl::string_view module) const {
  return std::any_of(names_.begin(), names_.end(),
                     [&](const std::string& name) { return Has(name, module); });
}

bool Distributions::Bring(absl::string_view module) const {
  std::set<std::string> seen = names_;
  std::vector<std::string> open(names_.begin(), names_.end());
  while (!open.empty()) {
    const std::string distribution = std::move(open.back());
    open.pop_back();
    if (Has(distribution, module)) return true;
    for (absl::string_view brought : BroughtBy(distribution)) {
      if (seen.emplace(brought).second) open.emplace_back(brought);
    }
  }
  return false;
}

std::optional<Manifest> Manifest::Parse(const std::string& text) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) return std::nullopt;
  const toml::table& root = parsed.table();
  const toml::array* dependencies = root["project"]["dependencies"].as_array();
  if (dependencies == nullptr) return std::nullopt;
  Manifest manifest;
  manifest.distributions_ = DistributionsOf(*dependencies);
  if (const toml::table* extras = root["project"]["optional-dependencies"].as_table()) {
    for (const auto& [name, requirements] : *extras) {
      if (const toml::array* list = requirements.as_array()) {
        manifest.extras_.push_back({std::string(name.str()), DistributionsOf(*list)});
      }
    }
  }
  const auto include = root["tool"]["setuptools"]["packages"]["find"]["include"];
  if (const toml::array* patterns = include.as_array()) {
    for (const toml::node& pattern : *patterns) {
      manifest.packages_.push_back(pattern.value_or<std::string>(""));
    }
  }
  return manifest;
}

bool Manifest::Provides(absl::string_view module) const { return distributions_.Bring(module); }

std::string Manifest::ExtraOf(absl::string_view module) const {
  for (const Extra& extra : extras_) {
    if (extra.distributions.Bring(module)) return extra.name;
  }
  return "";
}

bool Manifest::Installs(absl::string_view module) const {
  return packages_.empty() ||
         std::any_of(packages_.begin(), packages_.end(), [&](const std::string& pattern) {
           return MatchesPattern(module, pattern) || pattern == "*";
         });
}

bool IsStandardModule(absl::string_view module) {
  return std::binary_search(std::begin(kStandardModules), std::end(kStandardModules), module);
}

}  // namespace allreview::rules::configuration
