#include "move_features.h"

#include <algorithm>

namespace cornerwise {

std::vector<Feature> features(const Tables& tables, const Position& position, int colour,
                              unsigned against) {
    Scratch scratch;
    const std::span<const std::uint16_t> ids = legal_ids(tables, position, colour, scratch);
    Bits hindered[kMaxColours];
    int hindered_count = 0;
    for (int other = 0; other < tables.colours(); ++other) {
        if (other == colour || !((against >> other) & 1)) continue;
        hindered[hindered_count++] = attach_points(position, other);
    }
    const int before = attach_points(position, colour).count();
    std::vector<Feature> result;
    result.reserve(ids.size());
    Position after;
    for (const int id : ids) {
        const Code code = tables.code(id);
        after.assign(tables, position);
        after.play(tables, colour, code);
        int at[kMaxPieceSize];
        const int size = tables.sites(code, at);
        Feature feature{id, size, 0, 0, 0};
        feature.gained = attach_points(after, colour).count() - before;
        for (int k = 0; k < size; ++k) {
            feature.central = std::max(feature.central, tables.central(at[k]));
            for (int i = 0; i < hindered_count; ++i) feature.taken += hindered[i].test(at[k]);
        }
        result.push_back(feature);
    }
    return result;
}

std::string reach(const Tables& tables, const Position& position, int colour, int limit) {
    const Side& side = position.side[colour];
    std::string steps(static_cast<std::size_t>(tables.cell_count()), static_cast<char>(limit));
    std::vector<int> wave;
    if (limit > 0) {
        for_each_bit(attach_points(position, colour), [&](int site) {
            wave.push_back(site);
            steps[static_cast<std::size_t>(tables.cell_of_site(site))] = 0;
        });
    }
    for (std::size_t next = 0; next < wave.size(); ++next) {
        const int site = wave[next];
        const int step =
            static_cast<unsigned char>(steps[static_cast<std::size_t>(tables.cell_of_site(site))]) +
            1;
        if (step >= limit) break;
        const auto visit = [&](int other) {
            char& known = steps[static_cast<std::size_t>(tables.cell_of_site(other))];
            if (static_cast<unsigned char>(known) > step && !side.forbidden.test(other)) {
                known = static_cast<char>(step);
                wave.push_back(other);
            }
        };
        for (int other : tables.edge_sites(site)) visit(other);
        for (int other : tables.corner_sites(site)) visit(other);
    }
    return steps;
}

}  // namespace cornerwise
