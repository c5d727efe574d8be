# What `cmake --install` puts where: the program with its manual and completions, the libraries, the public
# headers, and the files by which CMake and pkg-config find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Written by the program itself, so that they say what its help says.
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(
  OUTPUT ${manual}/akin.1 ${manual}/completion ${manual}/_akin ${manual}/akin.fish
  COMMAND ${PROJECT_SOURCE_DIR}/tools/make-manual $<TARGET_FILE:akin_program> ${manual}
  COMMAND akin_program completion > ${manual}/completion
  COMMAND akin_program completion zsh > ${manual}/_akin
  COMMAND akin_program completion fish > ${manual}/akin.fish
  DEPENDS akin_program ${PROJECT_SOURCE_DIR}/tools/make-manual VERBATIM)
add_custom_target(akin_manual ALL DEPENDS ${manual}/akin.1 ${manual}/completion)

install(TARGETS akin_program RUNTIME COMPONENT program)
install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program
        FILES_MATCHING PATTERN *.1)
install(FILES ${manual}/completion RENAME akin COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# Where Debian's zsh looks for what packages bring, and where all look for what was installed by hand.
set(zsh_functions site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
  set(zsh_functions vendor-completions)
endif()
install(FILES ${manual}/_akin COMPONENT program DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_functions})
install(FILES ${manual}/akin.fish COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

install(DIRECTORY include/akin TYPE INCLUDE COMPONENT development)
set(cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/akin)
foreach(name akin ingest eval)
  foreach(kind static shared)
    install(TARGETS akin_lib_${name}_${kind} EXPORT akin-${name}-${kind}
            LIBRARY COMPONENT libraries NAMELINK_COMPONENT development
            ARCHIVE COMPONENT development
            INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT akin-${name}-${kind} NAMESPACE akin:: DESTINATION ${cmake_files}
            COMPONENT development)
  endforeach()
endforeach()
configure_package_config_file(cmake/akinConfig.cmake.in generated/akinConfig.cmake
                              INSTALL_DESTINATION ${cmake_files}
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(generated/akinConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/akinConfig.cmake
              ${PROJECT_BINARY_DIR}/generated/akinConfigVersion.cmake
        DESTINATION ${cmake_files} COMPONENT development)

# For pkg-config. The libraries under `private` matter to those who link the static ones.
function(akin_pkgconfig name description requires libraries private)
  # Relative, so that the tree works wherever `cmake --install --prefix` or a package puts it.
  file(RELATIVE_PATH prefix_from_here /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
  configure_file(cmake/akin.pc.in generated/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/generated/${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()
akin_pkgconfig(akin "${PROJECT_DESCRIPTION}" "" "-lakin"
               "-lfmt -lxxhash -lhwy -lzstd -lz -lstemmer -lroaring -pthread")
akin_pkgconfig(akin-ingest "akin: make corpora from files and web pages" "akin = ${PROJECT_VERSION}"
               "-lakin_ingest" "-lfmt -lz -lcurl -licuuc")
akin_pkgconfig(akin-eval "akin: measure how good answers are" "akin-ingest = ${PROJECT_VERSION}"
               "-lakin_eval" "-lfmt")
