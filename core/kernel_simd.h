#pragma once

#include "kernel.h"

namespace cornerwise {

// Without a name where this machine cannot run them.
Kernel kernel_avx2();
Kernel kernel_avx512();

}  // namespace cornerwise
