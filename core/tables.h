// Everything about a board and its pieces that does not change during games.
//
// Vocabulary: a *cell* is an index in board order, a *site* the cell's bit in a
// `Bits`. On ordinary boards sites form a lattice with padding around it, so
// that a step on the board is a constant distance between sites; a board whose
// box is too large for that has site = cell and takes the generic path.
// An *orientation* at an anchor is a placement: inside the core it is a *code*,
// orientation and anchor site in one integer; outside it is a dense *id*. Both
// rise in the same order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bits.h"
#include "kernel.h"
#include "lattice.h"

namespace cornerwise {

using Code = std::uint32_t;

inline constexpr int kMaxCells = 512;
inline constexpr int kMaxColours = 4;
inline constexpr int kMaxPieces = 64;          // copies a colour has, and kinds of pieces
inline constexpr int kMaxPieceSize = 12;
inline constexpr int kMaxPlacements = 65535;
inline constexpr int kMaxSide = 512;
inline constexpr int kMaxSizeClass = kMaxPieceSize + 1;

struct Spec {
    bool triangles = false;
    int columns = 0;
    int rows = 0;
    int parity = 0;
    std::vector<Point> cells;
    std::vector<std::vector<Point>> orientations;
    std::vector<bool> up;
    std::vector<int> piece_of;
    std::vector<int> counts;
    int colours = 0;
    std::vector<std::vector<int>> starts;
    std::string path = "auto";  // auto, generic, portable, avx2 or avx512
};

// One orientation as bits to be laid over a board: bit b is the site
// `anchor - lead + b`.
struct Shape {
    static constexpr int kMaxWords = 4;
    std::uint64_t cells[kMaxWords];
    std::uint64_t halo[kMaxWords];     // cells and all that share an edge with them
    std::uint64_t corners[kMaxWords];  // all that touch them at a corner
    int words;
    int lead;
};

struct Orientation {
    std::vector<Point> points;
    bool up;
    bool fast;        // listed by the window tables (and has a Shape)
    int piece;
    int size;
    int first;        // id of its first placement
    int placements;
    std::uint32_t slow_sites;  // where the sites of its placements begin, if not fast
};

// How the cells around an attach point are gathered into one word.
//
// The two halves of a pair of boards are read: first "forbidden or already
// processed" (for the cells before the attach point), then "forbidden" (for
// those after it). Offsets are relative to the attach point and include the
// distance between the two.
struct Window {
    static constexpr int kSegments = 10;
    struct Segment {
        std::int32_t offset;
        std::uint32_t shift;
        std::uint64_t mask;
    };
    Segment segments[kSegments];
    // Where the neighbours' state is read: on squares the bits of the word that hold
    // it, on triangles, whose words have no room for it, offsets as above.
    std::int32_t neighbours[4];
};

// The candidates around an attach point for one pattern of free neighbours,
// largest pieces first.
struct Candidates {
    const std::uint64_t* masks;
    const std::uint32_t* steps;  // code = site of the attach point + step, modulo 2^32
    std::uint32_t size;
    // Candidates with at least s cells end before class_end[s].
    std::uint16_t class_end[kMaxSizeClass];
};

class Tables {
public:
    explicit Tables(const Spec& spec);  // throws std::invalid_argument
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;

    // --- what it was made of
    int cell_count() const { return static_cast<int>(points_.size()); }
    int colours() const { return colours_; }
    int pieces() const { return static_cast<int>(counts_.size()); }
    int placements() const { return static_cast<int>(code_of_.size()); }
    int copies(int piece) const { return counts_[piece]; }
    int pieces_a_colour() const { return pieces_a_colour_; }
    int size_of_piece(int piece) const { return piece_size_[piece]; }
    const Orientation& orientation(int o) const { return orientations_[o]; }
    const Shape& shape(int o) const { return shapes_[o]; }
    const Bits& starts(int colour) const { return starts_[colour]; }
    const Bits& padding() const { return padding_; }  // sites that are no cells
    Point point(int cell) const { return points_[cell]; }

    // --- cells, sites, codes, ids
    int site_of_cell(int cell) const { return site_of_cell_[cell]; }
    int cell_of_site(int site) const { return cell_of_site_[site]; }  // -1: padding
    bool lattice_sites() const { return stride_ > 0; }
    bool points_up(int site) const { return up_.test(site); }

