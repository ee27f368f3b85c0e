//===- TestFolder.h - A folder for the files of one test ------------------===//

#ifndef TRACKDBG_TEST_UNIT_SUPPORT_TESTFOLDER_H
#define TRACKDBG_TEST_UNIT_SUPPORT_TESTFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace mlir::trackdbg {

class TestFolder {
public:
  TestFolder() { llvm::sys::fs::createUniqueDirectory("trackdbg", path); }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path.c_str(), ignored);
  }

  std::string pathOf(llvm::StringRef name) const {
    return (path + "/" + name).str();
  }
  std::string file(llvm::StringRef name, llvm::StringRef contents) const {
    std::ofstream(pathOf(name), std::ios::trunc | std::ios::binary)
        << contents.str();
    return pathOf(name);
  }
  std::string program(llvm::StringRef name, llvm::StringRef contents) const {
    std::string result = file(name, contents);
    chmod(result.c_str(), 0755);
    return result;
  }
  /// Empty where there is no such file.
  std::string contents(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(pathOf(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  llvm::SmallString<128> path;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_UNIT_SUPPORT_TESTFOLDER_H
