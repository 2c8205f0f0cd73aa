#include "tables.h"

#include <algorithm>
#include <stdexcept>

#include "random.h"

namespace cornerwise {

namespace {

[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

std::string text(const Point& p) {
    std::string result = "(";
    result += std::to_string(p.x);
    result += ", ";
    result += std::to_string(p.y);
    result += ")";
    return result;
}

void expect_range(const char* what, long long value, long long least, long long most) {
    if (value < least || value > most) {
        refuse(std::string(what) + " is " + std::to_string(value) + ", but must be " +
               std::to_string(least) + " to " + std::to_string(most));
    }
}

}  // namespace

Tables::Tables(const Spec& spec) : lattice_{spec.triangles} {
    expect_range("number of colours", spec.colours, 1, kMaxColours);
    colours_ = spec.colours;
    take_board(spec);
    lay_out_sites();
    take_pieces(spec);
    take_starts(spec);
    number_placements();
    choose_fast(spec.path);
    build_shapes();
    build_windows();
    build_candidates();
    build_slow();
    build_keys();
    measure_centre();
}

void Tables::take_board(const Spec& spec) {
    expect_range("number of columns", spec.columns, 1, kMaxSide);
    expect_range("number of rows", spec.rows, 1, kMaxSide);
    expect_range("parity", spec.parity, 0, 1);
    expect_range("number of cells", static_cast<long long>(spec.cells.size()), 1, kMaxCells);
    columns_ = spec.columns;
    rows_ = spec.rows;
    parity_ = spec.parity;
    points_ = spec.cells;
    grid_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), -1);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const Point& p = points_[i];
        if (p.x < 0 || p.x >= columns_ || p.y < 0 || p.y >= rows_) {
            refuse("cell " + std::to_string(i) + " at " + text(p) + " is outside the board's " +
                   std::to_string(columns_) + " columns and " + std::to_string(rows_) + " rows");
        }
        if (i > 0 && !before(points_[i - 1], p)) {
            refuse("cell " + std::to_string(i) + " at " + text(p) + " is out of board order after " +
                   text(points_[i - 1]));
        }
        grid_[static_cast<std::size_t>(p.y * columns_ + p.x)] = static_cast<std::int16_t>(i);
    }
}

int Tables::cell_at(const Point& p) const {
    if (p.x < 0 || p.x >= columns_ || p.y < 0 || p.y >= rows_) return -1;
    return grid_[static_cast<std::size_t>(p.y * columns_ + p.x)];
}

void Tables::lay_out_sites() {
    // The window around an attach point reaches pad_rows() up and down; left and
    // right a piece cannot get past a column of padding, and marking corners
    // must not reach across it.
    const int stride = columns_ + pad_columns();
    // A few sites more at the beginning: in the bottom row a window may reach some
    // columns beyond the padding, and must still read inside the board.
    constexpr int kMargin = 8;
    const int lattice_sites = kMargin + stride * (rows_ + 2 * pad_rows());
    // Unaligned reads and writes of whole words must end inside a `Bits`.
    const bool fits = lattice_sites <= kSiteLimit - 64;
    stride_ = fits ? stride : 0;
    cell_of_site_.assign(kSiteLimit, -1);
    padding_.fill();
    for (int cell = 0; cell < cell_count(); ++cell) {
        const Point& p = points_[cell];
        const int site = fits ? kMargin + (p.y + pad_rows()) * stride + p.x : cell;
        site_of_cell_.push_back(static_cast<std::uint16_t>(site));
        cell_of_site_[site] = static_cast<std::int16_t>(cell);
        padding_.reset(site);
        if (lattice_.triangles && ((p.x + p.y + parity_) & 1) == 0) up_.set(site);
    }
    edge_sites_.resize(kSiteLimit);
    corner_sites_.resize(kSiteLimit);
    const std::vector<Point> edges[2] = {lattice_.edges(false), lattice_.edges(true)};
    const std::vector<Point> corners[2] = {lattice_.corners(false), lattice_.corners(true)};
    for (int cell = 0; cell < cell_count(); ++cell) {
        const int site = site_of_cell_[cell];
        const bool up = up_.test(site);
        for (const Point& step : edges[up]) {
            const int other = cell_at(points_[cell] + step);
            if (other >= 0) edge_sites_[site].push_back(site_of_cell_[other]);
        }
        for (const Point& step : corners[up]) {
            const int other = cell_at(points_[cell] + step);
            if (other >= 0) corner_sites_[site].push_back(site_of_cell_[other]);
        }
    }
}

std::string Tables::shape_text(const std::vector<Point>& points, bool up) {
    std::string key(1, up ? '^' : '.');
    for (const Point& p : points) {
        for (int n : {p.x, p.y}) {
            key.push_back(static_cast<char>(n & 0xff));
            key.push_back(static_cast<char>((n >> 8) & 0xff));
        }
    }
    return key;
}

