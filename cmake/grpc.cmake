# What the front end and the back ends of a sharded index speak (server/api/akin.proto), and the health
# service (server/api/health.proto), as C++. The code is generated into the build tree, and compiled
# without our warnings.
find_package(Protobuf REQUIRED)     # in module mode: Debian has no file for CMake
find_package(gRPC CONFIG REQUIRED)  # asks for the plugins too, which protobuf-compiler-grpc has
# re2, which it uses, would have all that link it compiled with -pthread, and the precompiled headers are not.
set_property(TARGET re2::re2 PROPERTY INTERFACE_COMPILE_OPTIONS)
set(proto_code ${PROJECT_BINARY_DIR}/generated/proto)
file(MAKE_DIRECTORY ${proto_code})
set(proto_sources)
foreach(proto akin health)
  set(made ${proto_code}/${proto})
  add_custom_command(
    OUTPUT ${made}.pb.cc ${made}.pb.h ${made}.grpc.pb.cc ${made}.grpc.pb.h
    COMMAND protobuf::protoc --cpp_out=${proto_code} --grpc_out=${proto_code} -I ${PROJECT_SOURCE_DIR}/server/api
            --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin> ${PROJECT_SOURCE_DIR}/server/api/${proto}.proto
    DEPENDS ${PROJECT_SOURCE_DIR}/server/api/${proto}.proto VERBATIM)
  list(APPEND proto_sources ${made}.pb.cc ${made}.grpc.pb.cc)
endforeach()
add_library(akin_proto STATIC ${proto_sources})
set_target_properties(akin_proto PROPERTIES UNITY_BUILD OFF)
akin_compile_alike(akin_proto)
target_include_directories(akin_proto SYSTEM PUBLIC ${proto_code})
target_link_libraries(akin_proto PUBLIC protobuf::libprotobuf gRPC::grpc++)
