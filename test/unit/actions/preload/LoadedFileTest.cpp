//===- LoadedFileTest.cpp - The libraries of this process -----------------===//

#include "preload/LoadedFile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <dlfcn.h>
#include <string>

using namespace mlir::trackdbg;

namespace {

bool contains(const LoadedLibraries &libraries, const std::string &name) {
  return std::ranges::any_of(libraries.paths(), [&](const std::string &path) {
    return path.find(name) != std::string::npos;
  });
}

// Another thread may unload one while the list is gone through.
TEST(LoadedLibraries, PathsOutliveTheLibraries) {
  // Part of the C library, and in no other process that does not ask for it.
  constexpr char kName[] = "libthread_db.so.1";
  void *library = dlopen(kName, RTLD_LAZY);
  ASSERT_TRUE(library) << dlerror();
  LoadedLibraries libraries;
  EXPECT_TRUE(contains(libraries, kName));
  dlclose(library);
  EXPECT_TRUE(contains(libraries, kName));
  EXPECT_FALSE(contains(LoadedLibraries(), kName));
}

} // namespace
