"""cc_grpc_library: gRPC C++ stubs for a proto_library, with the distro's protoc and plugin."""

def _import_path(src, root):
    p = src.path
    if root and root != "." and p.startswith(root + "/"):
        return p[len(root) + 1:]
    if p.startswith("external/"):
        return "/".join(p.split("/")[2:])
    return p

def _gen_impl(ctx):
    proto = ctx.attr.proto[ProtoInfo]
    hdrs, srcs, names = [], [], []
    for s in proto.direct_sources:
        imp = _import_path(s, proto.proto_source_root)
        if not imp.startswith(ctx.label.package):
            fail("cc_grpc_library must be in the package of its proto: " + imp)
        rel = imp[len(ctx.label.package) + 1:][:-len(".proto")]
        names.append(imp)
        srcs.append(ctx.actions.declare_file(rel + ".grpc.pb.cc"))
        hdrs.append(ctx.actions.declare_file(rel + ".grpc.pb.h"))
        if ctx.attr.mocks:
            hdrs.append(ctx.actions.declare_file(rel + "_mock.grpc.pb.h"))
    args = ctx.actions.args()
    args.add(ctx.file._plugin, format = "--plugin=protoc-gen-grpc=%s")
    args.add("--grpc_out=%s%s" % ("generate_mock_code=true:" if ctx.attr.mocks else "", ctx.bin_dir.path))
    args.add_joined(proto.transitive_descriptor_sets, join_with = ":", format_joined = "--descriptor_set_in=%s")
    args.add_all(names)
    ctx.actions.run(
        executable = ctx.executable._protoc,
        arguments = [args],
        inputs = proto.transitive_descriptor_sets,
        tools = [ctx.file._plugin],
        outputs = srcs + hdrs,
        mnemonic = "GrpcGen",
        progress_message = "Generating gRPC C++ %s" % ctx.label,
        use_default_shell_env = True,
    )
    return [
        DefaultInfo(files = depset(srcs + hdrs)),
        OutputGroupInfo(hdrs = depset(hdrs), srcs = depset(srcs)),
    ]

_grpc_gen = rule(
    implementation = _gen_impl,
    attrs = {
        "proto": attr.label(mandatory = True, providers = [ProtoInfo]),
        "mocks": attr.bool(default = False),
        "_protoc": attr.label(default = "@com_google_protobuf//:protoc", allow_single_file = True, executable = True, cfg = "exec"),
        "_plugin": attr.label(default = "@system_tools//:bin/grpc_cpp_plugin", allow_single_file = True, cfg = "exec"),
    },
)

def proto_api(name, srcs, deps = [], grpc = False, visibility = ["//visibility:public"]):
    """Makes <name>_proto, <name>_cc_proto and, with grpc = True, <name>_cc_grpc.

    Args:
      name: prefix of the targets
      srcs: .proto files of this package
      deps: labels of proto_library targets: //proto/common:common_proto, @com_google_protobuf//:timestamp_proto
      grpc: whether the files declare services
      visibility: of all targets
    """
    native.proto_library(
        name = name + "_proto",
        srcs = srcs,
        visibility = visibility,
        deps = deps,
    )
    native.cc_proto_library(
        name = name + "_cc_proto",
        visibility = visibility,
        deps = [":" + name + "_proto"],
    )
    if grpc:
        _grpc_gen(name = name + "_grpc_gen", proto = ":" + name + "_proto")
        native.filegroup(name = name + "_grpc_hdrs", srcs = [name + "_grpc_gen"], output_group = "hdrs")
        native.filegroup(name = name + "_grpc_srcs", srcs = [name + "_grpc_gen"], output_group = "srcs")
        native.cc_library(
            name = name + "_cc_grpc",
            srcs = [name + "_grpc_srcs"],
            hdrs = [name + "_grpc_hdrs"],
            copts = ["-w"],
            visibility = visibility,
            deps = [
                ":" + name + "_cc_proto",
                "//third_party/system:grpc",
            ],
        )
