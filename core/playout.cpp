#include "playout.h"

#include "sampler.h"

namespace cornerwise {

namespace {

Outcome outcome(const Side& side) {
    Outcome result{side.cells, kSomeLeft};
    if (side.pieces_left == 0 && side.placed > 0) {
        result.ending = side.last_size == 1 ? kOneCellLast : kAllPlaced;
    }
    return result;
}

// Plays `game` to its end.
void finish(const Tables& tables, Sampler& sampler, Position& game, const Rules& rules,
            const Policy& policy, Random& random) {
    const int colours = tables.colours();
    unsigned playing = rules.active & ((1u << colours) - 1);
    int colour = game.last;
    while (playing) {
        colour = (colour + 1) % colours;
        if (!((playing >> colour) & 1)) continue;
        Code code;
        if (sampler.draw(policy, game, colour, random, code)) {
            game.play(tables, colour, code);
        } else {
            if (rules.first_blocked) return;
            // Boards only fill up: it never returns.
            playing &= ~(1u << colour);
        }
    }
}

void add_outcomes(const Tables& tables, const Position& game, std::vector<Outcome>& outcomes) {
    for (int c = 0; c < tables.colours(); ++c) outcomes.push_back(outcome(game.side[c]));
}

}  // namespace

std::vector<Outcome> playouts(const Tables& tables, const Position& position, std::uint32_t n,
                              std::uint64_t seed, const Rules& rules, const Stop& stop) {
    std::vector<Outcome> outcomes;
    outcomes.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(tables.colours()));
    Sampler sampler(tables);
    Position game;
    for (std::uint32_t i = 0; i < n && !stop.now(); ++i) {
        game.assign(tables, position);
        Random random(seed, i);
        finish(tables, sampler, game, rules, Policy{}, random);
        add_outcomes(tables, game, outcomes);
    }
    return outcomes;
}

std::vector<Outcome> rollouts(const Tables& tables, const Position& position, int colour,
                              const std::vector<Code>& moves, std::uint32_t n, std::uint64_t seed,
                              const Rules& rules, const Policy& policy, const Stop& stop) {
    std::vector<Outcome> outcomes;
    const std::size_t round = moves.size() * static_cast<std::size_t>(tables.colours());
    Sampler sampler(tables);
    Position game;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (const Code first : moves) {
            if (stop.now()) {
                outcomes.resize(i * round);
                return outcomes;
            }
            game.assign(tables, position);
            Random random(seed, i);
            game.play(tables, colour, first);
            finish(tables, sampler, game, rules, policy, random);
            add_outcomes(tables, game, outcomes);
        }
    }
    return outcomes;
}

}  // namespace cornerwise
