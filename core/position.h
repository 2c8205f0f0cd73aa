// Colours on a board: what is placed, what is forbidden, what is left.
#pragma once

#include <cstdint>

#include "bits.h"
#include "tables.h"

namespace cornerwise {

// A colour's part of a position.
//
// `attach` holds every cell that touches a piece of the colour at a corner (the
// start cells, before the first piece); those that are not forbidden are its
// attach points. `used` has the bit of each fast piece that has no copy left.
struct Side {
    Bits forbidden;
    Bits attach;
    std::uint64_t used;
    std::uint16_t cells;       // placed
    std::uint8_t placed;       // pieces
    std::uint8_t pieces_left;
    std::uint8_t last_size;    // of the piece placed last
    std::uint8_t left[kMaxPieces];
};

// Plain data: copied rather than undone. Nothing here checks legality.
struct Position {
    Side side[kMaxColours];
    std::uint64_t key;
    int last;  // the colour that moved last, or -1

    void reset(const Tables& tables);
    void play(const Tables& tables, int colour, Code code);

    // Copies only the colours that the tables have.
    void assign(const Tables& tables, const Position& other);
};

// The rules, straight: the reference for the generators, and the check at the border.
enum class Verdict { kLegal, kNoneLeft, kForbidden, kNotAttached };
Verdict judge(const Tables& tables, const Position& position, int colour, Code code);

}  // namespace cornerwise
