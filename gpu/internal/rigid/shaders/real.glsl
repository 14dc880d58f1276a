// The numbers of the simulator: float64 where the device has it, else float32.
#ifdef DOUBLE
#define real double
#define real3 dvec3
#define EPS 1.4210854715202004e-14LF // 2^-46
#else
#define real float
#define real3 vec3
#define EPS 9.5367431640625e-07 // 2^-20
#endif

// Places in the parameters.
const uint atStep = 0u, atG = 1u, atTheta = 2u, atWalled = 3u, atGravity = 4u, atLow = 7u, atHigh = 10u, atOrigin = 13u, atScale = 16u;

// Places in a body's record of eight: half extents, of a ball its radius thrice; whether
// it is a ball; mass, 0 where no impulse moves it; the inverse of that; the coefficient
// of restitution; how far its shape's centre is from the origin of its coordinates.
const uint record = 8u, atBall = 3u, atMass = 4u, atInverse = 5u, atBounce = 6u, atOffset = 7u;
