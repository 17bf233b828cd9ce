"""proto_comments: what the .proto files say of each message, field and value, as a C++ table."""

def _descriptors_impl(ctx):
    proto = ctx.attr.proto[ProtoInfo]
    out = ctx.actions.declare_file(ctx.label.name + ".binpb")
    args = ctx.actions.args()
    args.add_all(["--include_source_info", "--include_imports"])
    args.add(out, format = "--descriptor_set_out=%s")
    args.add_all(proto.transitive_proto_path, format_each = "-I%s")
    args.add_all(proto.direct_sources)
    ctx.actions.run(
        executable = ctx.executable._protoc,
        arguments = [args],
        inputs = proto.transitive_sources,
        outputs = [out],
        mnemonic = "ProtoComments",
        progress_message = "Reading comments of %s" % ctx.attr.proto.label,
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([out]))]

_descriptors = rule(
    implementation = _descriptors_impl,
    attrs = {
        "proto": attr.label(mandatory = True, providers = [ProtoInfo]),
        "_protoc": attr.label(default = "@com_google_protobuf//:protoc", allow_single_file = True, executable = True, cfg = "exec"),
    },
)

def proto_comments(name, proto, tool):
    """Makes <name>.cc with the comments of the proto's file and all that it imports.

    Args:
      name: of the generated file
      proto: a proto_library
      tool: turns a descriptor set into C++
    """
    _descriptors(name = name + "_descriptors", proto = proto)
    native.genrule(
        name = name,
        # The tool among them: as one of `exec_tools` it and its libraries would be compiled twice.
        srcs = [
            name + "_descriptors",
            tool,
        ],
        outs = [name + ".cc"],
        cmd = "$(location %s) $(location %s_descriptors) > $@" % (tool, name),
    )
