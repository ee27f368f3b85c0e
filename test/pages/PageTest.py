"""The test format of the pages: each page whose transcripts run is a test."""

import glob
import os

import lit.formats
import lit.Test

import transcripts

# What the transcripts of the pages run.
NEEDED = ("mlir-opt", "flang", "mlir-transform-opt", "python", "embed")


class PageTest(lit.formats.TestFormat):

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        # Not for each folder below.
        if path_in_suite[-1] != "pages":
            return
        source = config.trackdbg_source_dir
        pages = [os.path.join(source, "README.md")] + sorted(
            glob.glob(os.path.join(source, "debugger", "manual", "*.md")))
        for page in pages:
            with open(page, encoding="utf-8") as file:
                if "```console\n" not in file.read():
                    continue
            name = os.path.relpath(page, source).split(os.sep)
            yield lit.Test.Test(suite, path_in_suite + tuple(name), config)

    def execute(self, test, lit_config):
        config = test.config
        missing = [each for each in NEEDED
                   if each not in config.available_features]
        if missing:
            return (lit.Test.UNSUPPORTED,
                    "The transcripts need " + ", ".join(missing) + ".")
        name = os.path.join(*test.path_in_suite[1:])
        home = os.path.join(config.trackdbg_build_dir, "test", "pages",
                            name.replace(os.sep, "-") + ".home")
        build = config.trackdbg_build_dir
        environment = dict(
            config.environment,
            # As on a screen that is that wide.
            COLUMNS="80",
            # With the front end and the compiler of somebody else.
            PYTHONPATH=os.pathsep.join([
                os.path.join(build, config.python_dir),
                os.path.join(build, "test", "embed", "python")]),
            PATH=os.pathsep.join([
                os.path.dirname(config.python), config.environment["PATH"],
                os.path.join(build, "test", "embed", "language-22"),
                os.path.join(build, "test", "native", "bin")]))
        differences = transcripts.check(
            os.path.join(config.trackdbg_source_dir, name), home,
            os.path.join(config.test_source_root, "Inputs"), environment,
            update="update-transcripts" in lit_config.params)
        return (lit.Test.FAIL if differences else lit.Test.PASS), differences
