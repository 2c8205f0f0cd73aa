// The inner loop of the fast path: which candidates of a list fit a word?
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cornerwise {

// Candidates are tested in groups, and lists may be read up to the end of the
// last group: they are padded to a multiple of kGroup (and one group more).
// Output buffers need room for kGroup codes more than are written.
inline constexpr std::size_t kGroup = 8;

struct Kernel {
    // Candidates i with (masks[i] & word) == 0: how many, and, in `list`, their
    // codes site + steps[i] in order.
    std::size_t (*count)(const std::uint64_t* masks, std::size_t size, std::uint64_t word);
    std::size_t (*list)(const std::uint64_t* masks, const std::uint32_t* steps, std::size_t size,
                        std::uint64_t word, std::uint32_t site, std::uint32_t* out);
    const char* name;
};

// "auto" is the best that this machine runs. Throws std::invalid_argument for a
// name that is unknown or that this machine cannot run.
Kernel choose_kernel(const std::string& name);

}  // namespace cornerwise
