// A fixed set of bits, one per site of a board.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace cornerwise {

inline constexpr int kWords = 16;
inline constexpr int kSiteBits = 10;                      // a site fits into so many bits
inline constexpr int kSiteLimit = 64 * kWords;            // 1 << kSiteBits
static_assert(kSiteLimit == 1 << kSiteBits);

struct alignas(32) Bits {
    std::uint64_t word[kWords];

    void clear() { std::memset(word, 0, sizeof word); }
    void fill() { std::memset(word, 0xff, sizeof word); }
    bool test(int site) const { return (word[site >> 6] >> (site & 63)) & 1; }
    void set(int site) { word[site >> 6] |= std::uint64_t{1} << (site & 63); }
    void reset(int site) { word[site >> 6] &= ~(std::uint64_t{1} << (site & 63)); }
    int count() const {
        int sum = 0;
        for (std::uint64_t w : word) sum += std::popcount(w);
        return sum;
    }
};

// Calls visit(site) for every set bit, lowest first.
template <class Visit>
inline void for_each_bit(const Bits& bits, Visit&& visit) {
    for (int i = 0; i < kWords; ++i) {
        for (std::uint64_t w = bits.word[i]; w; w &= w - 1) {
            visit(64 * i + std::countr_zero(w));
        }
    }
}

// target |= shape, laid so that its bit 0 comes to site `base`.
inline void lay(Bits& target, const std::uint64_t* shape, int words, int base) {
    std::uint64_t* out = target.word + (base >> 6);
    const int shift = base & 63;
    if (shift == 0) {
        for (int i = 0; i < words; ++i) out[i] |= shape[i];
        return;
    }
    std::uint64_t carry = 0;
    for (int i = 0; i < words; ++i) {
        out[i] |= (shape[i] << shift) | carry;
        carry = shape[i] >> (64 - shift);
    }
    // Without bits to carry the word may lie behind the end.
    if (carry) out[words] |= carry;
}

}  // namespace cornerwise
