// How moves are drawn in random games.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tables.h"

namespace cornerwise {

// `weighted`: moves are drawn with the weight of their size, else uniformly.
struct Policy {
    bool weighted = false;
    std::array<std::uint16_t, kMaxSizeClass> weight{};
};

// "uniform" or "large"; throws std::invalid_argument for another name.
Policy make_policy(const std::string& name);

}  // namespace cornerwise
