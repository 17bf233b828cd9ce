"""Precompiled headers: what nearly every file includes is read once, not once a file.

A `precompiled_headers` target writes `<name>.h`, which includes what it is given, and `<name>.h.gch` beside it, compiled
with the options of the files that will use it. //bazel:cc.bzl puts `-include bazel/<name>.h` in front of them. GCC takes
a .gch only from the first include folder that has the header, so neither file exists in the source tree.

Only GCC reads them. Nothing may rely on them: with `--config=clang` they are left out, and each file must compile.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# buildifier: disable=native-cc-common
def _impl(ctx):
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    compiled = ctx.actions.declare_file(ctx.label.name + ".h.gch")
    ctx.actions.write(header, "".join(["#include %s\n" % i for i in ctx.attr.includes]))

    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    deps = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps]).compilation_context
    command = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
        variables = cc_common.create_compile_variables(
            cc_toolchain = toolchain,
            feature_configuration = features,
            include_directories = deps.includes,
            output_file = compiled.path,
            preprocessor_defines = deps.defines,
            quote_include_directories = deps.quote_includes,
            source_file = header.path,
            system_include_directories = deps.system_includes,
            use_pic = True,
            user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts,
        ),
    )

    # With -MD the compiled header remembers what it was read from, and -fpch-deps tells so in the dependencies of the
    # files that use it. Without both, Bazel would not compile these again when a header changes that they include only
    # through others. Headers of the system do not change.
    owned = deps.headers.to_list()
    remember = ["-MD", "-MF", "/dev/null"] if owned else []
    ctx.actions.run(
        executable = cc_common.get_tool_for_action(
            action_name = ACTION_NAMES.cpp_compile,
            feature_configuration = features,
        ),
        arguments = ["-x", "c++-header"] + remember + command,
        env = cc_common.get_environment_variables(
            action_name = ACTION_NAMES.cpp_compile,
            feature_configuration = features,
            variables = cc_common.empty_variables(),
        ),
        inputs = depset([header], transitive = [deps.headers, toolchain.all_files]),
        mnemonic = "CppPrecompile",
        outputs = [compiled],
        progress_message = "Precompiling %s" % ctx.label,
    )
    return [CcInfo(compilation_context = cc_common.create_compilation_context(
        headers = depset([header, compiled] + owned),
    ))]

precompiled_headers = rule(
    attrs = {
        "copts": attr.string_list(doc = "those of the files that include it"),
        "deps": attr.label_list(doc = "who owns the headers that are no system headers", providers = [CcInfo]),
        "includes": attr.string_list(doc = "with their quotes or brackets", mandatory = True),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    implementation = _impl,
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
