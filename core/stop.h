// When does a long computation have to end early?
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace cornerwise {

// A flag that another thread may raise.
class Cancel {
public:
    void raise() { raised_.store(true, std::memory_order_relaxed); }
    bool raised() const { return raised_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> raised_{false};
};

// A cancel flag, a time limit, and a question asked from time to time (has the
// user interrupted the program?). All are optional.
class Stop {
public:
    using Clock = std::chrono::steady_clock;
    using Ask = bool (*)();

    explicit Stop(const Cancel* cancel = nullptr, std::int64_t limit_ms = -1, Ask ask = nullptr)
        : cancel_(cancel), ask_(ask), limited_(limit_ms >= 0),
          end_(Clock::now() + std::chrono::milliseconds(limit_ms < 0 ? 0 : limit_ms)),
          next_ask_(Clock::now() + kAskEvery) {}

    // Cheap enough to be called once a game (some 25 ns).
    bool now() const {
        if (stopped_) return true;
        if (cancel_ && cancel_->raised()) return stopped_ = true;
        if (!limited_ && !ask_) return false;
        const Clock::time_point time = Clock::now();
        if (limited_ && time >= end_) return stopped_ = true;
        if (ask_ && time >= next_ask_) {
            next_ask_ = time + kAskEvery;
            if (ask_()) return stopped_ = interrupted_ = true;
        }
        return false;
    }
    bool interrupted() const { return interrupted_; }

private:
    static constexpr std::chrono::milliseconds kAskEvery{50};
    const Cancel* cancel_;
    Ask ask_;
    bool limited_;
    Clock::time_point end_;
    mutable Clock::time_point next_ask_;
    mutable bool stopped_ = false;
    mutable bool interrupted_ = false;
};

}  // namespace cornerwise
