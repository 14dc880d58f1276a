import {
  BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Color, Group, LineSegments, Mesh, MeshStandardMaterial,
  Points, PointsMaterial, ShaderMaterial, Sphere, Vector2, Vector3, type Material, type Plane,
} from 'three'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js'
import type { Bodies } from './bodies'
import type { Frame, Scene } from './protocol'
import { PairFlag } from './protocol'
import { theme } from './theme'

/** Where the contacts of a pair of bodies are. */
export interface Region { center: Vector3; radius: number }

/** Contacts draws what touches: triangles lit, curves of intersection, points and normals. */
export class Contacts {
  readonly group = new Group()
  private readonly lit = new Growing(3)
  private readonly tints = new Growing(3)
  private readonly geometry = new BufferGeometry()
  private readonly seen = new BufferGeometry() // the same arrays, without permitted contacts
  private readonly surface = new MeshStandardMaterial({
    vertexColors: true, side: DoubleSide, roughness: 0.6, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2, flatShading: true,
  })
  private readonly through = new MeshStandardMaterial({
    vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.22, depthTest: false, depthWrite: false, flatShading: true,
  })
  private readonly behind = new Mesh(this.seen, this.through)
  private readonly curveMaterial = new LineMaterial({ linewidth: 2.4, transparent: true })
  private readonly hiddenMaterial = new LineMaterial({ linewidth: 1.8, transparent: true, opacity: 0.5, depthTest: false, depthWrite: false })
  private readonly curves = new LineSegments2(new LineSegmentsGeometry(), this.curveMaterial)
  private readonly hidden = new LineSegments2(this.curves.geometry, this.hiddenMaterial)
  private readonly low = new Growing(3)
  private readonly high = new Growing(3)
  private byDepth = false
  private only: [number, number] | undefined
  private readonly points = new Points(new BufferGeometry(), new PointsMaterial({ size: 6, sizeAttenuation: false, transparent: true, depthTest: false }))
  private readonly normals = new LineSegments(new BufferGeometry(), arrows())
  private frame: Frame | undefined

  constructor(private readonly scene: Scene, private readonly bodies: Bodies) {
    const shown = new Mesh(this.geometry, this.surface)
    for (const o of [shown, this.behind, this.points, this.normals, this.hidden, this.curves]) {
      o.frustumCulled = false
      this.group.add(o)
    }
    this.behind.renderOrder = 1
    this.curves.renderOrder = 2
    this.normals.renderOrder = 3
    this.points.renderOrder = 4
    roundPoints(this.points.material)
    // Lit triangles stay bright on the side away from the light.
    if (scene.check) Object.assign(this.surface, { transparent: true, opacity: 0.5, depthWrite: false }) // large faces shall not hide the curve
    bounded(this.surface)
    bounded(this.through)
    this.paint()
  }

  /** resize tells lines how large the picture is. */
  resize(width: number, height: number): void {
    for (const m of [this.curveMaterial, this.hiddenMaterial]) m.resolution = new Vector2(width, height)
  }

  /** cut lets planes cut what is lit. */
  cut(planes: Plane[]): void {
    for (const m of [this.surface, this.through, this.curveMaterial, this.hiddenMaterial]) {
      m.clippingPlanes = planes
      m.needsUpdate = true
    }
  }

  /** keep shows the contacts of one pair alone, or of all. */
  keep(pair: [number, number] | undefined): void {
    this.only = pair
    if (this.frame) this.show(this.frame)
  }

  /** depthColors colours contacts by how deep their pair is. */
  get depthColors(): boolean { return this.byDepth }
  set depthColors(on: boolean) {
    this.byDepth = on
    if (this.frame) this.light(this.frame)
  }

  paint(): void {
    const t = theme()
    this.curveMaterial.color.copy(t.curve)
    this.hiddenMaterial.color.copy(t.curve)
    this.points.material.color.copy(t.contact)
    ;(this.normals.material.uniforms['color']!.value as Color).copy(t.normal)
    if (this.frame) this.light(this.frame)
  }

  /** show draws the contacts of a frame. */
  show(f: Frame): void {
    this.frame = f
    this.light(f)
    this.points.visible = this.normals.visible = f.points.length > 0
    if (this.points.visible) this.mark(f.points)
    this.curves.visible = this.hidden.visible = f.curves.length > 0
    if (this.curves.visible) this.trace(this.only ? this.curvesOf(f, ...this.only) : f.curves)
  }

