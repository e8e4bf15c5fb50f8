/* Lists of the mathematical functions, by shape. Each entry is the name of the double
 * precision function; the single precision one has an `f` appended. */

/* double -> double, in the C standard. */
#define HGRD_MATH_1(X)                                                                             \
	X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(cos) X(cosh) X(erf) X(erfc)   \
	X(exp) X(exp2) X(expm1) X(lgamma) X(log) X(log10) X(log1p) X(log2) X(logb) X(sin) X(sinh)  \
	X(tan) X(tanh) X(tgamma)

/* double -> double, in the C standard, which compilers understand. */
#define HGRD_MATH_1_BUILTIN(X)                                                                     \
	X(ceil) X(fabs) X(floor) X(nearbyint) X(rint) X(round) X(sqrt) X(trunc)

/* double -> double, of glibc and CUDA. */
#define HGRD_MATH_1_GNU(X) X(exp10) X(j0) X(j1) X(y0) X(y1)

/* double -> double, CUDA's own. */
#define HGRD_MATH_1_CUDA(X)                                                                        \
	X(rsqrt) X(rcbrt) X(sinpi) X(cospi) X(erfinv) X(erfcinv) X(erfcx) X(normcdf)               \
	X(normcdfinv) X(cyl_bessel_i0) X(cyl_bessel_i1)

/* (double, double) -> double, in the C standard. */
#define HGRD_MATH_2(X)                                                                             \
	X(atan2) X(fdim) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
#define HGRD_MATH_2_BUILTIN(X) X(copysign) X(fmax) X(fmin)

/* double -> integer. */
#define HGRD_MATH_TO_INT(X)                                                                        \
	X(int, ilogb) X(long, lrint) X(long, lround) X(long long, llrint) X(long long, llround)
