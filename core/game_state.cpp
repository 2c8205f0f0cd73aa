#include "game_state.h"

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
