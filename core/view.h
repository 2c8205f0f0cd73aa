// What the fast path sees from an attach point.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "position.h"
#include "tables.h"

namespace cornerwise {

static_assert(std::endian::native == std::endian::little, "sites are read as bytes");

// A colour's board, prepared for gathering windows. Of the two boards the first
// has the attach points set as well: a window reads it for the cells that come
// before its own attach point, and so finds the earlier attach points forbidden
// without any store in between.
struct View {
    Bits boards[2];
    Bits points;

    View(const Position& position, int colour) {
        const Side& side = position.side[colour];
        for (int i = 0; i < kWords; ++i) {
            take(i, side.forbidden.word[i], side.attach.word[i]);
        }
    }

    std::uint64_t window(const Window& window, int site) const {
        std::uint64_t word = 0;
        for (const Window::Segment& segment : window.segments) {
            word |= (read(site + segment.offset) & segment.mask) << segment.shift;
        }
        return word;
    }

    // A bit for each free neighbour.
    template <bool triangles>
    unsigned free_neighbours(const Window& window, int site, std::uint64_t word) const {
        constexpr int kNeighbours = triangles ? 3 : 4;
        unsigned taken = 0;
        for (int i = 0; i < kNeighbours; ++i) {
            const std::int32_t at = window.neighbours[i];
            taken |= static_cast<unsigned>((triangles ? read(site + at) : word >> at) & 1) << i;
        }
        return taken ^ ((1u << kNeighbours) - 1);
    }

private:
    void take(int i, std::uint64_t forbidden, std::uint64_t attach) {
        points.word[i] = attach & ~forbidden;
        boards[0].word[i] = forbidden | attach;
        boards[1].word[i] = forbidden;
    }

    std::uint64_t read(int position) const {
        std::uint64_t word;
        std::memcpy(&word, reinterpret_cast<const unsigned char*>(boards) + (position >> 3),
                    sizeof word);
        return word >> (position & 7);
    }
};

// An attach point's candidates and the word to test them with.
struct Query {
    std::uint64_t word;
    const Candidates* candidates;
};

inline Query query(const Tables& tables, const View& view, std::uint64_t used, int site) {
    const bool up = tables.points_up(site);
    const Window& window = tables.window(up);
    const std::uint64_t word = view.window(window, site);
    const unsigned free = tables.triangles() ? view.free_neighbours<true>(window, site, word)
                                             : view.free_neighbours<false>(window, site, word);
    return {word | used, &tables.candidates(up, free)};
}

}  // namespace cornerwise
