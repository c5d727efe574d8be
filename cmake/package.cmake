# `cpack -G DEB` makes packages for Debian: akin (the program), libakin0.1 (the shared libraries) and
# libakin-dev (what is needed to compile against them). ./run package does it.
set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR akin)
set(CPACK_PACKAGE_CONTACT "The akin maintainers <maintainers@akin.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_COMPONENTS_ALL program libraries development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME akin)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The program, its manual and completions for shells.")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libakin${soversion})
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION "The shared libraries.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libakin-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libakin${soversion} (= ${PROJECT_VERSION})")
# For those who link the static libraries.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS
    "libfmt-dev, libxxhash-dev, libhwy-dev, libzstd-dev, zlib1g-dev, libstemmer-dev, libroaring-dev, libcurl4-openssl-dev, libicu-dev, pkg-config")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers, static libraries, and files for CMake and pkg-config.")
include(CPack)