  /** curvesOf returns the curves where two bodies have contacts. */
  private curvesOf(f: Frame, a: number, b: number): Float32Array {
    const boxes: Float64Array[] = []
    for (let i = 0; i < f.contacts.length; i += 4) {
      if (f.contacts[i] !== a || f.contacts[i + 2] !== b) continue
      boxes.push(this.common(f.contacts, i, new Float64Array(6)))
    }
    const lo = [0, 1, 2].map((k) => boxes.reduce((v, x) => Math.min(v, x[k]!), Infinity)), hi = [3, 4, 5].map((k) => boxes.reduce((v, x) => Math.max(v, x[k]!), -Infinity))
    const kept: number[] = []
    for (let i = 0; i < f.curves.length; i += 6) {
      const c = f.curves.subarray(i, i + 6)
      if (c.every((v, k) => v >= lo[k % 3]! - 1e-4 && v <= hi[k % 3]! + 1e-4)) kept.push(...c)
    }
    return new Float32Array(kept)
  }

  /** common writes the box that the triangles of a contact have in common. */
  private common(contacts: Uint32Array, i: number, box: Float64Array): Float64Array {
    this.boxOf(contacts[i]!, contacts[i + 1]!, box)
    this.boxOf(contacts[i + 2]!, contacts[i + 3]!, other)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.max(box[k]!, other[k]!)
      box[k + 3] = Math.min(box[k + 3]!, other[k + 3]!)
    }
    return box
  }

  /** light collects the triangles in contact, those of permitted pairs in another colour. */
  private light(f: Frame): void {
    const t = theme()
    const allowed = new Set<number>()
    const n = this.scene.bodies.names.length
    for (let i = 0; i < f.pairs.length; i += 4) {
      if (f.pairs[i + 3]! & PairFlag.Allowed) allowed.add(f.pairs[i]! * n + f.pairs[i + 1]!)
    }
    for (const g of [this.lit, this.tints, this.low, this.high]) g.clear()
    // Permitted contacts come last: they are not seen through what hides them.
    const done = new Map<number, number>()
    const tints = this.byDepth ? this.depths(f) : undefined
    this.add(f, done, (a, b) => (allowed.has(a * n + b) ? undefined : tints?.get(a * n + b) ?? t.contact))
    this.seen.setDrawRange(0, this.lit.count)
    if (!this.scene.check || done.size === 0) this.add(f, done, (a, b) => (allowed.has(a * n + b) ? t.allowed : undefined))
    this.geometry.setDrawRange(0, this.lit.count)
    this.lit.to('position', this.geometry, this.seen)
    this.tints.to('color', this.geometry, this.seen)
    this.low.to('low', this.geometry, this.seen)
    this.high.to('high', this.geometry, this.seen)
  }

  /** depths are the colours of the pairs by depth, of those that have one. */
  private depths(f: Frame): Map<number, Color> {
    const all = this.scene.check?.depths ?? [], n = this.scene.bodies.names.length
    const most = deepest(all)
    const colors = new Map<number, Color>()
    all.forEach((d, i) => { if (d[1] > 0 && 4 * i < f.pairs.length) colors.set(f.pairs[4 * i]! * n + f.pairs[4 * i + 1]!, depthColor(d[1] / most)) })
    return colors
  }

  /** add lights the triangles of the contacts between bodies that have a tint, each once, where the boxes of both triangles overlap: a whole floor in
   * red hides where it is hit. */
  private add(f: Frame, done: Map<number, number>, tintOf: (a: number, b: number) => Color | undefined): void {
    const box = new Float64Array(6)
    for (let i = 0; i < f.contacts.length; i += 4) {
      const a = f.contacts[i]!, b = f.contacts[i + 2]!
      if (this.only && (this.only[0] !== a || this.only[1] !== b)) continue
      const tint = this.sprays(a) || this.sprays(b) ? undefined : tintOf(Math.min(a, b), Math.max(a, b))
      if (!tint) continue
      this.common(f.contacts, i, box)
      for (const [body, tri] of [[a, f.contacts[i + 1]!], [b, f.contacts[i + 3]!]] as const) {
        if (this.isSolid(body)) continue
        const key = body * 2 ** 25 + tri
        let at = done.get(key)
        if (at === undefined) {
          done.set(key, at = this.lit.count)
          this.corners(body, tri, (x, y, z) => this.lit.push(x, y, z))
          for (let k = 0; k < 3; k++) {
            this.tints.push(tint.r, tint.g, tint.b)
            this.low.push(Infinity, Infinity, Infinity)
            this.high.push(-Infinity, -Infinity, -Infinity)
          }
        }
        for (let k = 0; k < 3; k++) {
          this.low.bound(at + k, box, 0, Math.min)
          this.high.bound(at + k, box, 3, Math.max)
        }
      }
    }
  }

  /** boxOf writes the box of a triangle, of a solid one without end. */
  private boxOf(body: number, tri: number, box: Float64Array): void {
    box.fill(this.isSolid(body) ? -Infinity : Infinity, 0, 3)
    box.fill(this.isSolid(body) ? Infinity : -Infinity, 3, 6)
    if (this.isSolid(body)) return
    this.corners(body, tri, (x, y, z) => {
      for (const [k, v] of [x, y, z].entries()) {
        box[k] = Math.min(box[k]!, v)
        box[k + 3] = Math.max(box[k + 3]!, v)
      }
    })
  }

  /** isSolid tells a body that is no mesh, though it may be drawn as one. */
  private isSolid(body: number): boolean { return this.scene.bodies.triangles[body] === 0 }

  /** sprays tells a particle, of which there are too many to light all they hit. */
  private sprays(body: number): boolean { return this.scene.bodies.kind[body]! >= 2 }

  /** corners yields the corners of a body's triangle where it is. */
  private corners(body: number, tri: number, f: (x: number, y: number, z: number) => void): void { this.bodies.corners(body, tri, f) }

  private trace(curves: Float32Array): void {
    // The geometry cannot grow: a new one takes the place of one that is too small.
    this.curves.geometry.dispose()
    const g = new LineSegmentsGeometry()
    g.setPositions(curves)
    g.boundingSphere = new Sphere(new Vector3(), Infinity)
    this.curves.geometry = this.hidden.geometry = g
  }

  private mark(points: Float32Array): void {
    const n = points.length / 6
    const at = new Float32Array(3 * n), lines = new Float32Array(6 * n), along = new Float32Array(6 * n)
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        at[3 * i + k] = lines[6 * i + k] = lines[6 * i + 3 + k] = points[6 * i + k]!
        along[6 * i + 3 + k] = points[6 * i + 3 + k]!
      }
    }
    this.points.geometry.setAttribute('position', new BufferAttribute(at, 3))
    this.normals.geometry.setAttribute('position', new BufferAttribute(lines, 3))
    this.normals.geometry.setAttribute('along', new BufferAttribute(along, 3))
  }

  /** region bounds what two bodies have in contact, undefined for nothing drawn. */
  region(a: number, b: number): Region | undefined {
    const f = this.frame
    if (!f) return undefined
    const lo = new Vector3(Infinity, Infinity, Infinity), hi = lo.clone().negate()
    const add = (x: number, y: number, z: number) => { lo.min(v.set(x, y, z)); hi.max(v) }
    for (let i = 0; i < f.contacts.length; i += 4) {
      const x = f.contacts[i]!, y = f.contacts[i + 2]!
      if (!(x === a && y === b) && !(x === b && y === a)) continue
      // The smaller of the two triangles tells the place better.
      const boxes = [[x, f.contacts[i + 1]!], [y, f.contacts[i + 3]!]].filter(([body]) => !this.isSolid(body!))
      let best: Vector3[] | undefined
      for (const [body, tri] of boxes) {
        const c: Vector3[] = []
        this.corners(body!, tri!, (p, q, r) => c.push(new Vector3(p, q, r)))
        if (!best || c[0]!.distanceTo(c[1]!) < best[0]!.distanceTo(best[1]!)) best = c
      }
      for (const c of best ?? []) add(c.x, c.y, c.z)
    }
    if (lo.x > hi.x) {
      const endless = this.scene.bodies.endless ?? []
      const ended = [a, b].filter((body) => !endless.includes(body))
      for (const body of ended.length > 0 ? ended : [a, b]) add(this.bodies.poses[12 * body + 3]!, this.bodies.poses[12 * body + 7]!, this.bodies.poses[12 * body + 11]!)
    }
    const center = lo.clone().add(hi).multiplyScalar(0.5)
    return { center, radius: Math.max(lo.distanceTo(hi) / 2, 0.12) }
  }
}

