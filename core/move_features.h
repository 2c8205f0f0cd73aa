// What can be told of moves and positions without a search.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "movegen.h"

namespace cornerwise {

struct Feature {
    int placement;
    int size;     // cells
    int gained;   // own attach points after the move, less those before it
    int taken;    // attach points of the colours `against` that the move covers
    int central;  // of its most central cell: 1000 in the middle of the board, 0 at its rim
};

// For every legal placement, ascending.
std::vector<Feature> features(const Tables& tables, const Position& position, int colour,
                              unsigned against);

// Per cell, how many steps it is away for the colour to grow to: 0 for its attach
// points, one more for each edge or corner neighbour that is not forbidden;
// `limit` beyond reach.
std::string reach(const Tables& tables, const Position& position, int colour, int limit);

}  // namespace cornerwise
