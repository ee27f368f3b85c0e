//===- Definitions.h - The strings, locations and action kinds of a trace -===//
//
// Every accessor takes any id: an undefined id reads as the empty string, the
// unknown location, the action kind without a name.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_DEFINITIONS_H
#define TRACKDBG_DEBUGGER_TRACE_DEFINITIONS_H

#include "trace/StackTable.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A place in a source file. Line and column are 0 where the location has
/// none. Equal files have the same fileId, however often they are defined.
struct SourcePlace {
  uint32_t fileId = 0; ///< A string id; 0 for an unknown place.
  uint32_t line = 0, column = 0;

  explicit operator bool() const { return fileId != 0; }
  bool operator==(const SourcePlace &) const = default;
};

/// What a pass of LLVM is called. Many of those that generate code have whole
/// sentences for names, and are known by their arguments.
inline llvm::StringRef llvmPassWord(llvm::StringRef name,
                                    llvm::StringRef argument) {
  return name.contains(' ') && !argument.empty() ? argument : name;
}

/// What an action does, as it was recorded.
struct ActionKindInfo {
  llvm::StringRef tag;      ///< "pass-execution", "apply-pattern", ...
  llvm::StringRef name;     ///< Pass name or pattern debug name, or empty.
  llvm::StringRef argument; ///< A pass's command-line argument, or empty.
  bool isRequired = false;  ///< A pass of LLVM that cannot be skipped.

  bool isPass() const { return tag == "pass-execution"; }
  bool isPattern() const { return tag == "apply-pattern"; }
  /// A pass of LLVM, not of MLIR.
  bool isLLVMPass() const { return tag == "llvm-pass"; }
  /// Of a change that the user made at a stop.
  bool isByHand() const { return tag == "edit" && name == "by hand"; }
  /// The name, or the tag where there is none.
  llvm::StringRef title() const {
    if (isLLVMPass())
      return llvmPassWord(name, argument);
    return name.empty() ? tag : name;
  }
  /// What a user calls a pass: its argument, or its name where it has none.
  llvm::StringRef passWord() const {
    return argument.empty() ? name : argument;
  }
};

/// A pattern that a pass or a transform op has to try.
struct PassPattern {
  llvm::StringRef name; ///< Its debug name.
  uint32_t benefit = 0;
  std::string root; ///< The name of the ops that it is for; empty: several.
  std::vector<trace::StackFrame> functions; ///< Where they begin.
};

class Definitions {
public:
  llvm::StringRef string(uint32_t id) const {
    return id < strings.size() ? strings[id].text : llvm::StringRef();
  }
  /// The first id that was given to the same text: two names are equal exactly
  /// when this is.
  uint32_t canonicalString(uint32_t id) const {
    return id < strings.size() ? strings[id].canonical : 0;
  }
  /// What the compiler knows of all ops of a name: OpTraits. None for what it
  /// does not know, and in traces of a format before 5.
  uint32_t traitsOf(uint32_t name) const {
    uint32_t canonical = canonicalString(name);
    return canonical < traitsByName.size() ? traitsByName[canonical] : 0;
  }
  ActionKindInfo actionKind(uint32_t id) const;
  /// The first id that was given to the same tag, name and argument.
  uint32_t canonicalActionKind(uint32_t id) const {
    return id < actionKinds.size() ? actionKinds[id].canonical : 0;
  }
  /// In the order of the ops' names, the best first. Empty for the kind of what
  /// tries none, and in traces of a format before 9.
  llvm::ArrayRef<PassPattern> patternsOf(uint32_t actionKind) const {
    auto known = patterns.find(canonicalActionKind(actionKind));
    return known == patterns.end() ? llvm::ArrayRef<PassPattern>()
                                   : llvm::ArrayRef(known->second);
  }
  llvm::ArrayRef<std::string> commandLine() const { return arguments; }
  llvm::StringRef workingDirectory() const { return directory; }
  const StackTable &stacks() const { return stackTable; }

