// The tables of the fast path: shapes, windows, candidates.
//
// A piece that covers an attach point lies within a few steps of it: 4 on
// squares for pieces of up to 5 cells, 5 on triangles for up to 6. Those cells
// fit into one word, and there is room left for one bit a piece that says "none
// left", so that one AND tests cells and pieces together.
//   squares:   41 cells - attach point                     = 40, + 24 pieces
//   triangles: 46 cells - attach point - its 3 neighbours  = 42, + 22 pieces
// The neighbours' state selects the list of candidates.
#include <algorithm>

#include "tables.h"

namespace cornerwise {

namespace {

constexpr int kSquareReach = 4;
constexpr int kTriangleReach = 5;
constexpr int kSquareCells = 40;
constexpr int kTriangleCells = 42;

struct Run {
    int y;
    int x;
    int width;
};

// The window as runs of cells in a row, without the attach point. For a triangle
// that points up; the other kind is the mirror image. Bits follow in this order.
const Run kSquareRuns[Window::kSegments] = {
    {-4, 0, 1}, {-3, -1, 3}, {-2, -2, 5}, {-1, -3, 7}, {0, -4, 4},
    {0, 1, 4},  {1, -3, 7},  {2, -2, 5},  {3, -1, 3},  {4, 0, 1},
};
const Run kTriangleRuns[Window::kSegments] = {
    {-3, -2, 1}, {-3, 0, 1}, {-3, 2, 1}, {-2, -3, 7}, {-1, -4, 4},
    {-1, 1, 4},  {0, -5, 4}, {0, 2, 4},  {1, -4, 9},  {2, -3, 7},
};

Run run(bool triangles, bool up, int i) {
    if (!triangles) return kSquareRuns[i];
    Run result = kTriangleRuns[i];
    if (!up) result.y = -result.y;
    return result;
}

}  // namespace

void Tables::choose_fast(const std::string& path) {
    const bool generic = path == "generic";
    kernel_ = choose_kernel(generic ? "auto" : path);
    piece_bit_.assign(counts_.size(), 0);
    if (generic || stride_ == 0) return;
    const int reach = lattice_.triangles ? kTriangleReach : kSquareReach;
    int bit = lattice_.triangles ? kTriangleCells : kSquareCells;
    std::vector<bool> eligible(counts_.size());
    for (std::size_t piece = 0; piece < counts_.size(); ++piece) {
        eligible[piece] = piece_size_[piece] <= reach + 1;
    }
    for (const Orientation& orientation : orientations_) {
        if (eligible[orientation.piece] && !connected(orientation)) {
            eligible[orientation.piece] = false;
        }
    }
    for (std::size_t piece = 0; piece < counts_.size(); ++piece) {
        if (!eligible[piece] || bit == 64) continue;
        piece_bit_[piece] = std::uint64_t{1} << bit++;
        has_fast_ = true;
    }
    for (Orientation& orientation : orientations_) {
        orientation.fast = piece_bit_[orientation.piece] != 0;
    }
}

void Tables::build_shapes() {
    shapes_.resize(orientations_.size());
    const std::vector<Point> edges[2] = {lattice_.edges(false), lattice_.edges(true)};
    const std::vector<Point> corners[2] = {lattice_.corners(false), lattice_.corners(true)};
    for (std::size_t o = 0; o < orientations_.size(); ++o) {
        Orientation& orientation = orientations_[o];
        if (!orientation.fast) continue;
        Shape shape{};
        shape.lead = stride_ + 2;
        int last = 0;
        bool fits = true;
        const auto mark = [&](std::uint64_t* words, const Point& p) {
            const int bit = shape.lead + step(p);
            if (bit < 0 || bit >= 64 * Shape::kMaxWords) {
                fits = false;
                return;
            }
            words[bit >> 6] |= std::uint64_t{1} << (bit & 63);
            last = std::max(last, bit);
        };
        for (const Point& p : orientation.points) {
            const bool up = Lattice::turned(orientation.up, p);
            mark(shape.cells, p);
            mark(shape.halo, p);
            for (const Point& e : edges[lattice_.triangles && up]) mark(shape.halo, p + e);
            for (const Point& c : corners[lattice_.triangles && up]) mark(shape.corners, p + c);
        }
        shape.words = last / 64 + 1;
        shapes_[o] = shape;
        if (!fits) {
            // A board so wide that the shape spans too many words.
            piece_bit_[orientation.piece] = 0;
        }
    }
    has_fast_ = false;
    for (Orientation& orientation : orientations_) {
        orientation.fast = piece_bit_[orientation.piece] != 0;
        has_fast_ = has_fast_ || orientation.fast;
    }
}

void Tables::build_windows() {
    if (!has_fast_) return;
    for (int up = 0; up < 2; ++up) {
        Window& window = windows_[up];
        std::uint32_t shift = 0;
        // Cells after the attach point are read from the second board. (Their sites
        // may be lower in a row of the window that reaches beyond the padding; what
        // lies there does not matter.)
        const auto offset = [&](int y, int x) {
            return step({x, y}) + (before({x, y}, {0, 0}) ? 0 : kSiteLimit);
        };
        for (int i = 0; i < Window::kSegments; ++i) {
            const Run r = run(lattice_.triangles, up != 0, i);
            window.segments[i] = {offset(r.y, r.x), shift,
                                  (std::uint64_t{1} << r.width) - 1};
            shift += static_cast<std::uint32_t>(r.width);
        }
        int count = 0;
        for (const Point& e : lattice_.edges(up != 0)) {
            std::int32_t& neighbour = window.neighbours[count++];
            if (lattice_.triangles) {
                neighbour = offset(e.y, e.x);
                continue;
            }
            for (int i = 0; i < Window::kSegments; ++i) {
                const Run r = run(false, false, i);
                if (r.y == e.y && r.x <= e.x && e.x < r.x + r.width) {
                    neighbour = static_cast<std::int32_t>(window.segments[i].shift) + e.x - r.x;
                }
            }
        }
    }
}

void Tables::build_candidates() {
    if (!has_fast_) return;
    struct Candidate {
        std::uint64_t mask;
        std::uint32_t step;
        unsigned needs;  // neighbours of the attach point that it covers
        int size;
    };
    struct Range {
        std::size_t begin;
        Candidates list;
    };
    Range ranges[2][16]{};
    std::vector<int> order;
    for (std::size_t o = 0; o < orientations_.size(); ++o) {
        if (orientations_[o].fast) order.push_back(static_cast<int>(o));
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return orientations_[a].size > orientations_[b].size;
    });
    constexpr int kSide = 2 * kTriangleReach + 1;
    const auto at = [](const Point& p) {
        return (p.y + kTriangleReach) * kSide + p.x + kTriangleReach;
    };
    for (int up = 0; up < (lattice_.triangles ? 2 : 1); ++up) {
        std::uint64_t bit_of[kSide * kSide] = {};
        unsigned neighbour_of[kSide * kSide] = {};
        int bit = 0;
        for (int i = 0; i < Window::kSegments; ++i) {
            const Run r = run(lattice_.triangles, up != 0, i);
            for (int k = 0; k < r.width; ++k) {
                bit_of[at({r.x + k, r.y})] = std::uint64_t{1} << bit++;
            }
        }
        const std::vector<Point> edges = lattice_.edges(up != 0);
        for (std::size_t e = 0; e < edges.size(); ++e) neighbour_of[at(edges[e])] = 1u << e;

        std::vector<Candidate> all;
        for (int o : order) {
            const Orientation& orientation = orientations_[o];
            for (const Point& here : orientation.points) {
                if (lattice_.triangles && Lattice::turned(orientation.up, here) != (up != 0)) {
                    continue;
                }
                Candidate c{piece_bit_[orientation.piece], 0, 0, orientation.size};
                for (const Point& p : orientation.points) {
                    c.mask |= bit_of[at(p - here)];
                    c.needs |= neighbour_of[at(p - here)];
                }
                c.step = (static_cast<std::uint32_t>(o) << kSiteBits) -
                         static_cast<std::uint32_t>(step(here));
                all.push_back(c);
            }
        }
        for (unsigned free = 0; free < (1u << edges.size()); ++free) {
            Range& range = ranges[up][free];
            range.begin = masks_.size();
            for (const Candidate& c : all) {
                if ((c.needs & ~free) != 0) continue;
                masks_.push_back(c.mask);
                steps_.push_back(c.step);
                for (int s = 0; s <= c.size; ++s) ++range.list.class_end[s];
            }
            range.list.size = static_cast<std::uint32_t>(masks_.size() - range.begin);
            // Rounded up to a whole group, for reads past the end.
            while (masks_.size() % kGroup != 0) {
                masks_.push_back(~std::uint64_t{0});
                steps_.push_back(0);
            }
        }
    }
    for (std::size_t i = 0; i < kGroup; ++i) {
        masks_.push_back(~std::uint64_t{0});
        steps_.push_back(0);
    }
    for (int up = 0; up < 2; ++up) {
        for (unsigned pattern = 0; pattern < 16; ++pattern) {
            candidates_[up][pattern] = ranges[up][pattern].list;
            candidates_[up][pattern].masks = masks_.data() + ranges[up][pattern].begin;
            candidates_[up][pattern].steps = steps_.data() + ranges[up][pattern].begin;
        }
    }
}

}  // namespace cornerwise
