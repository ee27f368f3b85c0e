//===- Settings.h - What `set` changes and `show` tells -------------------===//

#ifndef TRACKDBG_COMMANDS_SETTINGS_H
#define TRACKDBG_COMMANDS_SETTINGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mlir::trackdbg {

enum class ColorMode { Auto, Always, Never };

/// The values. Front-ends read them; commands change them through the table.
struct Settings {
  // From the next run on.
  bool checkpoints = true;
  bool disableRandomization = true;
  bool folds = false, finalCode = false;
  std::string followCompiler = "all";
  bool confirm = true;
  bool pagination = true;
  ColorMode color = ColorMode::Auto;
  /// Of the screen, in characters; 0: unlimited, -1: ask the terminal.
  int64_t height = -1, width = -1;
  bool historySave = true;
  int64_t historySize = 10000;
  std::string historyFile;
  /// Without the blank that follows it.
  std::string prompt = "(mtd)";
  /// Constants with more elements than this are shortened; -1: none is.
  int64_t printElements = 16;
  bool printFullNames = false;
  bool printLocations = false;
  int64_t listSize = 10;
  bool isLogging = false;
  std::string logFile = "mlir-track-dbg.log";
  std::string execDirection = "forward"; ///< Or "reverse".
  /// The compiler's arguments, quoted as in a shell.
  std::string args;
};

/// One row of the table of settings.
struct SettingSpec {
  using Field = std::variant<bool Settings::*, int64_t Settings::*,
                             std::string Settings::*, ColorMode Settings::*>;
  llvm::StringRef name; ///< One or two words.
  Field field;
  /// For numbers: what -1 is written as.
  llvm::StringRef minusOne;
  /// What `show` says, with {0} for the value; also the setting's help.
  llvm::StringRef sentence;
};

llvm::ArrayRef<SettingSpec> settingTable();

/// Finds the setting that `typed` starts with, each word of it shortened as
/// far as it stays the only one; what follows the name goes to `value`.
llvm::Expected<const SettingSpec *> findSetting(llvm::StringRef typed,
                                                llvm::StringRef &value);

/// All whose names start with the words of `typed`, the last one unfinished.
std::vector<const SettingSpec *> settingsWithPrefix(llvm::StringRef typed);

/// The value as `set` takes it.
std::string settingValue(const Settings &settings, const SettingSpec &spec);

/// The sentence that `show` prints.
std::string showSetting(const Settings &settings, const SettingSpec &spec);

/// Turns `value` into the setting's type; the error says what would do. No
/// value means "on".
llvm::Error changeSetting(Settings &settings, const SettingSpec &spec,
                          llvm::StringRef value);

/// Adds a text to the log file. An error, which names the file and the reason,
/// turns logging off: the next text would only fail again.
llvm::Error appendToLog(Settings &settings, llvm::StringRef text);

/// "auto", "always" or "never".
llvm::Expected<ColorMode> parseColorMode(llvm::StringRef value);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SETTINGS_H
