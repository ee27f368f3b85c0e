"""What the check of the pages' text finds, and what it lets pass."""

import os
import tempfile
import unittest

import check_text


class LinksTest(unittest.TestCase):

    def check(self, text, page="page.md"):
        with tempfile.TemporaryDirectory() as root:
            with open(os.path.join(root, "other.md"), "w") as file:
                file.write("# Two words\n\n```sh\n# no heading\n```\n")
            with open(os.path.join(root, page), "w") as file:
                file.write(text)
            return list(check_text.check_links(root, page, text))

    def test_a_link_must_lead_somewhere(self):
        self.assertEqual(self.check("[x](other.md) [y](https://a.b/c)"), [])
        self.assertTrue(self.check("[x](nosuch.md)"))

    def test_an_anchor_must_be_a_heading(self):
        self.assertEqual(self.check("# A b\n[x](other.md#two-words) [y](#a-b)"), [])
        self.assertTrue(self.check("[x](other.md#no-heading)"))
        self.assertTrue(self.check("[x](#nowhere)"))

    def test_links_in_a_block_are_ignored(self):
        self.assertEqual(self.check("```sh\n[x](nosuch.md)\n```\n"), [])


class PagesTest(unittest.TestCase):

    def test_what_is_built_or_installed_in_the_checkout_is_left_out(self):
        with tempfile.TemporaryDirectory() as root:
            for page in ("a.md", "folder/b.md", "build/c.md", ".d/d.md",
                         "prefix/share/mlir-track-dbg/e.md"):
                path = os.path.join(root, page)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w").close()
            self.assertEqual(sorted(check_text.pages(root)),
                             ["a.md", "folder/b.md"])


class PathsTest(unittest.TestCase):

    def check(self, text):
        return list(check_text.check_paths("/some/checkout", text))

    def test_folders_of_one_machine_are_found(self):
        self.assertTrue(self.check("in /home/ann/x.mlir"))
        self.assertTrue(self.check("-o /tmp/out.mlir"))
        self.assertTrue(self.check("see /some/checkout/build"))

    def test_other_paths_pass(self):
        self.assertEqual(self.check("~/try/x.mlir $HOME/work/x -o /dev/null"), [])


class CommandsTest(unittest.TestCase):

    def check(self, text):
        return list(check_text.check_commands(text, {"break", "info crash"}))

    def test_a_sentence_begins_with_a_command_that_exists(self):
        self.assertEqual(self.check("`break FILE:LINE` stops. `info crash` tells."),
                         [])
        self.assertTrue(self.check("Text. `brake` stops."))
        self.assertTrue(self.check("Text that ends\nhere. `info trash` tells."))

    def test_other_code_passes(self):
        self.assertEqual(self.check("Use `x`. `mlir::Pass` and `--flag` and `a_b`."),
                         [])


if __name__ == "__main__":
    unittest.main()
