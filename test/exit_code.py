"""exit_code.py N COMMAND...: runs COMMAND, and fails unless it exits with N."""

import subprocess
import sys

code = subprocess.run(sys.argv[2:], check=False).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}")
