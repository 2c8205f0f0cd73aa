#include "playout.h"

#include "generic.h"
#include "view.h"

namespace cornerwise {

Sampler::Sampler(const Tables& tables)
    : tables_(tables), entries_(kMaxCells),
      slow_(tables.has_slow() ? static_cast<std::size_t>(tables.placements()) : 0),
      codes_(static_cast<std::size_t>(tables.placements()) + 2 * kGroup) {}

// Counting is cheaper than listing, so the moves of all attach points are
// counted, and only those of the chosen one are listed.
bool Sampler::uniform(const Position& position, int colour, Random& random, Code& code) {
    const Side& side = position.side[colour];
    const View view(position, colour);
    std::uint32_t fast = 0;
    std::size_t n = 0;
    if (tables_.has_fast()) {
        const Kernel& kernel = tables_.kernel();
        for_each_bit(view.points, [&](int site) {
            const Query q = query(tables_, view, side.used, site);
            const auto count = static_cast<std::uint32_t>(
                kernel.count(q.candidates->masks, q.candidates->size, q.word));
            entries_[n++] = {q.word, q.candidates, static_cast<std::uint32_t>(site), count};
            fast += count;
        });
    }
    std::uint32_t slow = 0;
    for_each_slow(tables_, side, view.points, [&](Code c) {
        slow_[slow++] = c;
        return true;
    });
    if (fast + slow == 0) return false;
    std::uint32_t drawn = random.below(fast + slow);
    if (drawn >= fast) {
        code = slow_[drawn - fast];
        return true;
    }
    const Entry* entry = entries_.data();
    while (drawn >= entry->count) drawn -= (entry++)->count;
    tables_.kernel().list(entry->candidates->masks, entry->candidates->steps,
                          entry->candidates->size, entry->word, entry->site, codes_.data());
    code = codes_[drawn];
    return true;
}

std::vector<Outcome> playouts(const Tables& tables, const Position& position, std::uint32_t n,
                              std::uint64_t seed, unsigned active, const Stop& stop) {
    const int colours = tables.colours();
    std::vector<Outcome> outcomes;
    outcomes.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(colours));
    Sampler sampler(tables);
    Position game;
    for (std::uint32_t i = 0; i < n && !stop.now(); ++i) {
        game.assign(tables, position);
        Random random(seed, i);
        unsigned playing = active & ((1u << colours) - 1);
        int colour = game.last;
        while (playing) {
            colour = (colour + 1) % colours;
            if (!((playing >> colour) & 1)) continue;
            Code code;
            if (sampler.uniform(game, colour, random, code)) {
                game.play(tables, colour, code);
            } else {
                // Boards only fill up: it never returns.
                playing &= ~(1u << colour);
            }
        }
        for (int c = 0; c < colours; ++c) outcomes.push_back(outcome(game.side[c]));
    }
    return outcomes;
}

}  // namespace cornerwise
