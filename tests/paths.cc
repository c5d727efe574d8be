#include "paths.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace akin {

std::string ProgramPath() { return AKIN_PROGRAM; }

std::string FaultShimPath() { return AKIN_FAULT_SHIM; }

std::string SourceFile(const std::string& name) { return AKIN_SOURCE_DIR "/" + name; }

std::string DataFile(const std::string& name) {
  const char* given = std::getenv("AKIN_DATA");
  return (given != nullptr ? given : SourceFile("../shared/data")) + '/' + name;
}

bool HasData(const std::string& name) {
  if (std::filesystem::exists(DataFile(name))) return true;
  std::cerr << "SKIPPED: " << DataFile(name)
            << " is not there; set AKIN_DATA to the data directory\n";
  return false;
}

}  // namespace akin
