// A position with its history.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "movegen.h"
#include "position.h"
#include "tables.h"

namespace cornerwise {

class GameState {
public:
    explicit GameState(std::shared_ptr<Tables> tables);

    void play(int colour, int placement);
    // Takes the last move back and returns it: colour and placement.
    std::pair<int, int> undo();
    Verdict judge(int colour, int placement) const;
    std::string board() const;  // a byte a cell: 0, or colour + 1

    std::shared_ptr<Tables> tables;
    Position position;
    std::vector<std::pair<int, Code>> history;
};

}  // namespace cornerwise