void Tables::take_pieces(const Spec& spec) {
    const std::size_t kinds = spec.counts.size();
    expect_range("number of pieces", static_cast<long long>(kinds), 1, kMaxPieces);
    for (std::size_t i = 0; i < kinds; ++i) {
        expect_range("number of copies of a piece", spec.counts[i], 0, kMaxPieces);
        pieces_a_colour_ += spec.counts[i];
    }
    expect_range("number of pieces a colour has", pieces_a_colour_, 1, kMaxPieces);
    counts_ = spec.counts;
    if (spec.up.size() != spec.orientations.size() ||
        spec.piece_of.size() != spec.orientations.size()) {
        refuse("orientations, up and piece_of differ in length: " +
               std::to_string(spec.orientations.size()) + ", " + std::to_string(spec.up.size()) +
               ", " + std::to_string(spec.piece_of.size()));
    }
    expect_range("number of orientations", static_cast<long long>(spec.orientations.size()), 1,
                 12 * kMaxPieces);
    piece_size_.assign(kinds, 0);
    for (std::size_t i = 0; i < spec.orientations.size(); ++i) {
        const std::string name = "orientation " + std::to_string(i);
        const std::vector<Point>& points = spec.orientations[i];
        const int piece = spec.piece_of[i];
        expect_range((name + ": its piece").c_str(), piece, 0, static_cast<long long>(kinds) - 1);
        expect_range((name + ": its number of cells").c_str(),
                     static_cast<long long>(points.size()), 1, kMaxPieceSize);
        if (i > 0 && piece < spec.piece_of[i - 1]) {
            refuse(name + " is of piece " + std::to_string(piece) + ", after one of piece " +
                   std::to_string(spec.piece_of[i - 1]));
        }
        if (points[0] != Point{0, 0}) {
            refuse(name + " must begin with its anchor (0, 0), not " + text(points[0]));
        }
        for (std::size_t k = 1; k < points.size(); ++k) {
            if (std::abs(points[k].x) > kMaxSide || std::abs(points[k].y) > kMaxSide) {
                refuse(name + " has a cell at " + text(points[k]) + ", too far from its anchor");
            }
            if (!before(points[k - 1], points[k])) {
                refuse(name + " has a cell at " + text(points[k]) + " out of board order after " +
                       text(points[k - 1]));
            }
        }
        int& size = piece_size_[piece];
        if (size == 0) size = static_cast<int>(points.size());
        if (size != static_cast<int>(points.size())) {
            refuse(name + " has " + std::to_string(points.size()) + " cells, but its piece has " +
                   std::to_string(size));
        }
        const bool up = lattice_.triangles && spec.up[i];
        const auto [found, added] =
            orientation_by_shape_.emplace(shape_text(points, up), static_cast<int>(i));
        if (!added) refuse(name + " repeats orientation " + std::to_string(found->second));
        orientations_.push_back(Orientation{points, up, false, piece,
                                            static_cast<int>(points.size()), 0, 0, 0});
    }
    for (std::size_t piece = 0; piece < kinds; ++piece) {
        if (piece_size_[piece] == 0) {
            refuse("piece " + std::to_string(piece) + " has no orientation");
        }
    }
}

void Tables::take_starts(const Spec& spec) {
    if (static_cast<int>(spec.starts.size()) != colours_) {
        refuse("starts are given for " + std::to_string(spec.starts.size()) + " colours of " +
               std::to_string(colours_));
    }
    for (int colour = 0; colour < colours_; ++colour) {
        if (spec.starts[colour].empty()) {
            refuse("colour " + std::to_string(colour) + " has no start cell");
        }
        for (int cell : spec.starts[colour]) {
            expect_range("a start cell", cell, 0, cell_count() - 1);
            starts_[colour].set(site_of_cell_[cell]);
        }
    }
}

void Tables::number_placements() {
    fits_.resize(orientations_.size());
    for (std::size_t o = 0; o < orientations_.size(); ++o) {
        Orientation& orientation = orientations_[o];
        orientation.first = static_cast<int>(code_of_.size());
        Fits& fits = fits_[o];
        fits.anchors.clear();
        for (int cell = 0; cell < cell_count(); ++cell) {
            const int site = site_of_cell_[cell];
            if (lattice_.triangles && up_.test(site) != orientation.up) continue;
            bool on_board = true;
            for (int k = 1; k < orientation.size && on_board; ++k) {
                on_board = cell_at(points_[cell] + orientation.points[k]) >= 0;
            }
            if (!on_board) continue;
            fits.anchors.set(site);
            code_of_.push_back(static_cast<Code>(o << kSiteBits) | static_cast<Code>(site));
        }
        if (code_of_.size() > kMaxPlacements) {
            refuse("the pieces have more than " + std::to_string(kMaxPlacements) +
                   " placements on this board");
        }
        orientation.placements = static_cast<int>(code_of_.size()) - orientation.first;
        int sum = orientation.first;
        for (int w = 0; w < kWords; ++w) {
            fits.before[w] = static_cast<std::uint16_t>(sum);
            sum += std::popcount(fits.anchors.word[w]);
        }
    }
}

