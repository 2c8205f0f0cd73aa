// Draws legal moves for random games; has the working memory that this needs.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen.h"
#include "policy.h"
#include "random.h"
#include "view.h"

namespace cornerwise {

class Sampler {
public:
    explicit Sampler(const Tables& tables);

    // Draws one of the colour's legal moves; false if there is none.
    bool draw(const Policy& policy, const Position& position, int colour, Random& random,
              Code& code);

private:
    struct Entry {
        std::uint64_t word;
        const Candidates* candidates;
        std::uint32_t site;
        std::uint32_t count;
    };

    // Takes stock of the moves and returns how many; pick() then gives one of them.
    std::uint32_t gather(const View& view, const Side& side);
    std::uint32_t gather_slow(const View& view, const Side& side);
    Code pick(std::uint32_t drawn);
    Code pick_weighted(const Policy& policy, const Side& side, std::uint32_t total,
                       Random& random);

    const Tables& tables_;
    std::vector<Entry> entries_;
    std::size_t entry_count_ = 0;
    std::uint32_t fast_ = 0;  // moves of all entries
    std::vector<Code> slow_;
    std::vector<Code> codes_;
};

}  // namespace cornerwise