    Code code(int placement) const { return code_of_[placement]; }
    int placement(Code code) const {
        const int o = static_cast<int>(code >> kSiteBits);
        const int site = static_cast<int>(code & (kSiteLimit - 1));
        const Fits& fits = fits_[o];
        const std::uint64_t below = fits.anchors.word[site >> 6] &
                                    ((std::uint64_t{1} << (site & 63)) - 1);
        return fits.before[site >> 6] + std::popcount(below);
    }
    static int orientation_of(Code code) { return static_cast<int>(code >> kSiteBits); }
    static int anchor_site(Code code) { return static_cast<int>(code & (kSiteLimit - 1)); }
    int piece_of(Code code) const { return orientations_[orientation_of(code)].piece; }

    // Sites of a placement, in board order; returns how many.
    int sites(Code code, int* out) const;
    // Id of the placement that covers just these cells, or -1.
    int find(std::vector<int> cells) const;

    // --- neighbours of a site
    const std::vector<std::uint16_t>& edge_sites(int site) const { return edge_sites_[site]; }
    const std::vector<std::uint16_t>& corner_sites(int site) const { return corner_sites_[site]; }

    // How central a site is: 1000 in the middle of the board, 0 farthest from it.
    int central(int site) const { return central_[site]; }

    // --- fast path
    const Kernel& kernel() const { return kernel_; }
    bool has_fast() const { return has_fast_; }
    const Window& window(bool up) const { return windows_[up]; }
    const Candidates& candidates(bool up, unsigned pattern) const {
        return candidates_[up][pattern];
    }
    std::uint64_t piece_bit(int piece) const { return piece_bit_[piece]; }  // 0: not fast
    bool triangles() const { return lattice_.triangles; }

    // --- generic path
    bool has_slow() const { return !slow_cover_.empty(); }
    std::pair<const std::uint16_t*, const std::uint16_t*> slow_cover(int site) const {
        return {slow_cover_.data() + slow_begin_[site], slow_cover_.data() + slow_begin_[site + 1]};
    }
    const std::uint16_t* slow_sites(const Orientation& o, int placement) const {
        return slow_sites_.data() + o.slow_sites +
               static_cast<std::size_t>(placement - o.first) * static_cast<std::size_t>(o.size);
    }

    // --- keys
    std::uint64_t key_of(int colour, int site) const { return site_keys_[colour][site]; }
    std::uint64_t key_of_copies(int colour, int piece, int left) const;

private:
    struct Fits {
        Bits anchors;                  // sites at which the orientation is on the board
        std::uint16_t before[kWords];  // ids below each word
    };

    void take_board(const Spec& spec);
    void lay_out_sites();
    void take_pieces(const Spec& spec);
    void take_starts(const Spec& spec);
    void number_placements();
    void choose_fast(const std::string& path);
    void build_shapes();
    void build_windows();
    void build_candidates();
    void build_slow();
    void build_keys();
    void measure_centre();
    int cell_at(const Point& p) const;
    bool connected(const Orientation& orientation) const;
    std::vector<Point> window_cells(bool up) const;
    static std::string shape_text(const std::vector<Point>& points, bool up);
    int pad_rows() const { return lattice_.triangles ? 3 : 4; }
    int pad_columns() const { return lattice_.triangles ? 2 : 1; }
    int step(const Point& p) const { return p.y * stride_ + p.x; }

    Lattice lattice_{false};
    int columns_ = 0;
    int rows_ = 0;
    int parity_ = 0;
    int colours_ = 0;
    int stride_ = 0;  // 0: sites are cells
    int pieces_a_colour_ = 0;
    bool has_fast_ = false;
    Kernel kernel_{};

    std::vector<Point> points_;
    std::vector<std::int16_t> grid_;  // cell at y * columns + x, or -1
    std::vector<std::uint16_t> site_of_cell_;
    std::vector<std::int16_t> cell_of_site_;
    Bits up_{};
    Bits padding_{};
    Bits starts_[kMaxColours]{};
    std::vector<std::vector<std::uint16_t>> edge_sites_;
    std::vector<std::vector<std::uint16_t>> corner_sites_;

    std::vector<std::int16_t> central_;

    std::vector<Orientation> orientations_;
    std::vector<int> counts_;
    std::vector<int> piece_size_;
    std::unordered_map<std::string, int> orientation_by_shape_;
    std::vector<Fits> fits_;
    std::vector<Code> code_of_;

    std::vector<Shape> shapes_;
    Window windows_[2]{};
    Candidates candidates_[2][16]{};
    std::vector<std::uint64_t> masks_;
    std::vector<std::uint32_t> steps_;
    std::vector<std::uint64_t> piece_bit_;

    std::vector<std::uint32_t> slow_begin_;
    std::vector<std::uint16_t> slow_cover_;
    std::vector<std::uint16_t> slow_sites_;

    std::vector<std::uint64_t> site_keys_[kMaxColours];
};

}  // namespace cornerwise