const v = new Vector3()
const other = new Float64Array(6)

/** Growing is an attribute that keeps its memory from frame to frame. */
class Growing {
  private data = new Float32Array(3 * 1024)
  private n = 0
  private attribute: BufferAttribute | undefined

  constructor(private readonly size: number) {}

  get count(): number { return this.n / this.size }
  clear(): void { this.n = 0 }

  push(x: number, y: number, z: number): void {
    if (this.n + 3 > this.data.length) {
      const larger = new Float32Array(2 * this.data.length)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.n++] = x
    this.data[this.n++] = y
    this.data[this.n++] = z
  }

  /** bound takes the least or the greatest of an entry and a part of a box. */
  bound(entry: number, box: Float64Array, from: number, best: (a: number, b: number) => number): void {
    for (let k = 0; k < 3; k++) this.data[3 * entry + k] = best(this.data[3 * entry + k]!, box[from + k]!)
  }

  to(name: string, ...all: BufferGeometry[]): void {
    if (this.attribute?.array !== this.data) {
      this.attribute = new BufferAttribute(this.data, this.size)
      this.attribute.setUsage(DynamicDrawUsage)
      for (const g of all) g.setAttribute(name, this.attribute)
    }
    this.attribute.clearUpdateRanges()
    this.attribute.addUpdateRange(0, this.n)
    this.attribute.needsUpdate = true
  }
}

