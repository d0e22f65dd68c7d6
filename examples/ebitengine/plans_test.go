package ebitengine

import _ "refract/internal/harness/plans" // checks of this repository's tests
