# What the front end and the back ends of a sharded index speak (server/api/akin.proto), as C++. The code is
# generated into the build tree, and compiled without our warnings.
find_package(Protobuf REQUIRED)     # in module mode: Debian has no file for CMake
find_package(gRPC CONFIG REQUIRED)  # asks for the plugins too, which protobuf-compiler-grpc has
# re2, which it uses, would have all that link it compiled with -pthread, and the precompiled headers are not.
set_property(TARGET re2::re2 PROPERTY INTERFACE_COMPILE_OPTIONS)
set(proto ${PROJECT_SOURCE_DIR}/server/api/akin.proto)
set(proto_code ${PROJECT_BINARY_DIR}/generated/proto)
file(MAKE_DIRECTORY ${proto_code})
add_custom_command(
  OUTPUT ${proto_code}/akin.pb.cc ${proto_code}/akin.pb.h ${proto_code}/akin.grpc.pb.cc ${proto_code}/akin.grpc.pb.h
  COMMAND protobuf::protoc --cpp_out=${proto_code} --grpc_out=${proto_code} -I ${PROJECT_SOURCE_DIR}/server/api
          --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin> ${proto}
  DEPENDS ${proto} VERBATIM)
add_library(akin_proto STATIC ${proto_code}/akin.pb.cc ${proto_code}/akin.grpc.pb.cc)
set_target_properties(akin_proto PROPERTIES UNITY_BUILD OFF)
akin_compile_alike(akin_proto)
target_include_directories(akin_proto SYSTEM PUBLIC ${proto_code})
target_link_libraries(akin_proto PUBLIC protobuf::libprotobuf gRPC::grpc++)