/** deepest is the end of the scale of depths. */
export function deepest(all: [number, number][]): number { return Math.max(...all.map((d) => (Number.isFinite(d[1]) ? d[1] : d[0])), 0) || 1 }

/** depthColor is the colour of a depth from 0 to 1: from yellow over red to violet, as the legend has it. */
function depthColor(share: number): Color {
  const stops = ['#f2c230', '#ee7a24', '#dd2f25', '#a3196b', '#5a1290'].map((c) => new Color(c))
  const at = Math.max(0, Math.min(1, share)) * (stops.length - 1), k = Math.min(Math.floor(at), stops.length - 2)
  return stops[k]!.clone().lerp(stops[k + 1]!, at - k)
}

/** bounded lets triangles shine within their boxes, with a little room, and shows nothing of them elsewhere. */
function bounded(m: MeshStandardMaterial): void {
  m.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace('#include <common>', `#include <common>
attribute vec3 low; attribute vec3 high; varying vec3 vAt; varying vec3 vLow; varying vec3 vHigh;`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>
vec3 room = vec3(0.02 * length(clamp(high - low, 0.0, 1e6)) + 1e-4); vAt = position; vLow = low - room; vHigh = high + room;`)
    shader.fragmentShader = shader.fragmentShader.replace('#include <common>', `#include <common>
varying vec3 vAt; varying vec3 vLow; varying vec3 vHigh;`)
      .replace('#include <color_fragment>', `#include <color_fragment>
if (any(lessThan(vAt, vLow)) || any(greaterThan(vAt, vHigh))) discard;`)
      .replace('#include <emissivemap_fragment>', `#include <emissivemap_fragment>
totalEmissiveRadiance += 0.45 * diffuseColor.rgb;`)
  }
  m.customProgramCacheKey = () => 'bounded'
}

/** arrows draws lines from a position along a direction, as long on the screen from near as from far. */
function arrows(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true, depthTest: false, uniforms: { color: { value: new Color() } },
    vertexShader: `attribute vec3 along;
void main() {
  float away = -(modelViewMatrix * vec4(position, 1.0)).z;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position + 0.03 * away * along, 1.0);
}`,
    fragmentShader: `uniform vec3 color;
void main() {
  gl_FragColor = vec4(color, 0.85);
  #include <colorspace_fragment>
}`,
  })
}

/** roundPoints draws points as discs with a rim. */
export function roundPoints(m: Material): void {
  m.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <color_fragment>',
      `#include <color_fragment>
       float away = length(gl_PointCoord - 0.5) * 2.0;
       if (away > 1.0) discard;
       diffuseColor.rgb = mix(diffuseColor.rgb, vec3(1.0), 0.85 * smoothstep(0.66, 0.74, away));`,
    )
  }
}
