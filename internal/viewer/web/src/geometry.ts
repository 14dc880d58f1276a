import { BufferAttribute, BufferGeometry, IcosahedronGeometry, BoxGeometry } from 'three'
import type { Mesh } from './protocol'

/** crease is the cosine of the angle from which an edge is drawn sharp. */
const crease = Math.cos((38 * Math.PI) / 180)

/**
 * Surface is a mesh made ready to draw: three corners a triangle, with normals that
 * are smooth but across creases. It is computed anew when the mesh deforms.
 */
export class Surface {
  readonly geometry = new BufferGeometry()
  private readonly faces: Float32Array // unit normal, 3 a triangle
  private readonly areas: Float32Array
  private readonly start: Uint32Array // of the triangles around each welded vertex
  private readonly around: Uint32Array
  private readonly welded: Uint32Array
  private readonly position: BufferAttribute
  private readonly normal: BufferAttribute
  private sealed?: boolean // what closed tells, once it was asked for

  constructor(readonly mesh: Mesh) {
    const corners = mesh.triangles.length
    this.faces = new Float32Array(corners)
    this.areas = new Float32Array(corners / 3)
    this.welded = weld(mesh.vertices)
    const { start, around } = neighbours(mesh.triangles, this.welded)
    this.start = start
    this.around = around
    this.position = new BufferAttribute(new Float32Array(3 * corners), 3)
    this.normal = new BufferAttribute(new Float32Array(3 * corners), 3)
    this.geometry.setAttribute('position', this.position)
    this.geometry.setAttribute('normal', this.normal)
    this.update()
  }

  /** closed tells that the triangles bound a volume: each edge has as many of them on one side as on the other, and they face outward. */
  get closed(): boolean { return this.sealed ??= this.seals() }

  private seals(): boolean {
    const { triangles, vertices: v } = this.mesh, net = new Map<number, number>(), n = this.start.length
    let volume = 0
    for (let c = 0; c < triangles.length; c++) {
      const next = c % 3 === 2 ? c - 2 : c + 1
      const a = this.welded[triangles[c]!]!, b = this.welded[triangles[next]!]!
      if (a === b) continue
      const key = Math.min(a, b) * n + Math.max(a, b), count = (net.get(key) ?? 0) + (a < b ? 1 : -1)
      if (count === 0) net.delete(key)
      else net.set(key, count)
    }
    for (let c = 0; c < triangles.length; c++) { // the divergence of x
      volume += this.faces[3 * Math.floor(c / 3)]! * this.areas[Math.floor(c / 3)]! * v[3 * triangles[c]!]!
    }
    return net.size === 0 && volume > 0
  }

  /** deform takes new vertices. */
  deform(vertices: Float32Array): void {
    this.mesh.vertices.set(vertices)
    this.sealed = undefined
    this.update()
  }

  private update(): void {
    const v = this.mesh.vertices
    const p = this.position.array as Float32Array
    this.mesh.triangles.forEach((vertex, corner) => {
      for (let k = 0; k < 3; k++) p[3 * corner + k] = v[3 * vertex + k]!
    })
    this.faceNormals(p)
    this.cornerNormals()
    this.position.needsUpdate = true
    this.normal.needsUpdate = true
    this.geometry.computeBoundingSphere()
  }

  private faceNormals(p: Float32Array): void {
    const n = this.faces
    for (let t = 0; t < this.areas.length; t++) {
      const a = 9 * t
      const ux = p[a + 3]! - p[a]!, uy = p[a + 4]! - p[a + 1]!, uz = p[a + 5]! - p[a + 2]!
      const vx = p[a + 6]! - p[a]!, vy = p[a + 7]! - p[a + 1]!, vz = p[a + 8]! - p[a + 2]!
      const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx
      const l = Math.hypot(x, y, z)
      this.areas[t] = l
      n[3 * t] = l > 0 ? x / l : 0
      n[3 * t + 1] = l > 0 ? y / l : 0
      n[3 * t + 2] = l > 0 ? z / l : 1
    }
  }

  /** cornerNormals averages, at each corner, the faces around that turn little from its own. */
  private cornerNormals(): void {
    const { faces: f, areas, start, around, welded } = this
    const triangles = this.mesh.triangles
    const out = this.normal.array as Float32Array
    for (let c = 0; c < triangles.length; c++) {
      const t = 3 * Math.floor(c / 3)
      const nx = f[t]!, ny = f[t + 1]!, nz = f[t + 2]!
      let x = 0, y = 0, z = 0
      const w = welded[triangles[c]!]!
      for (let k = start[w]!; k < start[w + 1]!; k++) {
        const o = around[k]!
        const ox = f[3 * o]!, oy = f[3 * o + 1]!, oz = f[3 * o + 2]!
        if (nx * ox + ny * oy + nz * oz < crease) continue
        x += ox * areas[o]!
        y += oy * areas[o]!
        z += oz * areas[o]!
      }
      const l = Math.hypot(x, y, z)
      out[3 * c] = l > 0 ? x / l : nx
      out[3 * c + 1] = l > 0 ? y / l : ny
      out[3 * c + 2] = l > 0 ? z / l : nz
    }
  }
}

/** weld numbers the distinct positions. */
function weld(v: Float32Array): Uint32Array {
  const known = new Map<string, number>()
  const out = new Uint32Array(v.length / 3)
  for (let i = 0; i < out.length; i++) {
    const key = `${v[3 * i]! + 0},${v[3 * i + 1]! + 0},${v[3 * i + 2]! + 0}`
    let w = known.get(key)
    if (w === undefined) known.set(key, (w = known.size))
    out[i] = w
  }
  return out
}

/** neighbours lists the triangles around each welded vertex. */
function neighbours(triangles: Uint32Array, welded: Uint32Array): { start: Uint32Array; around: Uint32Array } {
  let count = 0
  for (const w of welded) count = Math.max(count, w + 1)
  const start = new Uint32Array(count + 1)
  for (const v of triangles) start[welded[v]! + 1]!++
  for (let i = 0; i < count; i++) start[i + 1]! += start[i]!
  const next = start.slice()
  const around = new Uint32Array(triangles.length)
  triangles.forEach((v, corner) => { around[next[welded[v]!]!++] = Math.floor(corner / 3) })
  return { start, around }
}

/** ball is a unit sphere, coarser the more of them there are. */
export function ball(count: number): BufferGeometry {
  const detail = count <= 300 ? 14 : count <= 3000 ? 6 : count <= 8000 ? 2 : 1
  return new IcosahedronGeometry(1, detail)
}

/** cube is the box [-1, 1]³. */
export function cube(): BufferGeometry { return new BoxGeometry(2, 2, 2) }
