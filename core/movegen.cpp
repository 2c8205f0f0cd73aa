#include "movegen.h"

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

std::span<const std::uint16_t> legal_ids(const Tables& tables, const Position& position, int colour,
                                         Scratch& scratch) {
    const auto placements = static_cast<std::size_t>(tables.placements());
    if (scratch.codes.size() < placements + kGroup) {
        scratch.codes.resize(placements + kGroup);
        scratch.marks.resize(placements / 64 + 1);
        scratch.ids.resize(placements);
    }
    const std::size_t n = list_moves(tables, position, colour, scratch.codes.data());
    // Sorted by marking: linear, and without branches.
    for (std::size_t i = 0; i < n; ++i) {
        const auto id = static_cast<std::size_t>(tables.placement(scratch.codes[i]));
        scratch.marks[id / 64] |= std::uint64_t{1} << (id % 64);
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i <= placements / 64; ++i) {
        for (std::uint64_t w = scratch.marks[i]; w; w &= w - 1) {
            scratch.ids[found++] = static_cast<std::uint16_t>(
                64 * i + static_cast<std::size_t>(std::countr_zero(w)));
        }
        scratch.marks[i] = 0;
    }
    return {scratch.ids.data(), found};
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
