diagnostic(off, derivative_uniformity);
fn f() { if rw[0] == 0 { _ = dpdx(1.0); } }
@diagnostic(warning, derivative_uniformity)
fn g() { if rw[0] == 0 { _ = dpdx(1.0); } } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | warning derivative-uniformity "dpdx": dpdx must be called in uniform control flow
fn h() { if rw[0] == 0 @diagnostic(info, derivative_uniformity) { _ = dpdx(1.0); } } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | info derivative-uniformity "dpdx": dpdx must be called in uniform control flow
fn k() { if rw[0] == 0 { workgroupBarrier(); } } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
---
// The innermost filter counts, wherever it may stand.
@diagnostic(off, derivative_uniformity)
fn f() {
    @diagnostic(warning, derivative_uniformity) if rw[0] == 0 || dpdx(1.0) > 0 { _ = dpdy(2.0); } else @diagnostic(info, derivative_uniformity) { _ = dpdx(3.0); } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "rw[0] == 0 || dpdx(1.0) > 0": control flow depends on this non-uniform condition | warning derivative-uniformity "dpdx": dpdx must be called in uniform control flow | ^ "dpdx(1.0)": the result of dpdx may be non-uniform | warning derivative-uniformity "dpdy": dpdy must be called in uniform control flow | info derivative-uniformity "dpdx": dpdx must be called in uniform control flow
    if rw[0] == 0 { _ = dpdx(4.0); }
    @diagnostic(warning, derivative_uniformity) switch rw[0] @diagnostic(info, derivative_uniformity) { default: { _ = dpdx(5.0); } } //! ^ "rw[0]": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | info derivative-uniformity "dpdx": dpdx must be called in uniform control flow
    @diagnostic(warning, derivative_uniformity) while rw[0] == 0 && dpdx(6.0) > 0 @diagnostic(info, derivative_uniformity) { _ = dpdx(7.0); } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "rw[0] == 0 && dpdx(6.0) > 0": control flow depends on this non-uniform condition | warning derivative-uniformity "dpdx": dpdx must be called in uniform control flow | ^ "dpdx(6.0)": the result of dpdx may be non-uniform | info derivative-uniformity "dpdx": dpdx must be called in uniform control flow
    @diagnostic(warning, derivative_uniformity) for (var i = 0u; i < rw[0]; i += u32(dpdx(8.0))) @diagnostic(off, derivative_uniformity) { _ = dpdx(9.0); } //! ^ "i < rw[0]": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | warning derivative-uniformity "dpdx": dpdx must be called in uniform control flow
    @diagnostic(warning, derivative_uniformity) loop @diagnostic(info, derivative_uniformity) {
        _ = dpdx(10.0); //! info derivative-uniformity "dpdx": dpdx must be called in uniform control flow
        continuing @diagnostic(error, derivative_uniformity) { _ = dpdx(11.0); break if rw[0] == 0; } //! error derivative-uniformity "dpdx": dpdx must be called in uniform control flow | ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    }
    @diagnostic(info, subgroup_uniformity) { if rw[0] == 0 { _ = dpdx(12.0); } }
}
---
// The filter at the operation counts, not the one at the call.
@diagnostic(off, derivative_uniformity) fn off() { _ = dpdx(1.0); }
@diagnostic(warning, derivative_uniformity) fn warn() { _ = dpdx(2.0); } //! warning derivative-uniformity "dpdx": dpdx must be called in uniform control flow
fn error() { _ = dpdx(3.0); } //! error derivative-uniformity "dpdx": dpdx must be called in uniform control flow
@diagnostic(off, derivative_uniformity)
fn f() {
    if rw[0] == 0 { off(); warn(); error(); } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "warn": the call of "warn" leads there | ^ "error": the call of "error" leads there
}
---
// An error in a function doesn't hide what else is wrong in its callers.
enable subgroups;
@diagnostic(warning, subgroup_uniformity)
fn f() { _ = subgroupAdd(1); workgroupBarrier(); } //! warning subgroup-uniformity "subgroupAdd": subgroupAdd must be called in uniform control flow | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn g() { if rw[0] == 0 { f(); } } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "f": the call of "f" leads there
---
diagnostic(off, unknown_rule); //! warning invalid-diagnostic-control "unknown_rule": unknown diagnostic rule "unknown_rule"
diagnostic(off, vendor.rule);
@diagnostic(off, vendor.rule) fn f() { @diagnostic(info, vendor.rule) @diagnostic(off, vendor.other) { } }
---
diagnostic(off, derivative_uniformity);
diagnostic(off, derivative_uniformity);
diagnostic(info, derivative_uniformity); //! error invalid-diagnostic-control "diagnostic(info, derivative_uniformity);": conflicting severities for the rule "derivative_uniformity"
---
@diagnostic(off, derivative_uniformity) @diagnostic(off, derivative_uniformity) fn f() { } //! error invalid-diagnostic-control "@diagnostic(off, derivative_uniformity)": the severity of the rule "derivative_uniformity" is set twice
@diagnostic(none, derivative_uniformity) fn g() { } //! error invalid-diagnostic-control "none": unknown severity "none": want error, warning, info or off
