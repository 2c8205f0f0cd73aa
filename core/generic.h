// The generic path: any pieces on any board, one placement at a time.
#pragma once

#include <cstdint>

#include "position.h"
#include "tables.h"

namespace cornerwise {

// Calls visit(code) for each placement without window tables that covers the
// attach point, has a copy left and covers nothing forbidden. `taken` is
// forbidden, with the attach points processed before. Stops when visit returns false.
template <class Visit>
inline bool for_each_slow(const Tables& tables, const Side& side, const Bits& taken, int site,
                          Visit&& visit) {
    const auto [begin, end] = tables.slow_cover(site);
    for (const std::uint16_t* p = begin; p != end; ++p) {
        const Code code = tables.code(*p);
        const Orientation& orientation = tables.orientation(Tables::orientation_of(code));
        if (side.left[orientation.piece] == 0) continue;
        const std::uint16_t* at = tables.slow_sites(orientation, *p);
        bool free = true;
        for (int k = 0; k < orientation.size && free; ++k) free = !taken.test(at[k]);
        if (free && !visit(code)) return false;
    }
    return true;
}

// The same over all attach points.
template <class Visit>
inline bool for_each_slow(const Tables& tables, const Side& side, const Bits& points,
                          Visit&& visit) {
    if (!tables.has_slow()) return true;
    Bits taken = side.forbidden;
    for (int i = 0; i < kWords; ++i) {
        for (std::uint64_t w = points.word[i]; w; w &= w - 1) {
            const int site = 64 * i + std::countr_zero(w);
            if (!for_each_slow(tables, side, taken, site, visit)) return false;
            taken.set(site);
        }
    }
    return true;
}

}  // namespace cornerwise
