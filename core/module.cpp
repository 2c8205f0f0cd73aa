// The Python module cornerwise._core: everything that comes in is checked here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "move_features.h"
#include "game_state.h"
#include "movegen.h"
#include "perft.h"
#include "playout.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace cornerwise {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

constexpr int kMaxPerftDepth = 64;
constexpr long long kMaxPlayouts = 1'000'000;
constexpr long long kMaxLimitMs = 86'400'000;

void expect_range(const char* what, long long value, long long least, long long most) {
    if (value < least || value > most) {
        throw nb::value_error((std::string(what) + " is " + std::to_string(value) +
                               ", but must be " + std::to_string(least) + " to " +
                               std::to_string(most))
                                  .c_str());
    }
}

int checked_colour(const GameState& state, long long colour) {
    expect_range("colour", colour, 0, state.tables->colours() - 1);
    return static_cast<int>(colour);
}

int checked_placement(const Tables& tables, long long placement) {
    expect_range("placement", placement, 0, tables.placements() - 1);
    return static_cast<int>(placement);
}

// A bit mask of colours; -1 is all.
unsigned checked_colours(const char* what, const GameState& state, long long mask) {
    const long long all = (1ll << state.tables->colours()) - 1;
    expect_range(what, mask, -1, all);
    return static_cast<unsigned>(mask == -1 ? all : mask);
}

unsigned checked_active(const GameState& state, long long active) {
    return checked_colours("active", state, active);
}

// Lists are built by hand: it is several times faster than through a vector.
class ListBuilder {
public:
    explicit ListBuilder(std::size_t size) : list_(nb::steal(PyList_New(static_cast<Py_ssize_t>(size)))) {
        if (!list_.is_valid()) throw nb::python_error();
    }
    void add(nb::object item) {
        if (PyList_SetItem(list_.ptr(), next_++, item.release().ptr()) != 0) {
            throw nb::python_error();
        }
    }
    nb::list take() { return nb::borrow<nb::list>(list_); }

private:
    nb::object list_;
    Py_ssize_t next_ = 0;
};

// Asked while the GIL is released: did a signal handler raise (Ctrl-C)?
bool python_interrupts() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

// Runs `work(stop)` without the GIL.
template <class Work>
auto without_gil(const Cancel* cancel, std::int64_t limit_ms, Work&& work) {
    const Stop stop(cancel, limit_ms, python_interrupts);
    auto result = [&] {
        nb::gil_scoped_release release;
        return work(stop);
    }();
    if (stop.interrupted()) throw nb::python_error();
    return result;
}

std::shared_ptr<Tables> make_tables(bool triangles, int columns, int rows, int parity,
                                    const Pairs& cells, const std::vector<Pairs>& orientations,
                                    const std::vector<bool>& up, const std::vector<int>& piece_of,
                                    const std::vector<int>& counts, int colours,
                                    const std::vector<std::vector<int>>& starts,
                                    const std::string& path) {
    const auto points = [](const Pairs& pairs) {
        std::vector<Point> result;
        result.reserve(pairs.size());
        for (const auto& [x, y] : pairs) result.push_back({x, y});
        return result;
    };
    Spec spec;
    spec.triangles = triangles;
    spec.columns = columns;
    spec.rows = rows;
    spec.parity = parity;
    spec.cells = points(cells);
    for (const Pairs& orientation : orientations) {
        spec.orientations.push_back(points(orientation));
    }
    spec.up = up;
    spec.piece_of = piece_of;
    spec.counts = counts;
    spec.colours = colours;
    spec.starts = starts;
    spec.path = path;
    return std::make_shared<Tables>(spec);
}

nb::list cells_of_bits(const Tables& tables, const Bits& bits) {
    // Padding may be marked as well: it has no cell.
    nb::list cells;
    for_each_bit(bits, [&](int site) {
        const int cell = tables.cell_of_site(site);
        if (cell >= 0) cells.append(cell);
    });
    return cells;
}

