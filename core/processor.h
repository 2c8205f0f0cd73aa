// What this processor can do, asked of it directly: the compilers' own builtin for it needs a
// runtime library that not every toolchain links into a shared library.
#pragma once

#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)

#include <cpuid.h>

namespace cornerwise {

struct Processor {
    bool avx2 = false;
    bool avx512 = false;  // with its 256-bit forms: F and VL
};

inline Processor ask_processor() {
    Processor found;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return found;
    const bool popcnt = c & bit_POPCNT;
    const bool saves_registers = c & bit_OSXSAVE;
    if (!popcnt || !saves_registers) return found;
    // Which registers the operating system keeps for a process: bits 1 and 2 are the 256-bit ones,
    // 5 to 7 those of 512 bits and their masks.
    unsigned low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 0x06) != 0x06 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return found;
    found.avx2 = b & bit_AVX2;
    found.avx512 = found.avx2 && (low & 0xe6) == 0xe6 && (b & (1u << 16)) && (b & (1u << 31));
    return found;
}

}  // namespace cornerwise

#endif
