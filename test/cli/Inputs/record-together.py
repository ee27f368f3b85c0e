"""record-together.py N COMMAND...: starts COMMAND N times at once, and says with
which codes they ended."""

import subprocess
import sys

count = int(sys.argv[1])
running = [subprocess.Popen(sys.argv[2:], stderr=subprocess.DEVNULL)
           for _ in range(count)]
codes = [each.wait() for each in running]
if 0 in codes and set(codes) <= {0, 125}:
    print(count, "ended with 0 or 125")
else:
    print("ended with", codes)
