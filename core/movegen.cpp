#include "movegen.h"

#include <algorithm>
#include <array>
#include <memory>

#include "generic.h"
#include "view.h"

namespace cornerwise {

std::size_t list_moves(const Tables& tables, const Position& position, int colour, Code* out) {
    const Side& side = position.side[colour];
    const View view(position, colour);
    std::size_t n = 0;
    if (tables.has_fast()) {
        const Kernel& kernel = tables.kernel();
        for_each_bit(view.points, [&](int site) {
            const Query q = query(tables, view, side.used, site);
            n += kernel.list(q.candidates->masks, q.candidates->steps, q.candidates->size, q.word,
                             static_cast<std::uint32_t>(site), out + n);
        });
    }
    for_each_slow(tables, side, view.points, [&](Code code) {
        out[n++] = code;
        return true;
    });
    return n;
}

std::vector<int> legal_ids(const Tables& tables, const Position& position, int colour) {
    // Not initialised: the list is short, the room for it is not.
    const std::size_t room = static_cast<std::size_t>(tables.placements()) + kGroup;
    const std::unique_ptr<Code[]> codes = std::make_unique_for_overwrite<Code[]>(room);
    const std::size_t n = list_moves(tables, position, colour, codes.get());
    // Sorted by marking: linear, and without branches.
    std::array<std::uint64_t, kMaxPlacements / 64 + 1> marks;
    const std::size_t used = static_cast<std::size_t>(tables.placements()) / 64 + 1;
    std::fill_n(marks.begin(), used, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const auto id = static_cast<std::size_t>(tables.placement(codes[i]));
        marks[id / 64] |= std::uint64_t{1} << (id % 64);
    }
    std::vector<int> ids;
    ids.reserve(n);
    for (std::size_t i = 0; i < used; ++i) {
        for (std::uint64_t w = marks[i]; w; w &= w - 1) {
            ids.push_back(static_cast<int>(64 * i) + std::countr_zero(w));
        }
    }
    return ids;
}

std::size_t count_moves(const Tables& tables, const Position& position, int colour) {
    const Side& side = position.side[colour];
    const View view(position, colour);
    std::size_t n = 0;
    if (tables.has_fast()) {
        const Kernel& kernel = tables.kernel();
        for_each_bit(view.points, [&](int site) {
            const Query q = query(tables, view, side.used, site);
            n += kernel.count(q.candidates->masks, q.candidates->size, q.word);
        });
    }
    for_each_slow(tables, side, view.points, [&](Code) {
        ++n;
        return true;
    });
    return n;
}

bool can_place(const Tables& tables, const Position& position, int colour) {
    const Side& side = position.side[colour];
    if (side.pieces_left == 0) return false;
    const View view(position, colour);
    if (tables.has_fast()) {
        const Kernel& kernel = tables.kernel();
        for (int i = 0; i < kWords; ++i) {
            for (std::uint64_t w = view.points.word[i]; w; w &= w - 1) {
                const Query q = query(tables, view, side.used, 64 * i + std::countr_zero(w));
                if (kernel.count(q.candidates->masks, q.candidates->size, q.word)) return true;
            }
        }
    }
    return !for_each_slow(tables, side, view.points, [](Code) { return false; });
}

int next_colour(const Tables& tables, const Position& position, unsigned active) {
    const int colours = tables.colours();
    for (int i = 1; i <= colours; ++i) {
        const int colour = (position.last + i) % colours;
        if (((active >> colour) & 1) && can_place(tables, position, colour)) return colour;
    }
    return -1;
}

}  // namespace cornerwise
