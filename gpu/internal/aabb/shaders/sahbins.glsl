// Bins in shared memory, for one node at a time.
shared uint bounds[6];
shared uint bins[allBins];
shared float costs[3 * binCount];
shared uint lefts[3 * binCount];
shared Plan plan;

void clearBins() {
  if (thread() < 6u) bounds[thread()] = thread() < 3u ? 0xFFFFFFFFu : 0u;
  for (uint i = thread(); i < allBins; i += 256u) {
    uint word = i % binWords;
    bins[i] = word == 0u || word > 3u ? 0u : 0xFFFFFFFFu;
  }
}

void addToBounds(Item b) {
  vec3 c = middle(b);
  for (uint a = 0u; a < 3u; a++) {
    atomicMin(bounds[a], ordered(c[a]));
    atomicMax(bounds[3u + a], ordered(c[a]));
  }
}

void addToBins(Item b) {
  vec3 c = middle(b);
  for (uint a = 0u; a < 3u; a++) {
    float low = unordered(bounds[a]);
    uint at = (a * binCount + binOf(c[a], low, binScale(low, unordered(bounds[3u + a])))) * binWords;
    atomicAdd(bins[at], 1u);
    for (uint i = 0u; i < 3u; i++) {
      atomicMin(bins[at + 1u + i], ordered(b.lo[i]));
      atomicMax(bins[at + 4u + i], ordered(b.hi[i]));
    }
  }
}

// A share of the cost of a plane: the triangles of the bins from one on to another, times
// their area.
float share(uint axis, uint from, uint to, out uint count) {
  uvec3 lo = uvec3(0xFFFFFFFFu), hi = uvec3(0u);
  count = 0u;
  for (uint b = from; b < to; b++) {
    uint at = (axis * binCount + b) * binWords;
    count += bins[at];
    for (uint i = 0u; i < 3u; i++) {
      lo[i] = min(lo[i], bins[at + 1u + i]);
      hi[i] = max(hi[i], bins[at + 4u + i]);
    }
  }
  if (count == 0u) return 0.0;
  vec3 l = vec3(unordered(lo.x), unordered(lo.y), unordered(lo.z));
  vec3 h = vec3(unordered(hi.x), unordered(hi.y), unordered(hi.z));
  return float(count) * area(l, h);
}

// Leaves the best plane of the node in plan. Every thread must call it.
void pick(uint count) {
  uint t = thread();
  if (t < 3u * binCount) {
    uint axis = t / binCount, bin = t % binCount, nl = 0u, nr = 0u;
    float cost = 1e38;
    if (bin > 0u) {
      float both = share(axis, 0u, bin, nl) + share(axis, bin, binCount, nr);
      if (nl > 0u && nr > 0u) cost = both;
    }
    costs[t] = cost;
    lefts[t] = nl;
  }
  barrier();
  if (t == 0u) {
    uint best = 1u, all;
    for (uint i = 0u; i < 3u * binCount; i++) {
      if (costs[i] < costs[best]) best = i;
    }
    uint axis = best / binCount;
    float low = unordered(bounds[axis]), whole = share(0u, 0u, binCount, all) / float(max(all, 1u));
    float cost = visit + test * costs[best] / max(whole, 1e-37);
    Plan p = Plan(axis, best % binCount, costs[best] < 1e38 ? lefts[best] : 0u, low, binScale(low, unordered(bounds[3u + axis])));
    plan = decide(p, cost, count);
  }
  barrier();
}
