// Reads whole files and directories into strings, to compare and to damage them.
#ifndef AKIN_TESTS_FILE_TREE_H_
#define AKIN_TESTS_FILE_TREE_H_

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace akin {

inline std::string ReadBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::string bytes(in ? static_cast<size_t>(in.tellg()) : 0, '\0');
  in.seekg(0);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

// Writes in place: some file systems wait for the disk when a file is truncated and rewritten, and
// tests that damage files do this tens of thousands of times.
inline void WriteBytes(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::app).flush();  // creates it
  std::ofstream out(path, std::ios::binary | std::ios::in | std::ios::out);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::filesystem::resize_file(path, bytes.size());
}

// Every regular file below a directory, by its relative path; empty if there is no directory.
using FileTree = std::map<std::string, std::string>;

inline FileTree ReadTree(const std::string& directory) {
  FileTree tree;
  if (!std::filesystem::exists(directory)) return tree;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    const auto name = std::filesystem::relative(entry.path(), directory).string();
    tree[name] = ReadBytes(entry.path().string());
  }
  return tree;
}

// Short enough to print when two trees differ.
inline std::vector<std::string> NamesIn(const FileTree& tree) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : tree) names.push_back(name);
  return names;
}

}  // namespace akin

#endif  // AKIN_TESTS_FILE_TREE_H_