// Ids as Python integers, made once each: a list of them is then little more
// than a copy of pointers.
PyObject* python_id(int id) {
    static PyObject* known[kMaxPlacements] = {};
    PyObject*& entry = known[id];
    if (!entry) {
        entry = PyLong_FromLong(id);
        if (!entry) throw nb::python_error();
    }
    return entry;
}

nb::list legal(const GameState& state, long long colour) {
    static Scratch scratch;  // used only under the GIL, so by one thread at a time
    const std::span<const std::uint16_t> ids =
        legal_ids(*state.tables, state.position, checked_colour(state, colour), scratch);
    nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(ids.size())));
    if (!list.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        PyObject* id = python_id(ids[i]);
        Py_INCREF(id);
#ifdef Py_LIMITED_API
        PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), id);
#else
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), id);
#endif
    }
    return nb::borrow<nb::list>(list);
}

void play(GameState& state, long long colour, long long placement) {
    const int c = checked_colour(state, colour);
    const int id = checked_placement(*state.tables, placement);
    const char* reason = nullptr;
    switch (state.judge(c, id)) {
        case Verdict::kLegal: break;
        case Verdict::kNoneLeft: reason = "the colour has no copy of the piece left"; break;
        case Verdict::kForbidden: reason = "it covers a cell that is forbidden for the colour"; break;
        case Verdict::kNotAttached: reason = "it covers no attach point of the colour"; break;
    }
    if (reason) {
        throw nb::value_error(("placement " + std::to_string(id) + " is not legal for colour " +
                               std::to_string(c) + ": " + reason)
                                  .c_str());
    }
    state.play(c, id);
}

// Every `step`-th game from the `first`: a list of games, each a list of (cells, ending) by colour.
nb::list games_of(const std::vector<Outcome>& outcomes, int colours, std::size_t first,
                  std::size_t step) {
    const auto width = static_cast<std::size_t>(colours);
    const std::size_t total = outcomes.size() / width;
    ListBuilder games(total > first ? (total - first + step - 1) / step : 0);
    for (std::size_t i = first; i < total; i += step) {
        ListBuilder game(width);
        for (std::size_t c = 0; c < width; ++c) {
            const Outcome& o = outcomes[i * width + c];
            game.add(nb::make_tuple(static_cast<int>(o.cells), static_cast<int>(o.ending)));
        }
        games.add(game.take());
    }
    return games.take();
}

nb::list playouts_of(const GameState& state, long long n, std::uint64_t seed, long long active,
                     bool first_blocked) {
    expect_range("number of playouts", n, 0, kMaxPlayouts);
    const Rules rules{checked_active(state, active), first_blocked};
    // A copy: another thread may play on while this one computes.
    const Position position = state.position;
    const Tables& tables = *state.tables;
    const std::vector<Outcome> outcomes = without_gil(nullptr, -1, [&](const Stop& stop) {
        return playouts(tables, position, static_cast<std::uint32_t>(n), seed, rules, stop);
    });
    return games_of(outcomes, tables.colours(), 0, 1);
}

nb::list rollouts_of(const GameState& state, long long colour,
                     const std::vector<long long>& placements, long long n, std::uint64_t seed,
                     long long active, const std::string& policy_name, bool first_blocked,
                     const Cancel* cancel, std::optional<long long> limit_ms) {
    const int c = checked_colour(state, colour);
    expect_range("number of rollouts", n, 0, kMaxPlayouts);
    expect_range("number of placements", static_cast<long long>(placements.size()), 0,
                 kMaxPlacements);
    expect_range("number of games in all", n * static_cast<long long>(placements.size()), 0,
                 kMaxPlayouts);
    if (limit_ms) expect_range("limit_ms", *limit_ms, 0, kMaxLimitMs);
    const Rules rules{checked_active(state, active), first_blocked};
    const Policy policy = make_policy(policy_name);
    std::vector<Code> moves;
    for (long long placement : placements) {
        const int id = checked_placement(*state.tables, placement);
        if (state.judge(c, id) != Verdict::kLegal) {
            throw nb::value_error(("placement " + std::to_string(id) +
                                   " is not legal for colour " + std::to_string(c))
                                      .c_str());
        }
        moves.push_back(state.tables->code(id));
    }
    const Position position = state.position;
    const Tables& tables = *state.tables;
    const std::vector<Outcome> outcomes =
        without_gil(cancel, limit_ms.value_or(-1), [&](const Stop& stop) {
            return rollouts(tables, position, c, moves, static_cast<std::uint32_t>(n), seed, rules,
                            policy, stop);
        });
    ListBuilder result(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        result.add(games_of(outcomes, tables.colours(), i, moves.size()));
    }
    return result.take();
}