bool Tables::connected(const Orientation& orientation) const {
    std::vector<Point> open{orientation.points[0]};
    std::vector<Point> rest(orientation.points.begin() + 1, orientation.points.end());
    while (!open.empty()) {
        const Point from = open.back();
        open.pop_back();
        for (const Point& step : lattice_.edges(Lattice::turned(orientation.up, from))) {
            const auto found = std::find(rest.begin(), rest.end(), from + step);
            if (found == rest.end()) continue;
            open.push_back(*found);
            rest.erase(found);
        }
    }
    return rest.empty();
}

int Tables::sites(Code code, int* out) const {
    const Orientation& orientation = orientations_[orientation_of(code)];
    const int anchor = anchor_site(code);
    if (stride_ > 0) {
        for (int k = 0; k < orientation.size; ++k) out[k] = anchor + step(orientation.points[k]);
    } else {
        const Point& at = points_[anchor];
        for (int k = 0; k < orientation.size; ++k) out[k] = cell_at(at + orientation.points[k]);
    }
    return orientation.size;
}

int Tables::find(std::vector<int> cells) const {
    if (cells.empty() || cells.size() > kMaxPieceSize) return -1;
    std::sort(cells.begin(), cells.end());
    if (cells.front() < 0 || cells.back() >= cell_count()) return -1;
    const int anchor = cells.front();
    std::vector<Point> points;
    for (int cell : cells) points.push_back(points_[cell] - points_[anchor]);
    const int site = site_of_cell_[anchor];
    const auto found = orientation_by_shape_.find(shape_text(points, up_.test(site)));
    if (found == orientation_by_shape_.end()) return -1;
    return placement(static_cast<Code>(found->second << kSiteBits) | static_cast<Code>(site));
}

void Tables::build_slow() {
    for (Orientation& orientation : orientations_) {
        if (orientation.fast) continue;
        orientation.slow_sites = static_cast<std::uint32_t>(slow_sites_.size());
        for (int i = 0; i < orientation.placements; ++i) {
            int at[kMaxPieceSize];
            const int size = sites(code_of_[orientation.first + i], at);
            for (int k = 0; k < size; ++k) slow_sites_.push_back(static_cast<std::uint16_t>(at[k]));
        }
    }
    if (slow_sites_.empty()) return;
    std::vector<std::uint32_t> next(kSiteLimit + 1, 0);
    for (std::uint16_t site : slow_sites_) ++next[site + 1];
    for (int site = 0; site < kSiteLimit; ++site) next[site + 1] += next[site];
    slow_begin_ = next;
    slow_cover_.resize(slow_sites_.size());
    for (const Orientation& orientation : orientations_) {
        if (orientation.fast) continue;
        for (int i = 0; i < orientation.placements; ++i) {
            const int id = orientation.first + i;
            const std::uint16_t* at = slow_sites(orientation, id);
            for (int k = 0; k < orientation.size; ++k) {
                slow_cover_[next[at[k]]++] = static_cast<std::uint16_t>(id);
            }
        }
    }
}

void Tables::measure_centre() {
    // Twice the coordinates, from the middle of the box; a row of triangles is
    // sqrt(3) half columns high.
    const auto distance = [&](const Point& p) {
        const long long x = 2ll * p.x - (columns_ - 1);
        const long long y = 2ll * p.y - (rows_ - 1);
        return x * x + (lattice_.triangles ? 3 : 1) * y * y;
    };
    const auto root = [](long long square) {
        long long r = 0;
        for (long long bit = 1 << 20; bit; bit >>= 1) {
            if ((r + bit) * (r + bit) <= square) r += bit;
        }
        return r;
    };
    long long most = 1;
    for (const Point& p : points_) most = std::max(most, distance(p));
    central_.assign(kSiteLimit, 0);
    for (int cell = 0; cell < cell_count(); ++cell) {
        central_[site_of_cell_[cell]] = static_cast<std::int16_t>(
            1000 - root(1'000'000 * distance(points_[cell]) / most));
    }
}

void Tables::build_keys() {
    for (int colour = 0; colour < colours_; ++colour) {
        site_keys_[colour].assign(kSiteLimit, 0);
        for (int cell = 0; cell < cell_count(); ++cell) {
            // By cell, not by site: a key must not depend on how sites are laid out.
            site_keys_[colour][site_of_cell_[cell]] =
                mix(0x100000000u + static_cast<std::uint64_t>(colour * kMaxCells + cell));
        }
    }
}

std::uint64_t Tables::key_of_copies(int colour, int piece, int left) const {
    return mix(0x200000000u + static_cast<std::uint64_t>(
                                  (colour * kMaxPieces + piece) * (kMaxPieces + 1) + left));
}

}  // namespace cornerwise