  /// One more than the largest id.
  uint32_t stringLimit() const { return strings.size(); }
  uint32_t locationLimit() const { return locations.size(); }
  uint32_t actionKindLimit() const { return actionKinds.size(); }

  /// The first file place in `location`: of the callee in a call site, of the
  /// child in a name, of the first that has one in a fusion. Cheap.
  SourcePlace place(uint32_t location) const {
    return location < locations.size() ? locations[location].first
                                       : SourcePlace();
  }
  /// The locations that `location` is made of: of a call site callee and
  /// caller, of a name its child, of a fusion all. Their ids are smaller than
  /// its own, and may not be defined.
  llvm::SmallVector<uint32_t, 4> parts(uint32_t location) const;
  /// Calls `visit` with each file place in `location`, through call sites,
  /// names and fusions; some may come twice. Cut after kMaxPlaces locations, or
  /// as many as the location itself names.
  void forEachPlace(uint32_t location,
                    llvm::function_ref<void(SourcePlace)> visit) const;
  static constexpr size_t kMaxPlaces = 1024;
  /// The same, with where each place ends: at a line and column, 0 where the
  /// location says no more than where it begins.
  struct Range {
    SourcePlace begin;
    uint32_t endLine = 0, endColumn = 0;

    /// Whether it ends behind its begin.
    bool isLong() const {
      return endLine > begin.line ||
             (endLine == begin.line && endColumn > begin.column);
    }
  };
  /// That of the first place.
  Range range(uint32_t location) const;
  void forEachRange(uint32_t location,
                    llvm::function_ref<void(const Range &)> visit) const;
  /// The name of a name location that has no place behind it, or empty.
  llvm::StringRef bareName(uint32_t location) const;

  /// "file:line:col" of the first place, without a column that is 0, or empty.
  std::string placeText(uint32_t location) const;
  std::string placeText(SourcePlace place) const;
  /// The same, and " to line:col" or, in one line, " to :col" where the
  /// location says where that ends.
  std::string rangeText(uint32_t location) const;
  /// As MLIR prints it, without `loc()`, cut to about `maxLength` characters.
  std::string locationText(uint32_t location, size_t maxLength = 200) const;

  /// Takes in one definition, whose payload lives as long as this. `idLimit`
  /// bounds what an id may be. Returns what is wrong with it, or null.
  const char *add(const trace::DefinitionHeader &header, const char *payload,
                  uint64_t idLimit);

private:
  struct String {
    llvm::StringRef text;
    uint32_t canonical = 0;
  };
  struct Location {
    const char *payload = nullptr;
    trace::DefinitionKind kind = trace::DefinitionKind::FileLocation;
    uint32_t size = 0;
    SourcePlace first;
    uint32_t firstFile = 0; ///< The file location that `first` is of.
  };
  struct ActionKind {
    uint32_t tag = 0, name = 0, argument = 0, canonical = 0;
    bool isRequired = false;
  };

  const char *addString(uint32_t id, llvm::StringRef text);
  const char *addLocation(const trace::DefinitionHeader &header,
                          const char *payload);
  const char *addActionKind(uint32_t id, llvm::StringRef payload);
  const char *addOpName(uint32_t name, uint32_t traits);
  const char *addPattern(uint32_t actionKind, llvm::StringRef payload);
  /// The first `limit` of the locations that `location` is made of.
  llvm::SmallVector<uint32_t, 4> children(uint32_t location,
                                          size_t limit) const;
  void print(uint32_t location, std::string &out, size_t limit,
             unsigned depth) const;

  std::vector<String> strings;
  std::vector<Location> locations;
  std::vector<ActionKind> actionKinds;
  std::map<uint32_t, std::vector<PassPattern>> patterns;
  std::vector<uint32_t> traitsByName; ///< By canonical string.
  llvm::DenseMap<llvm::StringRef, uint32_t> stringIds;
  llvm::StringMap<uint32_t> kindIds;
  std::vector<std::string> arguments;
  std::string directory;
  StackTable stackTable;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_DEFINITIONS_H
