#!/usr/bin/env python3
"""The layering test finds what it should. Argument: layering_test.py."""

import importlib.util
import sys
import unittest

SPEC = importlib.util.spec_from_file_location("layering", sys.argv.pop(1))
layering = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(layering)

LAYERS = """
base:
shop: base   # A name stands for the folders below it,
shop/till: base shop
street: shop base
"""


def edges(*pairs):
    return {pair: "%s/x.cc includes %s/y.h" % pair for pair in pairs}


def check(found, folders=(), text=LAYERS):
    layers, known = layering.parse_layers(text)
    return layering.check(layers, known, found, folders)


class Layering(unittest.TestCase):
    def test_lets_a_folder_use_what_its_line_names(self):
        self.assertEqual(check(edges(("shop", "base"), ("shop/shelf", "base"), ("street", "shop/shelf"),
                                     ("shop", "third_party/x"))), [])

    def test_names_the_include_that_the_table_forbids(self):
        self.assertEqual(check(edges(("base", "shop/shelf"))),
                         ["base/x.cc includes shop/shelf/y.h: base may not use shop"])

    def test_does_not_lend_the_parents_name_to_a_folder_with_a_line_of_its_own(self):
        self.assertEqual(check(edges(("street", "shop/till"))),
                         ["street/x.cc includes shop/till/y.h: street may not use shop/till"])

    def test_lets_nobody_use_tests(self):
        self.assertEqual(check(edges(("shop", "tests/fakes"))),
                         ["shop/x.cc includes tests/fakes/y.h: product code does not use tests"])

    def test_wants_each_folder_in_the_table(self):
        self.assertEqual(check({}, ["shop/shelf", "attic"]), ["attic belongs to no line of layers.txt"])

    def test_finds_a_circle_of_folders_within_one_line_and_names_each_edge(self):
        found = check(edges(("shop/a", "shop/b"), ("shop/b", "shop/c/d"), ("shop/c/d", "shop/a")))
        self.assertEqual(found, ["folders use each other in a circle:\n"
                                 "    shop/a -> shop/b (shop/a/x.cc includes shop/b/y.h)\n"
                                 "    shop/b -> shop/c/d (shop/b/x.cc includes shop/c/d/y.h)\n"
                                 "    shop/c/d -> shop/a (shop/c/d/x.cc includes shop/a/y.h)"])

    def test_finds_a_circle_of_a_folder_and_its_parent(self):
        self.assertEqual(len(check(edges(("shop", "shop/a"), ("shop/a", "shop")))), 1)

    def test_says_when_a_circle_that_was_known_is_gone(self):
        text = LAYERS + "shop/a -> shop/b\n"
        self.assertEqual(check(edges(("shop/a", "shop/b"), ("shop/b", "shop/a")), text=text), [])
        self.assertEqual(check(edges(("shop/a", "shop/b")), text=text),
                         ["shop/a -> shop/b closes no circle any more; take it out of layers.txt"])

    def test_refuses_a_table_that_names_what_does_not_exist(self):
        with self.assertRaisesRegex(ValueError, "shop may use attic, which no line describes"):
            layering.parse_layers("shop: attic\n")
        with self.assertRaisesRegex(ValueError, "two lines for shop"):
            layering.parse_layers("shop:\nshop:\n")

    def test_reads_libraries_but_not_those_for_tests(self):
        libraries = layering.read_libraries("""<query>
            <rule class="cc_library" name="//shop:shop">
              <rule-input name="//shop:a.cc"/><rule-input name="//shop:b/c.h"/>
              <rule-input name="//base:file"/><rule-input name="@absl//:absl"/></rule>
            <rule class="cc_library" name="//shop:fake"><boolean name="testonly" value="true"/></rule>
            </query>""")
        self.assertEqual(libraries, {"//shop:shop": (["shop/a.cc", "shop/b/c.h"], ["//base:file"])})

    def test_reads_edges_from_includes_and_from_dependencies_without_any(self):
        files = {"shop/a.cc": '#include "base/file.h"\n#include "a.h"\n// #include "tests/x.h"\n'}
        libraries = {"//shop:shop": (["shop/a.cc"], ["//base:file", "//street:street"]),
                     "//street:street": (["street/s.cc"], []), "//base:file": (["base/file.h"], [])}
        self.assertEqual(layering.uses(libraries, lambda path: files.get(path, "")),
                         {("shop", "base"): "shop/a.cc includes base/file.h",
                          ("shop", "street"): "//shop:shop depends on //street:street"})


if __name__ == "__main__":
    unittest.main()
