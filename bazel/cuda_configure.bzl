"""@local_cuda: the CUDA toolkit of this machine, or nothing. Never downloads."""

load(":notice.bzl", "write_notice")

_CUDART = """
package(default_applicable_licenses = ["//notice"])

cc_library(
    name = "cudart",
    srcs = ["libcudart_static.a"],
    visibility = ["//visibility:public"],
    linkopts = ["-ldl", "-lpthread", "-lrt"],
)
"""

def _cuda_configure_impl(ctx):
    root = ctx.os.environ.get("CUDA_PATH", "/usr/local/cuda")
    nvcc = ctx.path(root + "/bin/nvcc")
    cudart = ctx.path(root + "/lib64/libcudart_static.a")
    is_wanted = ctx.os.environ.get("NUMERICS_CUDA", "1") != "0"
    has_cuda = is_wanted and nvcc.exists and cudart.exists
    ctx.file("defs.bzl", "HAS_CUDA = {}\nNVCC = {}\n".format(has_cuda, repr(str(nvcc))))
    if has_cuda:
        ctx.symlink(cudart, "libcudart_static.a")
        terms = ctx.path(root + "/EULA.txt")
        write_notice(ctx, "CUDA run-time library", [
            ctx.read(terms) if terms.exists else "NVIDIA's terms: https://docs.nvidia.com/cuda/eula",
        ])
    ctx.file(
        "BUILD.bazel",
        _CUDART if has_cuda else "",
    )

# Looks in $CUDA_PATH or /usr/local/cuda; --repo_env=NUMERICS_CUDA=0 turns it off.
cuda_configure = repository_rule(
    implementation = _cuda_configure_impl,
    configure = True,
    environ = [
        "CUDA_PATH",
        "NUMERICS_CUDA",
    ],
    local = True,
)
