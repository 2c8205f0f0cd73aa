// Legal placements of a colour.
//
// All ways of listing go through the attach points in site order; one that has
// been processed counts as forbidden for those after it, so each placement is
// met exactly once: at the first attach point that it covers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position.h"
#include "tables.h"

namespace cornerwise {

// Writes the legal codes (in no particular order) and returns how many; `out`
// has room for all placements and kGroup more.
std::size_t list_moves(const Tables& tables, const Position& position, int colour, Code* out);

// Their ids, ascending, for as long as the memory given is not used again.
struct Scratch {
    std::vector<Code> codes;
    std::vector<std::uint64_t> marks;  // all 0 between calls
    std::vector<std::uint16_t> ids;
};
std::span<const std::uint16_t> legal_ids(const Tables& tables, const Position& position, int colour,
                                         Scratch& scratch);

std::size_t count_moves(const Tables& tables, const Position& position, int colour);
bool can_place(const Tables& tables, const Position& position, int colour);

// The next colour after the last mover that can place, among the bit mask
// `active`; the last mover itself comes last. -1 if there is none.
int next_colour(const Tables& tables, const Position& position, unsigned active);

// The attach points: cells that a next piece may attach to and is not forbidden to cover.
inline Bits attach_points(const Position& position, int colour) {
    const Side& side = position.side[colour];
    Bits points;
    for (int i = 0; i < kWords; ++i) points.word[i] = side.attach.word[i] & ~side.forbidden.word[i];
    return points;
}

}  // namespace cornerwise
