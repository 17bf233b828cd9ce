"""cuda_library: a .cu file compiled by nvcc, or a stub where there is no CUDA toolkit."""

load("@local_cuda//:defs.bzl", "HAS_CUDA", "NVCC")
load("//bazel:cc.bzl", "cc_library")

# The same bits as hosts: no contraction, no flushing, divisions and roots rounded correctly; every
# fused multiply-add is written out. Machine code for Hopper, PTX for Ampere and all that follow.
_FLAGS = [
    "-std=c++20",
    "-O3",
    "-fmad=false",
    "-ftz=false",
    "-prec-div=true",
    "-prec-sqrt=true",
    "-Werror",
    "all-warnings",
    "-Xcompiler",
    "-fPIC,-ffp-contract=off,-Wall,-Wextra",
    "-I.",
]
_TO_OBJECT = ["--gpu-architecture=compute_80", "--gpu-code=sm_90,compute_80", "-c"]
_TO_PTX = ["--gpu-architecture=compute_80", "-ptx"]

def _nvcc_impl(ctx):
    source = ctx.file.src
    out = ctx.actions.declare_file(ctx.label.name + (".ptx" if ctx.attr.is_ptx else ".o"))
    headers = [dep[CcInfo].compilation_context.headers for dep in ctx.attr.deps]
    ctx.actions.run(
        executable = NVCC,
        arguments = _FLAGS + (_TO_PTX if ctx.attr.is_ptx else _TO_OBJECT) +
                    [source.path, "-o", out.path],
        inputs = depset([source] + ctx.files.hdrs, transitive = headers),
        outputs = [out],
        mnemonic = "Nvcc",
        progress_message = "Compiling %s with nvcc" % source.short_path,
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles(files = [out]))]

_nvcc = rule(
    implementation = _nvcc_impl,
    attrs = {
        "src": attr.label(allow_single_file = [".cu"], mandatory = True),
        "hdrs": attr.label_list(allow_files = [".h"]),
        "deps": attr.label_list(providers = [CcInfo]),
        "is_ptx": attr.bool(),
    },
)

def cuda_library(name, src, stub, hdrs = [], deps = [], **kwargs):
    """A library from one .cu file, or from the stub where there is no CUDA toolkit.

    Args:
      name: target name
      src: the .cu file
      stub: a .cc file with the same functions
      hdrs: as cc_library
      deps: as cc_library
      **kwargs: as cc_library
    """
    if not HAS_CUDA:
        cc_library(name = name, srcs = [stub], hdrs = hdrs, deps = deps, **kwargs)
        return
    _nvcc(name = name + "_object", src = src, hdrs = hdrs, deps = deps)
    cc_library(
        name = name,
        srcs = [name + "_object"],
        hdrs = hdrs,
        deps = deps + ["@local_cuda//:cudart"],
        **kwargs
    )

def ptx_test(name, src, probe, script, hdrs = [], deps = []):
    """Runs a script over the PTX of two .cu files; no test where there is no CUDA toolkit.

    Args:
      name: target name
      src: a .cu file
      probe: a .cu file of which the script knows what it must become
      script: a shell script that gets the two PTX files as arguments
      hdrs: as cuda_library
      deps: as cuda_library
    """
    if not HAS_CUDA:
        return
    _nvcc(name = name + "_src", src = src, hdrs = hdrs, deps = deps, is_ptx = True, testonly = True)
    _nvcc(name = name + "_probe", src = probe, is_ptx = True, testonly = True)
    native.sh_test(
        name = name,
        size = "small",
        srcs = [script],
        args = [
            "$(location :%s_src)" % name,
            "$(location :%s_probe)" % name,
        ],
        data = [
            name + "_probe",
            name + "_src",
        ],
    )
