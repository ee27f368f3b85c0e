"""The test format of the corpus: one test per case."""

import os

import lit.formats
import lit.Test

import run as corpus


class CorpusTest(lit.formats.TestFormat):

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        folder = corpus.corpus_folder()
        names = [case.id for case in corpus.load_cases(folder)] if folder else [
            "no-corpus-here"]
        for name in names:
            yield lit.Test.Test(suite, path_in_suite + (name,), config)

    def execute(self, test, lit_config):
        folder = corpus.corpus_folder()
        if not folder:
            return (lit.Test.UNSUPPORTED,
                    "There is no corpus here; set MLIR_TRACK_DBG_CORPUS.")
        case = next(case for case in corpus.load_cases(folder)
                    if case.id == test.path_in_suite[-1])
        reason = corpus.reason_to_skip(case)
        if reason:
            return lit.Test.UNSUPPORTED, reason
        build = test.config.trackdbg_build_dir
        found = corpus.check(case, os.path.join(build, "bin", "mlir-track-dbg"),
                             test.config.llvm_tools_dir)
        code = lit.Test.FAIL if found else lit.Test.PASS
        return code, "\n".join(found)
