#pragma once

#include <cstdint>

#include "movegen.h"
#include "stop.h"

namespace cornerwise {

// Sequences of exactly `depth` plies. A colour that cannot place is skipped,
// which is no ply.
std::uint64_t perft(const Tables& tables, const Position& position, int depth, unsigned active,
                    const Stop& stop);

}  // namespace cornerwise
