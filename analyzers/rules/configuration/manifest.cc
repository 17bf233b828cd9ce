#include "analyzers/rules/configuration/manifest.h"

#include <algorithm>
#include <iterator>
#include <utility>

#define TOML_EXCEPTIONS 0
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
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
    {"pkg_resources", "setuptools"},
    {"pynvml", "nvidia-ml-py"},
    {"skimage", "scikit-image"},
    {"sklearn", "scikit-learn"},
    {"yaml", "pyyaml"},
    {"zmq", "pyzmq"},
};

// What PyTorch itself depends on.
constexpr absl::string_view kBroughtByTorch[] = {"filelock",   "fsspec",   "jinja2",
                                                 "mpmath",     "networkx", "sympy",
                                                 "setuptools", "triton",   "typing-extensions"};

// As PEP 503 compares names.
std::string Normalised(absl::string_view name) {
  std::string normalised;
  for (char c : name) {
    const bool is_separator = c == '-' || c == '_' || c == '.';
    if (!is_separator) {
      normalised += absl::ascii_tolower(static_cast<unsigned char>(c));
    } else if (!absl::EndsWith(normalised, "-")) {
      normalised += '-';
    }
  }
  return normalised;
}

// "torch" of "torch[opt]>=2.6; sys_platform == 'linux'".
std::string DistributionOf(absl::string_view requirement) {
  requirement = absl::StripLeadingAsciiWhitespace(requirement);
  size_t end = 0;
  while (end < requirement.size() &&
         (absl::ascii_isalnum(static_cast<unsigned char>(requirement[end])) ||
          absl::StrContains("-_.", requirement.substr(end, 1)))) {
    ++end;
  }
  return Normalised(requirement.substr(0, end));
}

std::set<std::string> DistributionsOf(const toml::array& requirements) {
  std::set<std::string> distributions;
  for (const toml::node& requirement : requirements) {
    if (const auto text = requirement.value<std::string>()) {
      distributions.insert(DistributionOf(*text));
    }
  }
  return distributions;
}

// "nvidia-modelopt" brings modelopt, "opencv-python-headless" what opencv-python does.
bool MayBring(absl::string_view distribution, absl::string_view wanted) {
  return distribution == wanted || absl::EndsWith(distribution, absl::StrCat("-", wanted)) ||
         absl::StartsWith(distribution, absl::StrCat(wanted, "-"));
}

bool Bring(const std::set<std::string>& distributions, absl::string_view module) {
  const auto named = std::find_if(std::begin(kNames), std::end(kNames),
                                  [&](const Name& name) { return name.module == module; });
  const std::string wanted =
      named == std::end(kNames) ? Normalised(module) : std::string(named->distribution);
  for (const std::string& distribution : distributions) {
    if (MayBring(distribution, wanted) || MayBring(distribution, Normalised(module))) return true;
  }
  return distributions.count("torch") > 0 && IsOneOf(wanted, kBroughtByTorch);
}

bool MatchesPattern(absl::string_view module, absl::string_view pattern) {
  if (absl::ConsumeSuffix(&pattern, "*")) return absl::StartsWith(module, pattern);
  return module == pattern;
}

}  // namespace

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

bool Manifest::Provides(absl::string_view module) const { return Bring(distributions_, module); }

std::string Manifest::ExtraOf(absl::string_view module) const {
  for (const Extra& extra : extras_) {
    if (Bring(extra.distributions, module)) return extra.name;
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