nb::list features_of(const GameState& state, long long colour, long long against) {
    const std::vector<Feature> found =
        features(*state.tables, state.position, checked_colour(state, colour),
                 checked_colours("against", state, against));
    ListBuilder list(found.size());
    for (const Feature& f : found) {
        list.add(nb::make_tuple(nb::borrow(python_id(f.placement)), f.size, f.gained, f.taken,
                                f.central));
    }
    return list.take();
}

// For benchmarks: lists (or counts) the legal placements of each state's colour,
// `passes` times over, without Python in between.
std::pair<std::uint64_t, double> time_generation(const std::vector<const GameState*>& states,
                                                 const std::vector<long long>& colours,
                                                 long long passes, bool only_count) {
    expect_range("number of colours", static_cast<long long>(colours.size()),
                 static_cast<long long>(states.size()), static_cast<long long>(states.size()));
    expect_range("passes", passes, 0, 1'000'000);
    std::size_t room = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (!states[i]) throw nb::type_error("a state is None");
        checked_colour(*states[i], colours[i]);
        room = std::max(room, static_cast<std::size_t>(states[i]->tables->placements()));
    }
    std::vector<Code> codes(room + kGroup);
    std::uint64_t moves = 0;
    const std::clock_t begin = std::clock();
    for (long long pass = 0; pass < passes; ++pass) {
        for (std::size_t i = 0; i < states.size(); ++i) {
            const GameState& s = *states[i];
            const int colour = static_cast<int>(colours[i]);
            moves += only_count ? count_moves(*s.tables, s.position, colour)
                                : list_moves(*s.tables, s.position, colour, codes.data());
        }
    }
    return {moves, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC};
}

}  // namespace
}  // namespace cornerwise

