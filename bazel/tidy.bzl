"""What the build does not prove of our C++ code: that clang-tidy finds nothing, and that each header compiles alone.

  bazel build --config=tidy //...         # both
  bazel build --config=headers //base/...  # the headers only: a second or two each

One action a file, so that results are kept and only what changed is looked at again. Checks stand in .clang-tidy.
Sources are seen by Clang and without precompiled headers; the flags are those of the build, made here, because the
toolchain is GCC's. Generated files and third_party are not ours.
"""

_KINDS = ["cc_binary", "cc_library", "cc_test"]

# The tag of targets whose sources Clang cannot read, because they are written in GCC's own extensions to be vectorised
# by it. Only their headers are proved.
_GCC_ONLY = "gcc-only"

def _is_ours(file):
    return file.is_source and not file.short_path.startswith("../") and not file.short_path.startswith("third_party/")

def _files_of(ctx, attributes, extension):
    files = []
    for attribute in attributes:
        files += getattr(ctx.rule.files, attribute, [])
    return [file for file in files if file.extension == extension and _is_ours(file)]

# The last of the three targets that a library with implementation_deps is has the headers of the first.
def _repeats_headers(target, ctx):
    return [dep for dep in ctx.rule.attr.deps if dep.label.name == target.label.name + "_link"]

def _context_of(target, ctx):
    infos = [dep[CcInfo] for dep in ctx.rule.attr.deps if CcInfo in dep]
    if CcInfo in target:
        infos.append(target[CcInfo])

    # buildifier: disable=native-cc-common
    return cc_common.merge_cc_infos(cc_infos = infos).compilation_context

def _flags_of(ctx, context):
    return (
        ctx.fragments.cpp.cxxopts + ctx.fragments.cpp.copts + ctx.rule.attr.copts +
        ["-D" + define for define in context.defines.to_list() + ctx.rule.attr.local_defines] +
        ["-iquote" + folder for folder in context.quote_includes.to_list()] +
        ["-I" + folder for folder in context.includes.to_list()] +
        ["-isystem" + folder for folder in context.system_includes.to_list()]
    )

def _prove(target, ctx, proof, file, flags, headers):
    done = ctx.actions.declare_file("_%s/%s/%s.ok" % (proof, target.label.name, file.short_path))
    ctx.actions.run(
        executable = ctx.executable._prove,
        arguments = [proof, done.path, file.path] + flags,
        inputs = depset([file, ctx.file._checks], transitive = [headers]),
        mnemonic = "Prove" + proof.capitalize(),
        outputs = [done],
        progress_message = "%s of %s" % ("Checks" if proof == "tidy" else "Header proof", file.short_path),
        use_default_shell_env = True,
    )
    return done

def _tidy_impl(target, ctx):
    if ctx.rule.kind not in _KINDS:
        return []
    sources = [] if _GCC_ONLY in ctx.rule.attr.tags else _files_of(ctx, ["srcs"], "cc")
    headers = [] if _repeats_headers(target, ctx) else _files_of(ctx, ["srcs", "hdrs"], "h")
    if not sources and not headers:
        return []
    context = _context_of(target, ctx)
    flags = _flags_of(ctx, context)
    needed = depset(headers, transitive = [context.headers])
    return [OutputGroupInfo(
        headers = depset([_prove(target, ctx, "header", file, flags, needed) for file in headers]),
        tidy = depset([_prove(target, ctx, "tidy", file, flags, needed) for file in sources]),
    )]

tidy = aspect(
    attrs = {
        "_checks": attr.label(default = "//:.clang-tidy", allow_single_file = True),
        "_prove": attr.label(default = "//bazel:prove", cfg = "exec", executable = True),
    },
    fragments = ["cpp"],
    implementation = _tidy_impl,
)
