#!/usr/bin/env python3
"""Makes the Helm chart of the kustomize overlays: templates, values.yaml and values.schema.json.

usage: make_chart.py K8S [FOLDER]      (FOLDER: default K8S/helm/allreview; needs kubectl)

What is a value stands in chart_values.py; everything else is as kustomize renders it. So there is one
place to change a manifest, and the chart never drifts: a test runs this and compares.
"""

import json
import os
import re
import subprocess
import sys

import yaml

import chart_values as table

SIZES = ("small", "large")
HEADER = "{{/* Made by k8s/helm/make_chart.py: change the overlays and run it. */}}\n"
HASH = re.compile(r"-[a-z0-9]{10}$")


def render(folder, overlay):
    text = subprocess.run(["kubectl", "kustomize", os.path.join(folder, "overlays", overlay)],
                          stdout=subprocess.PIPE, check=True).stdout
    return [document for document in yaml.safe_load_all(text) if document]


def title(document):
    name = document["metadata"]["name"]
    return "%s/%s" % (document["kind"], HASH.sub("", name) if is_hashed(name) else name)


def is_hashed(name):
    return HASH.sub("", name) in table.HASHED and bool(HASH.search(name))


class Template:
    """Manifests with marks where expressions of the template belong."""

    def __init__(self):
        self.expressions = []
        self.values = {}  # Dotted name -> default.

    def mark(self, expression):
        self.expressions.append(expression)
        return "ZZ%dZZ" % (len(self.expressions) - 1)

    def set_value(self, name, default):
        """The default of a value, which all manifests agree on."""
        known = self.values.setdefault(name, default)
        assert known == default, (name, known, default)

    def value(self, name, default):
        self.set_value(name, default)
        # A number of Helm is a float: 1234567 would be written 1.234567e+06.
        return f".Values.{name}" + (" | int64" if isinstance(default, int) else "")

    def text(self, string):
        """A string of the manifests, with marks in place of the texts that are values."""
        for old, form, names, defaults in table.TEXTS:
            while old in string:
                marks = [self.mark(self.value(name, default))
                         for name, default in zip(names, defaults)]
                string = string.replace(old, form.format(*marks), 1)
        return string

    def replace_texts(self, node):
        if isinstance(node, dict):
            return {key: self.replace_texts(value) for key, value in node.items()}
        if isinstance(node, list):
            return [self.replace_texts(value) for value in node]
        return self.text(node) if isinstance(node, str) else node

    def replace_part(self, document, path, name):
        keys = [key.replace("\\.", ".") for key in re.split(r"(?<!\\)\.", path)]
        keys = [int(key) if key.isdigit() else key for key in keys]
        for key in keys[:-1]:
            document = document[key]
        part = document[keys[-1]]
        if name == "github.appId":
            part = int(part)
        if isinstance(part, (dict, list)):
            self.set_value(name, part)
            document[keys[-1]] = self.mark("toYaml .Values." + name)
        else:
            is_text = isinstance(document[keys[-1]], str)
            expression = self.value(name, part)
            if is_text and isinstance(part, int):
                expression += " | toString"
            document[keys[-1]] = self.mark(expression)

    def hash_names(self, node):
        """Names of ConfigMaps, and what refers to them."""
        if isinstance(node, dict):
            return {key: self.hash_names(value) for key, value in node.items()}
        if isinstance(node, list):
            return [self.hash_names(value) for value in node]
        if isinstance(node, str) and is_hashed(node):
            name = HASH.sub("", node)
            return f"{name}-" + self.mark("$" + name)
        return node

    def finish(self, text):
        """Expressions in place of their marks."""
        lines = []
        for line in text.splitlines():
            block = re.fullmatch(r"( *)((?:- )?[^ ].*:) ZZ(\d+)ZZ", line)
            if block and self.expressions[int(block[3])].startswith(("toYaml", "(.Files")):
                indent = len(block[1]) + 2 * (1 + block[2].startswith("- "))
                lines.append("%s%s {{- %s | nindent %d }}" % (
                    block[1], block[2], self.expressions[int(block[3])], indent))
                continue
            # Lines of a text in a block have no key, and are not quoted.
            scalar = re.fullmatch(r"( *(?:- [^ ]+: |- |[^ ]+: ))(.*ZZ\d+ZZ.*)", line)
            lines.append(scalar[1] + self.quoted(scalar[2]) if scalar else self.expand(line))
        return "\n".join(lines) + "\n"

    def expand(self, text):
        return re.sub(r"ZZ(\d+)ZZ", lambda m: "{{ %s }}" % self.expressions[int(m[1])], text)

    def quoted(self, text):
        """A string that stays one whatever its values are. Names and numbers are as they are."""
        parts = [self.expressions[int(number)] for number in re.findall(r"ZZ(\d+)ZZ", text)]
        if re.fullmatch(r"ZZ\d+ZZ", text):
            is_plain = parts[0].endswith("int64") or parts[0].startswith(".Release")
            return "{{ %s }}" % parts[0] if is_plain else "{{ %s | quote }}" % parts[0]
        if parts[0].startswith("$"):
            return self.expand(text)
        form = re.sub(r"ZZ\d+ZZ", "%v", text)
        parts = ["(%s)" % part if " " in part else part for part in parts]
        return '{{ printf "%s" %s | quote }}' % (form, " ".join(parts))


class Dumper(yaml.SafeDumper):
    """Long texts as blocks."""


