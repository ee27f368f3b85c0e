"""Types the commands on stdin to a debugger, `two-at-once.py DEBUGGER...`, and
shows what it answers. At `until both` it asks for the inferiors until there are
two: when the second compiler comes up is its own affair."""

import subprocess
import sys

MOST_TRIES = 10000
MARK = "answered"


def main():
    debugger = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def ask(command):
        debugger.stdin.write(f"{command}\necho {MARK}\\n\n")
        debugger.stdin.flush()
        answer = ""
        for line in debugger.stdout:
            line = line.replace("(mtd) ", "")
            if line.strip() == MARK:
                break
            answer += line
        return answer

    for line in sys.stdin:
        command = line.strip()
        if command == "until both":
            tries = (ask("info inferiors") for _ in range(MOST_TRIES))
            if not any("\n  2 " in each or "\n* 2 " in each for each in tries):
                sys.exit("there never were two compilers")
        elif command and not command.startswith("#"):
            print(ask(command), end="", flush=True)
    debugger.stdin.close()
    print(debugger.stdout.read())


main()
