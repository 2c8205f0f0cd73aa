# The compiler of last resort: `zig c++`, which the PyPI package `ziglang` carries.
# CORNERWISE_ZIG is the path of its program.
set(CMAKE_CXX_COMPILER "${CORNERWISE_ZIG}" c++)
set(CMAKE_CXX_ARCHIVE_CREATE "\"${CORNERWISE_ZIG}\" ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "\"${CORNERWISE_ZIG}\" ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "\"${CORNERWISE_ZIG}\" ranlib <TARGET>")
# CMake compiles its probes in a project of its own, which must know the path too.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CORNERWISE_ZIG)
