// Random games to the end.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen.h"
#include "random.h"
#include "stop.h"

namespace cornerwise {

// How a game ended for a colour.
enum Ending : std::uint8_t { kSomeLeft = 0, kAllPlaced = 1, kOneCellLast = 2 };

struct Outcome {
    std::uint16_t cells;
    std::uint8_t ending;
};

inline Outcome outcome(const Side& side) {
    Outcome result{side.cells, kSomeLeft};
    if (side.pieces_left == 0) result.ending = side.last_size == 1 ? kOneCellLast : kAllPlaced;
    return result;
}

// Draws legal moves; has the working memory that this needs.
class Sampler {
public:
    explicit Sampler(const Tables& tables);

    // Uniform among the colour's legal moves; false if there is none.
    bool uniform(const Position& position, int colour, Random& random, Code& code);

private:
    const Tables& tables_;
    struct Entry {
        std::uint64_t word;
        const Candidates* candidates;
        std::uint32_t site;
        std::uint32_t count;
    };
    std::vector<Entry> entries_;
    std::vector<Code> slow_;
    std::vector<Code> codes_;
};

// Plays `n` games with uniform random moves; game number i depends on the seed
// and i alone. Outcomes by game, then colour; fewer games if stopped.
std::vector<Outcome> playouts(const Tables& tables, const Position& position, std::uint32_t n,
                              std::uint64_t seed, unsigned active, const Stop& stop);

}  // namespace cornerwise
