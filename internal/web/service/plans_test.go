package service_test

import _ "refract/internal/harness/plans" // every plan is checked
