#include <stdexcept>

#include "kernel.h"
#include "kernel_simd.h"

namespace cornerwise {

namespace {

std::size_t count(const std::uint64_t* masks, std::size_t size, std::uint64_t word) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < size; ++i) n += (masks[i] & word) == 0;
    return n;
}

// Written always, kept if it fits: no branch that could be mispredicted.
std::size_t list(const std::uint64_t* masks, const std::uint32_t* steps, std::size_t size,
                 std::uint64_t word, std::uint32_t site, std::uint32_t* out) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < size; ++i) {
        out[n] = site + steps[i];
        n += (masks[i] & word) == 0;
    }
    return n;
}

}  // namespace

Kernel choose_kernel(const std::string& name) {
    const Kernel portable{count, list, "portable"};
    if (name == "portable") return portable;
    const Kernel avx512 = kernel_avx512();
    const Kernel avx2 = kernel_avx2();
    if (name == "auto") return avx512.name ? avx512 : avx2.name ? avx2 : portable;
    if (name != "avx2" && name != "avx512") {
        throw std::invalid_argument("there is no path \"" + name +
                                    "\": use auto, generic, portable, avx2 or avx512");
    }
    const Kernel chosen = name == "avx2" ? avx2 : avx512;
    if (!chosen.name) throw std::invalid_argument("this machine cannot run the path " + name);
    return chosen;
}

}  // namespace cornerwise
