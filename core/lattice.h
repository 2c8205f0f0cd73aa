// The two lattices: which cells share an edge, which share only a corner.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

namespace cornerwise {

struct Point {
    int x;
    int y;
    friend bool operator==(const Point&, const Point&) = default;
};

// Board order: rows from the bottom, in a row from the left.
inline bool before(const Point& a, const Point& b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

inline Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }

// Steps from a cell. On triangles they depend on where the cell points;
// on squares `up` means nothing.
struct Lattice {
    bool triangles;

    std::vector<Point> edges(bool up) const {
        if (!triangles) return {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
        if (up) return {{0, -1}, {-1, 0}, {1, 0}};
        return {{-1, 0}, {1, 0}, {0, 1}};
    }

    std::vector<Point> corners(bool up) const {
        if (!triangles) return {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
        std::vector<Point> steps;
        const std::vector<Point> own_edges = edges(up);
        const std::array<Point, 3> own = vertices({0, 0}, up);
        for (int y = -1; y <= 1; ++y) {
            for (int x = -2; x <= 2; ++x) {
                const Point step{x, y};
                if (step == Point{0, 0}) continue;
                bool edge = false;
                for (const Point& e : own_edges) edge = edge || e == step;
                if (edge) continue;
                bool touch = false;
                for (const Point& a : vertices(step, turned(up, step))) {
                    for (const Point& b : own) touch = touch || a == b;
                }
                if (touch) steps.push_back(step);
            }
        }
        return steps;
    }

    // Where does the cell at `step` from a cell pointing `up` point?
    static bool turned(bool up, const Point& step) { return up != (((step.x + step.y) & 1) != 0); }

private:
    // In half columns and rows.
    static std::array<Point, 3> vertices(const Point& p, bool up) {
        if (up) return {{{p.x, p.y}, {p.x + 2, p.y}, {p.x + 1, p.y + 1}}};
        return {{{p.x, p.y + 1}, {p.x + 1, p.y}, {p.x + 2, p.y + 1}}};
    }
};

}  // namespace cornerwise
