# The libraries that other programs link: each static and shared, made of the objects of its folders.
#
#   akin::akin     corpora, indexes, questions; needs no library that reads pages
#   akin::ingest   makes corpora from files and web pages
#   akin::eval     measures how good answers are
#
# A static and a shared library have the same name for those who use them: which of the two they get is
# chosen in akinConfig.cmake.
function(akin_library name)
  cmake_parse_arguments(ARG "" "OUTPUT_NAME;NEEDS" "FOLDERS;OBJECTS;LIBRARIES" ${ARGN})
  set(objects ${ARG_OBJECTS})
  foreach(folder IN LISTS ARG_FOLDERS)
    list(APPEND objects $<TARGET_OBJECTS:akin_${folder}>)
  endforeach()
  foreach(kind static shared)
    string(TOUPPER ${kind} KIND)
    set(target akin_lib_${name}_${kind})
    add_library(${target} ${KIND} ${objects})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${ARG_OUTPUT_NAME} EXPORT_NAME ${name}
                          LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN"  # beside each other
                          VERSION ${PROJECT_VERSION}
                          SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                          ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
                          LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    target_compile_features(${target} INTERFACE cxx_std_20)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    target_link_libraries(${target} PRIVATE ${ARG_LIBRARIES})
    if(ARG_NEEDS)
      target_link_libraries(${target} PUBLIC akin_lib_${ARG_NEEDS}_${kind})
    endif()
  endforeach()
  # Calls within a shared library are direct, and every symbol it uses is in it or in what it is linked to.
  target_link_options(akin_lib_${name}_shared PRIVATE -Wl,-Bsymbolic-functions -Wl,-z,defs)
endfunction()

akin_library(akin OUTPUT_NAME akin FOLDERS ${AKIN_CORE}
             LIBRARIES Threads::Threads fmt::fmt ZLIB::ZLIB PkgConfig::XXHASH PkgConfig::HWY
                       PkgConfig::ZSTD stemmer roaring::roaring)
akin_library(ingest OUTPUT_NAME akin_ingest FOLDERS ${AKIN_INGEST} OBJECTS ${AKIN_GUMBO} NEEDS akin
             LIBRARIES fmt::fmt ZLIB::ZLIB CURL::libcurl ICU::uc)
akin_library(eval OUTPUT_NAME akin_eval FOLDERS ${AKIN_EVAL} NEEDS ingest LIBRARIES fmt::fmt)
