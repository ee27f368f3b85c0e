//===- NamesInLine.cpp ----------------------------------------------------===//

#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::trackdbg {

bool isOfName(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

llvm::StringRef symbolIn(llvm::StringRef line) {
  return line.split('@').second.take_while(isOfName);
}

llvm::SmallVector<NameInLine, 8> namesIn(llvm::StringRef line) {
  llvm::SmallVector<NameInLine, 8> names;
  bool isInString = false;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (isInString && c == '\\') {
      ++i;
    } else if (c == '"') {
      isInString = !isInString;
    } else if (!isInString && (c == '%' || c == '^')) {
      size_t end = std::min(line.size(), line.find_if_not(isOfName, i + 1));
      if (end > i + 1)
        names.push_back({i, line.slice(i, end)});
      i = end - 1;
    }
  }
  return names;
}

size_t countResults(llvm::StringRef line, llvm::ArrayRef<NameInLine> names) {
  llvm::StringRef text = line.ltrim(' ');
  if (!text.starts_with("%"))
    return 0;
  size_t equals = line.find(" = ");
  return llvm::count_if(
      names, [&](const NameInLine &each) { return each.begin < equals; });
}

void NewNames::avoid(llvm::StringRef name) {
  if (name.drop_front().starts_with("new"))
    taken.insert(name);
}

std::string NewNames::make(char sign) {
  std::string name;
  do
    name = std::string(1, sign) + "new" +
           std::to_string(++(sign == '^' ? blocks : values));
  while (taken.contains(name));
  return name;
}

} // namespace mlir::trackdbg
