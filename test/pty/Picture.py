"""What a terminal would show of a session, and its window above the prompt."""

import pyte


class Picture:
    """What a terminal would show of all that was printed."""

    def __init__(self, session, rows, columns):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        session.child.logfile_read = self

    def write(self, text):
        self.stream.feed(text)

    def flush(self):
        pass

    def row(self, number):
        return self.screen.display[number]

    def window(self):
        """The rows above the status, which begins as with "Before a"."""
        for number, row in enumerate(self.screen.display):
            if row.startswith((" Before a", " In a", " After a",
                               " No action")):
                return self.screen.display[:number + 1]
        return []

    def scrolls_whole(self):
        margins = self.screen.margins
        return margins is None or tuple(margins) == (0, self.screen.lines - 1)


def sees(rows, *texts):
    for text in texts:
        assert any(text in row for row in rows), (text, rows)
