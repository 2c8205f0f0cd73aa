#include "game_state.h"

#include <algorithm>

namespace cornerwise {

GameState::GameState(std::shared_ptr<Tables> t) : tables(std::move(t)) { position.reset(*tables); }

void GameState::play(int colour, int placement) {
    const Code code = tables->code(placement);
    position.play(*tables, colour, code);
    history.emplace_back(colour, code);
}

// Played again from the start: some 30 ns a move, and nothing to keep in step.
std::pair<int, int> GameState::undo() {
    const auto [colour, code] = history.back();
    history.pop_back();
    position.reset(*tables);
    for (const auto& [c, played] : history) position.play(*tables, c, played);
    return {colour, tables->placement(code)};
}

Verdict GameState::judge(int colour, int placement) const {
    return cornerwise::judge(*tables, position, colour, tables->code(placement));
}

std::vector<int> GameState::legal(int colour) const {
    std::vector<Code> codes(static_cast<std::size_t>(tables->placements()) + 2 * kGroup);
    const std::size_t n = list_moves(*tables, position, colour, codes.data());
    // Codes rise as ids do. They are sorted by marking: linear, and without branches.
    std::vector<std::uint64_t> marks(static_cast<std::size_t>(tables->placements()) / 64 + 1);
    for (std::size_t i = 0; i < n; ++i) {
        const int id = tables->placement(codes[i]);
        marks[static_cast<std::size_t>(id) / 64] |= std::uint64_t{1} << (id % 64);
    }
    std::vector<int> ids;
    ids.reserve(n);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        for (std::uint64_t w = marks[i]; w; w &= w - 1) {
            ids.push_back(static_cast<int>(64 * i) + std::countr_zero(w));
        }
    }
    return ids;
}

std::string GameState::board() const {
    std::string cells(static_cast<std::size_t>(tables->cell_count()), '\0');
    for (const auto& [colour, code] : history) {
        int at[kMaxPieceSize];
        const int n = tables->sites(code, at);
        for (int i = 0; i < n; ++i) {
            cells[static_cast<std::size_t>(tables->cell_of_site(at[i]))] =
                static_cast<char>(colour + 1);
        }
    }
    return cells;
}

}  // namespace cornerwise
