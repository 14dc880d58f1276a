// Embree as the broad phase between two frames of two deforming meshes: user geometry whose boxes hold each triangle in both
// frames, rounded outward to float. Built from the first frame alone, then refitted to both and collided, in every round: one scene
// of both meshes against itself (self), or one of each (pairs).
//
//   refit FRAMES OUT self|pairs ROUNDS
//
// FRAMES is what BenchmarkBetween of package deforming writes: the numbers of vertices and triangles, uint32; the vertices of
// the first frame and of the second, float64; corners, uint32; the body of each triangle, uint32; all little endian. OUT gets
// the candidates, two uint32 each, that share no corner, and prints the least processor time of a round in ms.
#include <embree3/rtcore.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

struct Frames {
  std::vector<double> at[2];
  std::vector<uint32_t> corners, body;
  bool self = false, swept = false;
  uint32_t second = 0;  // the first triangle of the second mesh
  std::vector<uint32_t> found;
};

// Part is the triangles of a scene: those from first on.
struct Part {
  const Frames& frames;
  uint32_t first;
};

template <class T>
void take(std::FILE* f, std::vector<T>& v, std::size_t n) {
  v.resize(n);
  if (std::fread(v.data(), sizeof(T), n, f) != n) std::fputs("FRAMES ends early\n", stderr), std::exit(2);
}

void boxes(const RTCBoundsFunctionArguments* a) {
  const auto& part = *static_cast<const Part*>(a->geometryUserPtr);
  const Frames& f = part.frames;
  const uint32_t at = part.first + a->primID;
  double lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (int frame = 0; frame < (f.swept ? 2 : 1); ++frame)
    for (int k = 0; k < 3; ++k)
      for (int x = 0; x < 3; ++x) {
        const double p = f.at[frame][3 * f.corners[3 * at + k] + x];
        lo[x] = std::min(lo[x], p), hi[x] = std::max(hi[x], p);
      }
  float* out[2] = {&a->bounds_o->lower_x, &a->bounds_o->upper_x};
  for (int x = 0; x < 3; ++x) {
    out[0][x] = std::nextafterf(static_cast<float>(lo[x]), -HUGE_VALF);
    out[1][x] = std::nextafterf(static_cast<float>(hi[x]), HUGE_VALF);
  }
}

void collect(void* user, RTCCollision* c, unsigned n) {
  auto& f = *static_cast<Frames*>(user);
  for (unsigned i = 0; i < n; ++i) {
    const uint32_t a = c[i].primID0, b = f.self ? c[i].primID1 : f.second + c[i].primID1;
    if (a >= b) continue;
    bool share = false;
    for (int k = 0; k < 9; ++k) share |= f.corners[3 * a + k / 3] == f.corners[3 * b + k % 3];
    if (!share) f.found.push_back(a), f.found.push_back(b);
  }
}

double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

struct Scene {
  RTCScene scene;
  RTCGeometry geometry;

  Scene(RTCDevice device, Part* part, unsigned triangles) : scene(rtcNewScene(device)), geometry(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER)) {
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    rtcSetSceneFlags(scene, RTCSceneFlags(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
    rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
    rtcSetGeometryUserPrimitiveCount(geometry, triangles);
    rtcSetGeometryUserData(geometry, part);
    rtcSetGeometryBoundsFunction(geometry, boxes, nullptr);
    rtcSetGeometryIntersectFunction(geometry, [](const RTCIntersectFunctionNArguments*) {});
    rtcSetGeometryOccludedFunction(geometry, [](const RTCOccludedFunctionNArguments*) {});
    rtcAttachGeometry(scene, geometry);
    update();
  }
  void update() {
    rtcCommitGeometry(geometry);
    rtcCommitScene(scene);
  }
};

int main(int n, char** word) {
  if (n != 5) return std::fputs("expected: refit FRAMES OUT self|pairs ROUNDS\n", stderr), 2;
  tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  Frames f;
  f.self = std::strcmp(word[3], "self") == 0;
  std::FILE* in = std::fopen(word[1], "rb");
  if (in == nullptr) return std::perror(word[1]), 2;
  std::vector<uint32_t> counts;
  take(in, counts, 2), take(in, f.at[0], 3 * counts[0]), take(in, f.at[1], 3 * counts[0]);
  take(in, f.corners, 3 * counts[1]), take(in, f.body, counts[1]);
  std::fclose(in);

  f.second = static_cast<uint32_t>(std::find(f.body.begin(), f.body.end(), 1u) - f.body.begin());
  RTCDevice device = rtcNewDevice("threads=1,set_affinity=0");
  Part parts[2] = {{f, 0}, {f, f.second}};
  Scene scenes[2] = {Scene(device, &parts[0], f.self ? counts[1] : f.second), Scene(device, &parts[1], counts[1] - f.second)};
  f.swept = true;
  double best = HUGE_VAL;
  for (int round = std::atoi(word[4]); round > 0; --round) {
    f.found.clear();
    const double start = now();
    scenes[0].update();
    if (!f.self) scenes[1].update();
    rtcCollide(scenes[0].scene, scenes[f.self ? 0 : 1].scene, collect, &f);
    best = std::min(best, now() - start);
  }
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE) return std::fputs("embree: an error\n", stderr), 1;
  std::FILE* out = std::fopen(word[2], "wb");
  if (out == nullptr || std::fwrite(f.found.data(), 8, f.found.size() / 2, out) != f.found.size() / 2 || std::fclose(out) != 0)
    return std::perror(word[2]), 1;
  std::printf("%.3f\n", best);
}
