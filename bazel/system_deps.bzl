"""Every Debian package that the build uses. Targets name them through //third_party/system."""

load("//bazel:system_library.bzl", "system_library", "system_protobuf", "system_tools")

def system_deps():
    """Declares the system libraries and tools.

    gRPC, protobuf and Abseil are linked as archives: their sixty shared libraries would cost each
    start of the command line ten milliseconds. --define=system_libraries=shared links those.
    """
    system_tools(name = "system_tools", tools = {
        "grpc_cpp_plugin": "protobuf-compiler-grpc",
    })
    system_protobuf(name = "com_google_protobuf")

    # pkg-config --libs grpc++ names the 60 libraries of a static link; the shared ones are three.
    # 1.51 is the first with the interceptor API as host uses it.
    system_library(
        name = "grpc",
        apt = ["libgrpc++-dev"],
        archive_linkopts = ["-lre2", "-lcares", "-lssl", "-lcrypto", "-lz"],
        archives = True,
        libs_deps = ["@com_google_protobuf//:protobuf", "@absl"],
        linkopts = ["-lgrpc++", "-lgrpc", "-lgpr"],
        more_archives = ["upb", "address_sorting"],
        pkg_config = ["grpc++ >= 1.51"],
    )

    # Registers itself by a static initialiser, so the linker must not drop it.
    system_library(
        name = "grpc_reflection",
        apt = ["libgrpc++-dev"],
        libs_deps = ["@grpc"],
        linkopts = ["-Wl,--no-as-needed", "-lgrpc++_reflection", "-Wl,--as-needed"],
        pkg_config = ["grpc++"],
        whole_archive = "libgrpc++_reflection.a",
    )
    system_library(
        name = "absl",
        apt = ["libabsl-dev"],
        archives = True,
        pkg_config = [
            "absl_strings",
            "absl_status",
            "absl_statusor",
            "absl_synchronization",
            "absl_time",
            "absl_flat_hash_map",
            "absl_flat_hash_set",
            "absl_inlined_vector",
            "absl_random_random",
            "absl_span",
            "absl_str_format",
        ],
    )

    # The HTTP server: Beast and Asio, headers only.
    system_library(name = "boost", apt = ["libboost-dev"], probe_headers = ["boost/beast.hpp"])

    # SHA-1 (git blob ids) and SHA-256 (receipts, fingerprints).
    system_library(name = "crypto", apt = ["libssl-dev"], pkg_config = ["libcrypto"])
    system_library(name = "ssl", apt = ["libssl-dev"], libs_deps = ["@crypto"], pkg_config = ["libssl"])

    # Markdown as GitHub reads it, for the HTML of documents. The extensions have no .pc file.
    system_library(
        name = "cmark_gfm",
        apt = ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"],
        archives = True,
        linkopts = ["-lcmark-gfm-extensions", "-lcmark-gfm"],
        pkg_config = ["libcmark-gfm"],
        probe_headers = ["cmark-gfm-core-extensions.h"],
    )

    # 0.14 as Debian has it: the sync API only, no TLS.
    system_library(name = "hiredis", apt = ["libhiredis-dev"], pkg_config = ["hiredis"])

    # The allocator of our binaries: threads that parse and analyse do not wait for each other, and
    # memory comes back in larger pieces. Only an archive has this name.
    system_library(
        name = "jemalloc",
        apt = ["libjemalloc-dev"],
        linkopts = ["-ljemalloc_pic"],
        pkg_config = ["jemalloc"],
    )

    # Loaded at run time; see github/libcurl.h.
    system_library(name = "curl", apt = ["libcurl4-openssl-dev"], headers_only = True, pkg_config = ["libcurl"])

    # The referee of every published witness, and the oracle of the functions' tests. Shared: it is under the LGPL.
    system_library(name = "mpfr", apt = ["libmpfr-dev"], linkopts = ["-lmpfr", "-lgmp"], pkg_config = ["mpfr"])
    system_library(name = "nlohmann_json", apt = ["nlohmann-json3-dev"], pkg_config = ["nlohmann_json"])
    system_library(name = "prometheus_cpp", apt = ["prometheus-cpp-dev"], pkg_config = ["prometheus-cpp-pull"])
    system_library(name = "re2", apt = ["libre2-dev"], pkg_config = ["re2"])

    # Which system calls a service may make. Shared: it is under the LGPL.
    system_library(name = "seccomp", apt = ["libseccomp-dev"], linkopts = ["-lseccomp"], pkg_config = ["libseccomp"])
    system_library(name = "sqlite", apt = ["libsqlite3-dev"], pkg_config = ["sqlite3"])

    # Headers only: its .pc file asks for the shared library. Define TOML_EXCEPTIONS as 0 before the include.
    system_library(name = "tomlplusplus", apt = ["libtomlplusplus-dev"], probe_headers = ["toml++/toml.h"])
    system_library(name = "yaml_cpp", apt = ["libyaml-cpp-dev"], pkg_config = ["yaml-cpp"])

    system_library(name = "zlib", apt = ["zlib1g-dev"], pkg_config = ["zlib"])

    system_library(name = "gmock", apt = ["libgmock-dev"], pkg_config = ["gmock"])
    system_library(name = "gtest", apt = ["libgtest-dev"], pkg_config = ["gtest"])
    system_library(name = "gtest_main", apt = ["libgtest-dev"], pkg_config = ["gtest_main"])
