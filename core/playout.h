// Random games to the end.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen.h"
#include "policy.h"
#include "stop.h"

namespace cornerwise {

// How a game ended for a colour.
enum Ending : std::uint8_t { kSomeLeft = 0, kAllPlaced = 1, kOneCellLast = 2 };

struct Outcome {
    std::uint16_t cells;
    std::uint8_t ending;
};

struct Rules {
    unsigned active;     // colours that still play
    bool first_blocked;  // the game is over as soon as one of them cannot place at its turn
};

// Plays `n` games with uniform random moves; game number i depends on the seed
// and i alone. Outcomes by game, then colour; fewer games if stopped.
std::vector<Outcome> playouts(const Tables& tables, const Position& position, std::uint32_t n,
                              std::uint64_t seed, const Rules& rules, const Stop& stop);

// For each of the colour's moves: `n` games that begin with it, others drawn by
// the policy. Games number i share their random numbers. Outcomes by game, then
// move, then colour. If stopped, fewer games, but equally many for each move.
std::vector<Outcome> rollouts(const Tables& tables, const Position& position, int colour,
                              const std::vector<Code>& moves, std::uint32_t n, std::uint64_t seed,
                              const Rules& rules, const Policy& policy, const Stop& stop);

}  // namespace cornerwise
