// A small random generator: the same numbers on every machine.
#pragma once

#include <cstdint>

namespace cornerwise {

inline std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

class Random {
public:
    // Streams of one seed are independent of each other.
    Random(std::uint64_t seed, std::uint64_t stream) : state_(mix(mix(seed) ^ mix(~stream))) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t x = state_;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    }

    // Uniform in 0..limit-1. The bias, limit / 2^32 at most, is far below what a
    // run of playouts can show: limits are numbers of placements.
    std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>(((next() >> 32) * limit) >> 32);
    }

private:
    std::uint64_t state_;
};

}  // namespace cornerwise
