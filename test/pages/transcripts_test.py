"""What the runner of the transcripts notices, ignores, and renews."""

import os
import tempfile
import unittest

import transcripts


class TranscriptsTest(unittest.TestCase):

    def check(self, text, update=False):
        """The differences of a page, and the page afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            inputs = os.path.join(folder, "Inputs")
            os.mkdir(inputs)
            page = os.path.join(folder, "page.md")
            with open(page, "w") as file:
                file.write(text)
            differences = transcripts.check(
                page, os.path.join(folder, "home"), inputs, os.environ, update)
            with open(page) as file:
                return differences, file.read()

    def console(self, *lines):
        return "\n".join(["Text.", "```console", *lines, "```", "More.", ""])

    def test_notices_another_line(self):
        differences, _ = self.check(self.console("$ echo one", "two"))
        self.assertIn("`echo one` prints something else", differences)
        self.assertIn("+one", differences)
        self.assertIn("-two", differences)

    def test_notices_a_line_too_many_and_one_too_few(self):
        self.assertTrue(self.check(self.console("$ echo one", "one", "two"))[0])
        self.assertTrue(self.check(self.console("$ printf '1\\n2\\n'", "1"))[0])

    def test_ignores_what_differs_from_run_to_run(self):
        self.assertEqual(
            self.check(self.console(
                "$ echo '[Inferior 1 (process 77) exited], 12.5 ms, 0x7fa0'",
                "[Inferior 1 (process 9) exited],  3 us, 0x55"))[0], "")

    def test_ignores_how_many_lines_the_slowest_passes_take(self):
        self.assertEqual(
            self.check(self.console(
                "$ printf '  slowest    dce 7 us,\\n             a3 cse 2 us\\n'",
                "  slowest    cse 3 us, dce 1.5 us"))[0], "")

    def test_shows_its_own_folder_as_the_readers(self):
        self.assertEqual(self.check(self.console("$ pwd", "~/try"))[0], "")

    def test_an_ellipsis_stands_for_lines_and_for_the_end_of_one(self):
        self.assertEqual(
            self.check(self.console("$ seq 9 12", "9", "...", "12"))[0], "")
        self.assertEqual(
            self.check(self.console("$ echo a long line", "a lo..."))[0], "")
        self.assertTrue(
            self.check(self.console("$ echo a long line", "a sh..."))[0])

    def test_a_session_goes_on_in_the_next_block(self):
        text = "\n".join([
            "```console", "$ while read -r x; do printf '(mtd) '; echo $x; done",
            "(mtd) one", "```", "Text.", "```console", "(mtd) two", "```", ""])
        # The prompt comes before the answer here, as in the debugger.
        _, page = self.check(text, update=True)
        self.assertEqual(self.check(page)[0], "")
        self.assertIn("(mtd) one\none\n```\nText.", page)

    def test_writes_the_files_of_a_page(self):
        text = "```python file=a.py\nprint(7)\n```\n" + self.console(
            "$ cat a.py", "print(7)")
        self.assertEqual(self.check(text)[0], "")

    def test_update_keeps_ellipses_and_all_other_text(self):
        wrong = self.console("$ seq 4", "5", "...", "8")
        differences, page = self.check(wrong, update=True)
        self.assertEqual(differences, "")
        self.assertEqual(page, self.console("$ seq 4", "1", "...", "4"))

    def test_update_keeps_lines_that_differ_only_in_what_varies(self):
        _, page = self.check(
            self.console("$ printf 'after 3 ms\\nnew\\n'", "after 9 ms"), True)
        self.assertEqual(page, self.console(
            "$ printf 'after 3 ms\\nnew\\n'", "after 9 ms", "new"))


if __name__ == "__main__":
    unittest.main()
