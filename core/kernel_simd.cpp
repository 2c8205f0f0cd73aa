// The kernel with vector instructions that not every machine has. The functions
// carry their own target, so that the rest of the library stays portable.
#include "kernel_simd.h"

#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)

#include <immintrin.h>

#include "processor.h"

namespace cornerwise {

namespace {

#define CORNERWISE_AVX2 __attribute__((target("avx2,popcnt")))
// Clang 18 to 21 keep the 512-bit registers behind a feature of their own, which others do not know.
#if defined(__clang__) && __clang_major__ >= 18 && __clang_major__ <= 21
#define CORNERWISE_AVX512 __attribute__((target("avx512f,avx512vl,evex512,avx2,popcnt")))
#else
#define CORNERWISE_AVX512 __attribute__((target("avx512f,avx512vl,avx2,popcnt")))
#endif

// For each set of four results, the bytes that move the kept codes to the front.
struct Compaction {
    alignas(16) std::uint8_t bytes[16][16];
};

constexpr Compaction make_compaction() {
    Compaction table{};
    for (int kept = 0; kept < 16; ++kept) {
        int n = 0;
        for (int i = 0; i < 4; ++i) {
            if (!((kept >> i) & 1)) continue;
            for (int b = 0; b < 4; ++b) {
                table.bytes[kept][4 * n + b] = static_cast<std::uint8_t>(4 * i + b);
            }
            ++n;
        }
        for (int b = 4 * n; b < 16; ++b) table.bytes[kept][b] = 0x80;
    }
    return table;
}

constexpr Compaction kCompaction = make_compaction();

CORNERWISE_AVX2 inline unsigned test4(const std::uint64_t* masks, __m256i word) {
    const __m256i mask = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(masks));
    const __m256i free = _mm256_cmpeq_epi64(_mm256_and_si256(mask, word), _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(free)));
}

CORNERWISE_AVX2 std::size_t count_avx2(const std::uint64_t* masks, std::size_t size,
                                       std::uint64_t word) {
    const __m256i words = _mm256_set1_epi64x(static_cast<long long>(word));
    __m256i sum = _mm256_setzero_si256();
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) {
        const __m256i mask = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(masks + i));
        // A match is -1.
        sum = _mm256_sub_epi64(
            sum, _mm256_cmpeq_epi64(_mm256_and_si256(mask, words), _mm256_setzero_si256()));
    }
    alignas(32) std::uint64_t parts[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(parts), sum);
    std::size_t n = parts[0] + parts[1] + parts[2] + parts[3];
    const unsigned tail = (1u << (size - i)) - 1;
    n += static_cast<std::size_t>(_mm_popcnt_u32(test4(masks + i, words) & tail));
    return n;
}

CORNERWISE_AVX2 inline std::size_t keep4(unsigned kept, const std::uint32_t* steps, __m128i sites,
                                         std::uint32_t* out) {
    const __m128i step = _mm_loadu_si128(reinterpret_cast<const __m128i*>(steps));
    const __m128i order =
        _mm_load_si128(reinterpret_cast<const __m128i*>(kCompaction.bytes[kept]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_shuffle_epi8(_mm_add_epi32(step, sites), order));
    return static_cast<std::size_t>(_mm_popcnt_u32(kept));
}

CORNERWISE_AVX2 std::size_t list_avx2(const std::uint64_t* masks, const std::uint32_t* steps,
                                      std::size_t size, std::uint64_t word, std::uint32_t site,
                                      std::uint32_t* out) {
    const __m256i words = _mm256_set1_epi64x(static_cast<long long>(word));
    const __m128i sites = _mm_set1_epi32(static_cast<int>(site));
    std::size_t n = 0;
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) n += keep4(test4(masks + i, words), steps + i, sites, out + n);
    const unsigned tail = (1u << (size - i)) - 1;
    n += keep4(test4(masks + i, words) & tail, steps + i, sites, out + n);
    return n;
}

CORNERWISE_AVX512 std::size_t count_avx512(const std::uint64_t* masks, std::size_t size,
                                           std::uint64_t word) {
    const __m512i words = _mm512_set1_epi64(static_cast<long long>(word));
    std::size_t n = 0;
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        n += static_cast<std::size_t>(
            _mm_popcnt_u32(_mm512_testn_epi64_mask(_mm512_loadu_si512(masks + i), words)));
    }
    const unsigned tail = (1u << (size - i)) - 1;
    n += static_cast<std::size_t>(
        _mm_popcnt_u32(_mm512_testn_epi64_mask(_mm512_loadu_si512(masks + i), words) & tail));
    return n;
}

CORNERWISE_AVX512 inline std::size_t keep8(unsigned kept, const std::uint32_t* steps, __m256i sites,
                                           std::uint32_t* out) {
    const __m256i step = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(steps));
    // Compressed in a register and stored whole: compressing into memory is slow
    // on some machines.
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_maskz_compress_epi32(static_cast<__mmask8>(kept),
                                                    _mm256_add_epi32(step, sites)));
    return static_cast<std::size_t>(_mm_popcnt_u32(kept));
}

CORNERWISE_AVX512 std::size_t list_avx512(const std::uint64_t* masks, const std::uint32_t* steps,
                                          std::size_t size, std::uint64_t word, std::uint32_t site,
                                          std::uint32_t* out) {
    const __m512i words = _mm512_set1_epi64(static_cast<long long>(word));
    const __m256i sites = _mm256_set1_epi32(static_cast<int>(site));
    std::size_t n = 0;
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        n += keep8(_mm512_testn_epi64_mask(_mm512_loadu_si512(masks + i), words), steps + i, sites,
                   out + n);
    }
    const unsigned tail = (1u << (size - i)) - 1;
    n += keep8(_mm512_testn_epi64_mask(_mm512_loadu_si512(masks + i), words) & tail, steps + i,
               sites, out + n);
    return n;
}

}  // namespace

Kernel kernel_avx2() {
    if (!ask_processor().avx2) return {};
    return {count_avx2, list_avx2, "avx2"};
}

Kernel kernel_avx512() {
    if (!ask_processor().avx512) return {};
    return {count_avx512, list_avx512, "avx512"};
}

}  // namespace cornerwise

#else

namespace cornerwise {

Kernel kernel_avx2() { return {}; }
Kernel kernel_avx512() { return {}; }

}  // namespace cornerwise

#endif
