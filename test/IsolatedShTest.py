"""The test format of the transcripts: lit's, with a home folder per test."""

import copy
import os
import shutil

import lit.formats


class IsolatedShTest(lit.formats.ShTest):
    """No init file and no history comes in, and none of a test gets out."""

    def __init__(self):
        super().__init__(execute_external=False)

    def execute(self, test, lit_config):
        folder, name = os.path.split(test.getExecPath())
        home = os.path.join(folder, "Output", name + ".home")
        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(home)
        test.config = copy.copy(test.config)
        test.config.environment = dict(test.config.environment, HOME=home)
        for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            test.config.environment.pop(variable, None)
        return super().execute(test, lit_config)
