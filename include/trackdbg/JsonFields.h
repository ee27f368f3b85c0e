//===- JsonFields.h - Structs as JSON objects, field by field -------------===//

#ifndef TRACKDBG_JSONFIELDS_H
#define TRACKDBG_JSONFIELDS_H

#include "trackdbg/EnumNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <type_traits>
#include <variant>

namespace mlir::trackdbg {

// A struct that travels has a function
//
//   template <typename V> void fields(V &visit, T &m, T &d)
//
// which calls `visit` with the name of each field, the field of `m`, and that
// of `d`, which is made by default. It serves both directions.

/// Addresses are written as text: JSON numbers lose bits above 2^53.
struct Address {
  uint64_t &value;
};

/// Writes the fields of a struct into an object, leaving out what has its
/// default value.
class Writer {
public:
  llvm::json::Object object;

  template <typename T>
  void operator()(llvm::StringLiteral key, const T &value, const T &initial) {
    if (!(value == initial))
      object[key] = toValue(value);
  }
  void operator()(llvm::StringLiteral key, Address address, Address) {
    if (address.value)
      object[key] = "0x" + llvm::utohexstr(address.value, /*LowerCase=*/true);
  }

  template <typename T> static llvm::json::Value toValue(const T &value);
};

/// Reads them back; a missing key leaves the default, a wrong type is noted.
class Reader {
public:
  explicit Reader(const llvm::json::Object &object, llvm::json::Path path)
      : object(object), path(path) {}
  bool ok = true;

  template <typename T>
  void operator()(llvm::StringLiteral key, T &value, const T &) {
    if (const llvm::json::Value *found = object.get(key))
      ok &= fromValue(*found, value, path.field(key));
  }
  void operator()(llvm::StringLiteral key, Address address, Address) {
    const llvm::json::Value *found = object.get(key);
    if (!found)
      return;
    std::optional<llvm::StringRef> text = found->getAsString();
    if (!text || text->getAsInteger(0, address.value)) {
      path.field(key).report("expected an address");
      ok = false;
    }
  }

  template <typename T>
  static bool fromValue(const llvm::json::Value &value, T &out,
                        llvm::json::Path path);

private:
  template <typename... Ts>
  static bool readVariant(const llvm::json::Value &value,
                          std::variant<Ts...> &out, llvm::json::Path path);

  const llvm::json::Object &object;
  llvm::json::Path path;
};

template <typename T> struct IsVector : std::false_type {};
template <typename T> struct IsVector<std::vector<T>> : std::true_type {};
template <typename T> struct IsVariant : std::false_type {};
template <typename... Ts>
struct IsVariant<std::variant<Ts...>> : std::true_type {};
template <typename T> struct IsOptional : std::false_type {};
template <typename T> struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T> llvm::json::Value Writer::toValue(const T &value) {
  if constexpr (NamedEnum<T>) {
    return nameOf(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    // MLIR strings and paths may hold any bytes.
    return llvm::json::isUTF8(value)
               ? llvm::json::Value(value)
               : llvm::json::Value(llvm::json::fixUTF8(value));
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, int64_t>) {
    return value;
  } else if constexpr (std::is_same_v<T, std::vector<BreakpointSpec>>) {
    return toText(value);
  } else if constexpr (IsVariant<T>::value) {
    auto write = [](const auto &each) -> llvm::json::Value {
      return llvm::json::Object{{each.kName, toValue(each)}};
    };
    return std::visit(write, value);
  } else if constexpr (IsVector<T>::value) {
    llvm::json::Array array;
    for (const auto &element : value)
      array.push_back(toValue(element));
    return array;
  } else if constexpr (IsOptional<T>::value) {
    return value ? toValue(*value) : llvm::json::Value(nullptr);
  } else {
    Writer writer;
    T initial;
    fields(writer, const_cast<T &>(value), initial);
    return std::move(writer.object);
  }
}

template <typename... Ts>
bool Reader::readVariant(const llvm::json::Value &value,
                         std::variant<Ts...> &out, llvm::json::Path path) {
  const llvm::json::Object *object = value.getAsObject();
  bool ok = false;
  auto read = [&](auto tried) {
    const llvm::json::Value *found =
        object ? object->get(tried.kName) : nullptr;
    if (!found)
      return false;
    ok = fromValue(*found, tried, path.field(tried.kName));
    out = std::move(tried);
    return true;
  };
  if (object && object->size() == 1 && (read(Ts()) || ...))
    return ok;
  path.report("expected an object with one known key");
  return false;
}

template <typename T>
bool Reader::fromValue(const llvm::json::Value &value, T &out,
                       llvm::json::Path path) {
  if constexpr (NamedEnum<T>) {
    std::optional<llvm::StringRef> text = value.getAsString();
    std::optional<T> known = text ? valueOf<T>(*text) : std::nullopt;
    if (!known) {
      path.report("unknown name");
      return false;
    }
    out = *known;
    return true;
  } else if constexpr (std::is_same_v<T, std::string> ||
                       std::is_same_v<T, bool> || std::is_same_v<T, int64_t>) {
    return llvm::json::fromJSON(value, out, path);
  } else if constexpr (std::is_same_v<T, std::vector<BreakpointSpec>>) {
    std::optional<llvm::StringRef> text = value.getAsString();
    if (text && fromText(*text, out))
      return true;
    path.report("expected breakpoints as text");
    return false;
  } else if constexpr (IsVariant<T>::value) {
    return readVariant(value, out, path);
  } else if constexpr (IsVector<T>::value) {
    const llvm::json::Array *array = value.getAsArray();
    if (!array) {
      path.report("expected an array");
      return false;
    }
    out.clear();
    out.resize(array->size());
    for (size_t i = 0; i < array->size(); ++i)
      if (!fromValue((*array)[i], out[i], path.index(i)))
        return false;
    return true;
  } else if constexpr (IsOptional<T>::value) {
    if (value.kind() == llvm::json::Value::Null) {
      out.reset();
      return true;
    }
    return fromValue(value, out.emplace(), path);
  } else {
    const llvm::json::Object *object = value.getAsObject();
    if (!object) {
      path.report("expected an object");
      return false;
    }
    Reader reader(*object, path);
    T initial;
    fields(reader, out, initial);
    return reader.ok;
  }
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_JSONFIELDS_H
