"""Every example of the README and of the pages, as it stands there."""

import contextlib
import io
import os
import re
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def blocks(page, kind):
    """The blocks of a page that begin with this word."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return [text for head, text in BLOCK.findall(file.read()) if head == kind]


def run(page, kind="python"):
    """Runs the blocks of a page one after another, as one program. Gives what is left, and the count."""
    found, names = blocks(page, kind), {"__name__": "__page__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for i, text in enumerate(found):
            exec(compile(text, f"{page}, block {i + 1}", "exec"), names)
    return names, len(found)


class Pages(unittest.TestCase):
    def test_readme(self):
        self.assertEqual(run("python/README.md")[1], 6)

    def test_page(self):
        self.assertEqual(run("docs/python.md")[1], 2)

    def test_adapters(self):
        self.assertEqual(run("docs/python-pettingzoo.md")[1], 1)
        self.assertEqual(run("docs/python-gymnasium.md")[1], 2)

    def test_docstrings(self):
        import doctest

        import sifang
        import sifang.gymnasium
        import sifang.pettingzoo

        for module in (sifang, sifang._env, sifang._rules, sifang.records, sifang.gymnasium, sifang.pettingzoo):
            failed, tried = doctest.testmod(module, verbose=False)
            self.assertEqual(failed, 0, module.__name__)
            self.assertGreaterEqual(tried, 2, module.__name__)


class Types(unittest.TestCase):
    def test_the_stubs_name_what_there_is(self):
        """The native module and its stub have the same names; the package says that it is typed."""
        import ast

        import sifang
        from sifang import _native

        folder = os.path.dirname(sifang.__file__)
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))
        with open(os.path.join(folder, "_native.pyi"), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        named = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        there = {name for name in dir(_native) if not name.startswith("_")}
        self.assertEqual(named, there)
        methods = next(node for node in tree.body if getattr(node, "name", "") == "Env").body
        named = {node.name for node in methods if isinstance(node, ast.FunctionDef)} - {"__new__", "__init__"}
        self.assertEqual(named, {name for name in dir(_native.Env) if not name.startswith("_")})

    def test_everything_public_is_documented(self):
        import sifang

        for name in sifang.__all__:
            thing = getattr(sifang, name)
            self.assertTrue(isinstance(thing, tuple) or thing.__doc__, name)
            for method, what in vars(thing).items() if isinstance(thing, type) else ():
                self.assertTrue(method.startswith("_") or what.__doc__, f"{name}.{method}")


if __name__ == "__main__":
    unittest.main()
