#include "position.h"

namespace cornerwise {

namespace {

constexpr std::uint64_t kEmptyKey = 0x636f726e65727769u;  // not 0: that marks free table slots

}  // namespace

void Position::reset(const Tables& tables) {
    key = kEmptyKey;
    last = -1;
    for (int colour = 0; colour < kMaxColours; ++colour) {
        Side& s = side[colour];
        s.forbidden = tables.padding();
        s.attach.clear();
        s.used = 0;
        s.cells = 0;
        s.placed = 0;
        s.pieces_left = static_cast<std::uint8_t>(tables.pieces_a_colour());
        s.last_size = 0;
        for (int piece = 0; piece < kMaxPieces; ++piece) {
            const int copies = piece < tables.pieces() ? tables.copies(piece) : 0;
            s.left[piece] = static_cast<std::uint8_t>(copies);
            if (piece < tables.pieces() && copies == 0) s.used |= tables.piece_bit(piece);
        }
        if (colour < tables.colours()) s.attach = tables.starts(colour);
    }
}

void Position::assign(const Tables& tables, const Position& other) {
    for (int colour = 0; colour < tables.colours(); ++colour) side[colour] = other.side[colour];
    key = other.key;
    last = other.last;
}

void Position::play(const Tables& tables, int colour, Code code) {
    const int o = Tables::orientation_of(code);
    const Orientation& orientation = tables.orientation(o);
    Side& own = side[colour];
    if (own.placed == 0) own.attach.clear();

    int at[kMaxPieceSize];
    const int size = tables.sites(code, at);
    if (orientation.fast) {
        const Shape& shape = tables.shape(o);
        const int base = Tables::anchor_site(code) - shape.lead;
        for (int other = 0; other < tables.colours(); ++other) {
            const bool mine = other == colour;
            lay(side[other].forbidden, mine ? shape.halo : shape.cells, shape.words, base);
        }
        lay(own.attach, shape.corners, shape.words, base);
    } else {
        for (int k = 0; k < size; ++k) {
            for (int other = 0; other < tables.colours(); ++other) {
                side[other].forbidden.set(at[k]);
            }
            for (int site : tables.edge_sites(at[k])) own.forbidden.set(site);
            for (int site : tables.corner_sites(at[k])) own.attach.set(site);
        }
    }
    for (int k = 0; k < size; ++k) key ^= tables.key_of(colour, at[k]);

    const int piece = orientation.piece;
    std::uint8_t& left = own.left[piece];
    key ^= tables.key_of_copies(colour, piece, left);
    --left;
    key ^= tables.key_of_copies(colour, piece, left);
    if (left == 0) own.used |= tables.piece_bit(piece);
    own.cells = static_cast<std::uint16_t>(own.cells + size);
    own.last_size = static_cast<std::uint8_t>(size);
    ++own.placed;
    --own.pieces_left;
    last = colour;
}

Verdict judge(const Tables& tables, const Position& position, int colour, Code code) {
    const Side& own = position.side[colour];
    if (own.left[tables.piece_of(code)] == 0) return Verdict::kNoneLeft;
    int at[kMaxPieceSize];
    const int size = tables.sites(code, at);
    bool attached = false;
    for (int k = 0; k < size; ++k) {
        if (own.forbidden.test(at[k])) return Verdict::kForbidden;
        attached = attached || own.attach.test(at[k]);
    }
    return attached ? Verdict::kLegal : Verdict::kNotAttached;
}

}  // namespace cornerwise
