#include "perft.h"

namespace cornerwise {

namespace {

struct Search {
    const Tables& tables;
    unsigned active;
    const Stop& stop;
    std::vector<std::vector<Code>> codes;  // by depth

    std::uint64_t run(const Position& position, int depth) {
        const int colours = tables.colours();
        for (int i = 1; i <= colours; ++i) {
            const int colour = (position.last + i) % colours;
            if (!((active >> colour) & 1)) continue;
            // The last ply needs no moves, only their number.
            const std::size_t n =
                depth == 1 ? count_moves(tables, position, colour)
                           : list_moves(tables, position, colour, codes[depth].data());
            if (n == 0) continue;
            return depth == 1 ? n : deeper(position, depth, colour, n);
        }
        return 0;
    }

    std::uint64_t deeper(const Position& position, int depth, int colour, std::size_t n) {
        std::uint64_t sum = 0;
        Position next;
        for (std::size_t i = 0; i < n; ++i) {
            // Asked above the last two plies only: those are short.
            if (depth > 2 && stop.now()) return sum;
            next.assign(tables, position);
            next.play(tables, colour, codes[depth][i]);
            sum += run(next, depth - 1);
        }
        return sum;
    }
};

}  // namespace

std::uint64_t perft(const Tables& tables, const Position& position, int depth, unsigned active,
                    const Stop& stop) {
    if (depth == 0) return 1;
    Search search{tables, active, stop, {}};
    search.codes.resize(static_cast<std::size_t>(depth) + 1);
    for (int d = 2; d <= depth; ++d) {
        search.codes[d].resize(static_cast<std::size_t>(tables.placements()) + 2 * kGroup);
    }
    return search.run(position, depth);
}

}  // namespace cornerwise
