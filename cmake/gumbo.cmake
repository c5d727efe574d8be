# gumbo, made so that no page can end the process. Where its parser finds a mistake of its own it calls assert(),
# which ends the program, and there are pages that make it do so. Our copy of Debian's static library calls
# akin_gumbo_assert_fail instead (src/pages/gumbo_tree.cc). It is one object whose other names are local or our
# own, so it works in shared libraries and modules too, and beside a gumbo that somebody else loads.
find_library(GUMBO_ARCHIVE libgumbo.a REQUIRED HINTS ${GUMBO_LIBRARY_DIRS} ${GUMBO_LIBDIR})
set(AKIN_GUMBO ${PROJECT_BINARY_DIR}/generated/gumbo.o)
set(kept)
set(renamed --redefine-sym __assert_fail=akin_gumbo_assert_fail)
foreach(name gumbo_parse_with_options gumbo_get_attribute gumbo_normalized_tagname)
  list(APPEND kept --keep-global-symbol=${name})
  list(APPEND renamed --redefine-sym ${name}=akin_${name})
endforeach()
add_custom_command(
  OUTPUT ${AKIN_GUMBO}
  COMMAND ${CMAKE_LINKER} -r --whole-archive ${GUMBO_ARCHIVE} -o ${AKIN_GUMBO}
  COMMAND ${CMAKE_OBJCOPY} ${kept} ${AKIN_GUMBO}
  COMMAND ${CMAKE_OBJCOPY} ${renamed} ${AKIN_GUMBO}
  DEPENDS ${GUMBO_ARCHIVE} VERBATIM)