Dumper.add_representer(str, lambda dumper, text: dumper.represent_scalar(
    "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None))


def dump(value):
    return yaml.dump(value, Dumper=Dumper, sort_keys=True, width=1000)


MOUNT = """{{- if .Values.%(name)s.secret }}
        - mountPath: /etc/allreview/%(name)s
          name: %(name)s
          readOnly: true
{{- end }}
"""
VOLUME = """{{- if .Values.%(name)s.secret }}
      - name: %(name)s
        secret:
          secretName: {{ .Values.%(name)s.secret | quote }}
{{- end }}
"""
FLAGS = """{{- if .Values.%(name)s.flags }}
        {{- toYaml .Values.%(name)s.flags | nindent 8 }}
{{- end }}
"""


def with_flags(template, text, name):
    """Flags behind the others, and the Secret that they name files of."""
    template.set_value(name + ".flags", [])
    template.set_value(name + ".secret", "")
    for after, more in ((r"\n      - args:\n(?:        - .*\n)+", FLAGS),
                        (r"\n        volumeMounts:\n", MOUNT), (r"\n      volumes:\n", VOLUME)):
        text, count = re.subn(after, lambda m: m[0] + more % {"name": name}, text)
        assert count == 1, (name, after, count)
    return text


def make_document(template, size, document):
    name = title(document)
    for wanted, where, path, value in table.PARTS:
        if where == name and wanted in (None, size):
            template.replace_part(document, path, value)
    files = table.FILES.get(name.partition("/")[2])
    if files:
        document["data"] = template.mark('(.Files.Glob "%s").AsConfig' % files)
    document = template.hash_names(template.replace_texts(document))
    if document["kind"] == "Namespace":
        document["metadata"]["name"] = template.mark(".Release.Namespace")
    elif "namespace" in document["metadata"]:
        document["metadata"]["namespace"] = template.mark(".Release.Namespace")
    text = template.finish(dump(document))
    for value, workloads in table.FLAGS.items():
        if name in workloads:
            text = with_flags(template, text, value)
    for start, value in reversed(table.CONDITIONS):
        if name.startswith(start):
            template.set_value(value, value not in table.SWITCHED_OFF)
            text = "{{- if .Values.%s }}\n%s{{- end }}\n" % (value, text)
    return "---\n" + text


def make_template(template, size, documents):
    names = [title(document).partition("/")[2] for document in documents]
    hashes = "".join("{{- $%s := list .Chart.Version %s | toJson | sha256sum | trunc 10 }}\n" % (
        name, " ".join(".Values." + value for value in values))
        for name, values in table.HASHED.items() if name in names)
    body = "".join(make_document(template, size, document) for document in documents)
    return HEADER + '{{- if eq .Values.size "%s" }}\n' % size + hashes + body + "{{- end }}\n"


def tree(values):
    """Dotted names as sections, in the order of chart_values.COMMENTS, else as they come."""
    order = list(table.COMMENTS)
    result = {}
    for name in sorted(values, key=lambda n: order.index(n.split(".")[0])
                       if n.split(".")[0] in order else len(order)):
        *sections, last = name.split(".")
        node = result
        for section in sections:
            node = node.setdefault(section, {})
        node[last] = values[name]
    return result


def values_text(node, values, prefix=""):
    """values.yaml with its comments. A value itself is as YAML writes it."""
    text = ""
    for key, value in node.items():
        name = prefix + key
        indent = "  " * name.count(".")
        for line in table.COMMENTS.get(name, "").splitlines():
            text += f"{indent}# {line}\n"
        if name in values:
            block = dump({key: value})
            text += "".join(indent + line + "\n" if line else "\n" for line in block.splitlines())
        else:
            text += f"{indent}{key}:\n" + values_text(value, values, name + ".")
    return text


def schema_of(node, values, prefix=""):
    properties = {}
    for key, value in node.items():
        name = prefix + key
        if name == "size":
            properties[key] = {"enum": list(SIZES)}
        elif name not in values:
            properties[key] = schema_of(value, values, name + ".")
        elif isinstance(value, bool):
            properties[key] = {"type": "boolean"}
        elif isinstance(value, int):
            properties[key] = {"type": "integer", "minimum": 0}
        else:
            properties[key] = {"type": {dict: "object", list: "array"}.get(type(value), "string")}
            if isinstance(value, list):
                properties[key]["items"] = {"type": "string"}
        if table.COMMENTS.get(name):
            properties[key]["description"] = table.COMMENTS[name].replace("\n", " ")
    return {"type": "object", "properties": properties, "additionalProperties": False}


def make(folder):
    """{path in the chart: text}."""
    template = Template()
    template.set_value("size", "small")
    files = {f"templates/{size}.yaml": make_template(template, size, render(folder, size))
             for size in SIZES}
    values = tree(template.values)
    schema = schema_of(values, template.values)
    schema["properties"]["global"] = {"type": "object"}  # Helm's own, of charts that have ours in them.
    files["values.yaml"] = ("# Made by k8s/helm/make_chart.py: the defaults are those of the "
                            "overlays.\n" + values_text(values, template.values))
    files["values.schema.json"] = json.dumps(
        {"$schema": "http://json-schema.org/draft-07/schema#", **schema}, indent=2) + "\n"
    return files


def main():
    folder = sys.argv[1]
    target = sys.argv[2] if len(sys.argv) > 2 else os.path.join(folder, "helm", "allreview")
    os.makedirs(os.path.join(target, "templates"), exist_ok=True)
    for path, text in make(folder).items():
        with open(os.path.join(target, path), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