NB_MODULE(_core, m) {
    using namespace cornerwise;
    m.doc() = "Boards, legal placements, perft and random games, on plain integers.";

    m.def("time_generation", &time_generation, "states"_a, "colours"_a, "passes"_a,
          "only_count"_a = false);

    nb::class_<Tables>(m, "Tables", "A board and its pieces as numbers; immutable.")
        .def(nb::new_(&make_tables), nb::kw_only(), "triangles"_a, "columns"_a, "rows"_a,
             "parity"_a, "cells"_a, "orientations"_a, "up"_a, "piece_of"_a, "counts"_a,
             "colours"_a, "starts"_a, "path"_a = "auto")
        .def_prop_ro("placements", &Tables::placements)
        .def_prop_ro("colours", &Tables::colours)
        .def_prop_ro("path",
                     [](const Tables& t) {
                         return std::string(t.has_fast() ? t.kernel().name : "generic");
                     })
        .def("cells_of",
             [](const Tables& t, long long placement) {
                 int at[kMaxPieceSize];
                 const int n = t.sites(t.code(checked_placement(t, placement)), at);
                 std::vector<int> cells;
                 for (int i = 0; i < n; ++i) cells.push_back(t.cell_of_site(at[i]));
                 return cells;
             },
             "placement"_a)
        .def("orientation_of",
             [](const Tables& t, long long placement) {
                 return Tables::orientation_of(t.code(checked_placement(t, placement)));
             },
             "placement"_a)
        .def("anchor_of",
             [](const Tables& t, long long placement) {
                 return t.cell_of_site(
                     Tables::anchor_site(t.code(checked_placement(t, placement))));
             },
             "placement"_a)
        .def("find", &Tables::find, "cells"_a);

    nb::class_<Cancel>(m, "Cancel", "A flag that ends a computation of another thread early.")
        .def(nb::init<>())
        .def("cancel", &Cancel::raise)
        .def_prop_ro("cancelled", &Cancel::raised);

    nb::class_<GameState>(m, "State", "Colours on a board; a value, copied by copy().")
        .def(nb::init<std::shared_ptr<Tables>>(), "tables"_a)
        .def_prop_ro("tables", [](const GameState& s) { return s.tables; })
        .def("copy", [](const GameState& s) { return GameState(s); })
        .def("__copy__", [](const GameState& s) { return GameState(s); })
        .def("__deepcopy__", [](const GameState& s, nb::handle) { return GameState(s); },
             "memo"_a)
        .def("play", &play, "colour"_a, "placement"_a)
        .def("undo",
             [](GameState& s) {
                 if (s.history.empty()) throw nb::index_error("there is nothing to undo");
                 return s.undo();
             })
        .def("legal", &legal, "colour"_a)
        .def("count",
             [](const GameState& s, long long colour) {
                 return count_moves(*s.tables, s.position, checked_colour(s, colour));
             },
             "colour"_a)
        .def("can_place",
             [](const GameState& s, long long colour) {
                 return can_place(*s.tables, s.position, checked_colour(s, colour));
             },
             "colour"_a)
        .def("is_legal",
             [](const GameState& s, long long colour, long long placement) {
                 return s.judge(checked_colour(s, colour),
                                checked_placement(*s.tables, placement)) == Verdict::kLegal;
             },
             "colour"_a, "placement"_a)
        .def("board",
             [](const GameState& s) {
                 const std::string cells = s.board();
                 return nb::bytes(cells.data(), cells.size());
             })
        .def("attach",
             [](const GameState& s, long long colour) {
                 return cells_of_bits(*s.tables,
                                      attach_points(s.position, checked_colour(s, colour)));
             },
             "colour"_a)
        .def("forbidden",
             [](const GameState& s, long long colour) {
                 return cells_of_bits(*s.tables,
                                      s.position.side[checked_colour(s, colour)].forbidden);
             },
             "colour"_a)
        .def("remaining",
             [](const GameState& s, long long colour) {
                 const Side& side = s.position.side[checked_colour(s, colour)];
                 return std::vector<int>(side.left, side.left + s.tables->pieces());
             },
             "colour"_a)
        .def("history",
             [](const GameState& s) {
                 Pairs moves;
                 for (const auto& [colour, code] : s.history) {
                     moves.emplace_back(colour, s.tables->placement(code));
                 }
                 return moves;
             })
        .def("key", [](const GameState& s) { return s.position.key; })
        .def("next_colour",
             [](const GameState& s, long long active) {
                 return next_colour(*s.tables, s.position, checked_active(s, active));
             },
             "active"_a = -1)
        .def("perft",
             [](const GameState& s, long long depth, long long active) {
                 expect_range("depth", depth, 0, kMaxPerftDepth);
                 const unsigned mask = checked_active(s, active);
                 const Position position = s.position;
                 const Tables& tables = *s.tables;
                 return without_gil(nullptr, -1, [&](const Stop& stop) {
                     return perft(tables, position, static_cast<int>(depth), mask, stop);
                 });
             },
             "depth"_a, "active"_a = -1)
        .def("playouts", &playouts_of, "n"_a, "seed"_a, "active"_a = -1, nb::kw_only(),
             "first_blocked"_a = false)
        .def("rollouts", &rollouts_of, "colour"_a, "placements"_a, "n"_a, "seed"_a,
             "active"_a = -1, nb::kw_only(), "policy"_a = "large", "first_blocked"_a = false,
             "cancel"_a = nb::none(), "limit_ms"_a = nb::none())
        .def("features", &features_of, "colour"_a, "against"_a = -1)
        .def("reach",
             [](const GameState& s, long long colour, long long limit) {
                 expect_range("limit", limit, 1, 255);
                 const std::string steps = reach(*s.tables, s.position, checked_colour(s, colour),
                                                 static_cast<int>(limit));
                 return nb::bytes(steps.data(), steps.size());
             },
             "colour"_a, "limit"_a = 12);
}
