#include "sampler.h"

#include <stdexcept>

#include "generic.h"

namespace cornerwise {

namespace {

// How often a drawn move may be put back for a larger one.
constexpr int kRedraws = 8;

}  // namespace

Policy make_policy(const std::string& name) {
    Policy policy;
    if (name == "uniform") return policy;
    if (name != "large") {
        throw std::invalid_argument("there is no policy \"" + name + "\": use uniform or large");
    }
    policy.weighted = true;
    // Twice as likely with each cell more. (With 1.5 or 3 times players were equally
    // strong, with uniform games weaker.)
    for (std::size_t size = 1; size < kMaxSizeClass; ++size) {
        policy.weight[size] = static_cast<std::uint16_t>(1u << size);
    }
    return policy;
}

Sampler::Sampler(const Tables& tables)
    : tables_(tables), entries_(kMaxCells),
      slow_(tables.has_slow() ? static_cast<std::size_t>(tables.placements()) : 0),
      codes_(static_cast<std::size_t>(tables.placements()) + 2 * kGroup) {}

// Counting is cheaper than listing, so the moves of all attach points are
// counted, and only those of a chosen one are listed.
std::uint32_t Sampler::gather(const View& view, const Side& side) {
    fast_ = 0;
    entry_count_ = 0;
    if (!tables_.has_fast()) return 0;
    const Kernel& kernel = tables_.kernel();
    for_each_bit(view.points, [&](int site) {
        const Query q = query(tables_, view, side.used, site);
        const auto count = static_cast<std::uint32_t>(
            kernel.count(q.candidates->masks, q.candidates->size, q.word));
        entries_[entry_count_++] = {q.word, q.candidates, static_cast<std::uint32_t>(site), count};
        fast_ += count;
    });
    return fast_;
}

std::uint32_t Sampler::gather_slow(const View& view, const Side& side) {
    std::uint32_t slow = 0;
    for_each_slow(tables_, side, view.points, [&](Code c) {
        slow_[slow++] = c;
        return true;
    });
    return slow;
}

Code Sampler::pick(std::uint32_t drawn) {
    if (drawn >= fast_) return slow_[drawn - fast_];
    const Entry* entry = entries_.data();
    while (drawn >= entry->count) drawn -= (entry++)->count;
    tables_.kernel().list(entry->candidates->masks, entry->candidates->steps,
                          entry->candidates->size, entry->word, entry->site, codes_.data());
    return codes_[drawn];
}

// Redraws a move with the chance that its weight lacks against the largest piece
// in hand: cheaper than sorting all moves by size.
Code Sampler::pick_weighted(const Policy& policy, const Side& side, std::uint32_t total,
                            Random& random) {
    std::size_t largest = 0;
    for (int piece = 0; piece < tables_.pieces(); ++piece) {
        const auto size = static_cast<std::size_t>(tables_.size_of_piece(piece));
        if (side.left[piece] && size > largest) largest = size;
    }
    Code code = pick(random.below(total));
    for (int i = 0; i < kRedraws; ++i) {
        const auto size = static_cast<std::size_t>(
            tables_.orientation(Tables::orientation_of(code)).size);
        if (random.below(policy.weight[largest]) < policy.weight[size]) break;
        code = pick(random.below(total));
    }
    return code;
}

bool Sampler::draw(const Policy& policy, const Position& position, int colour, Random& random,
                   Code& code) {
    const Side& side = position.side[colour];
    const View view(position, colour);
    std::uint32_t total = gather(view, side);
    total += gather_slow(view, side);
    if (total == 0) return false;
    code = policy.weighted ? pick_weighted(policy, side, total, random)
                           : pick(random.below(total));
    return true;
}

}  // namespace cornerwise
