import {
  BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Color, Group, LineSegments, Mesh, MeshStandardMaterial,
  Points, PointsMaterial, ShaderMaterial, Sphere, Vector2, Vector3, type Material,
} from 'three'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js'
import type { Bodies } from './bodies'
import type { Frame, Scene } from './protocol'
import { PairFlag } from './protocol'
import { glow, theme } from './theme'

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
  private curves = new LineSegments2(new LineSegmentsGeometry(), this.curveMaterial)
  private readonly points = new Points(new BufferGeometry(), new PointsMaterial({ size: 6, sizeAttenuation: false, transparent: true, depthTest: false }))
  private readonly normals = new LineSegments(new BufferGeometry(), arrows())
  private frame: Frame | undefined

  constructor(private readonly scene: Scene, private readonly bodies: Bodies) {
    const shown = new Mesh(this.geometry, this.surface)
    for (const o of [shown, this.behind, this.points, this.normals, this.curves]) {
      o.frustumCulled = false
      this.group.add(o)
    }
    this.behind.renderOrder = 1
    this.curves.renderOrder = 2
    this.normals.renderOrder = 3
    this.points.renderOrder = 4
    roundPoints(this.points.material)
    // Lit triangles stay bright on the side away from the light.
    glow(this.surface, 0.45)
    glow(this.through, 0.45)
    this.paint()
  }

  /** resize tells lines how large the picture is. */
  resize(width: number, height: number): void { this.curveMaterial.resolution = new Vector2(width, height) }

  paint(): void {
    const t = theme()
    this.curveMaterial.color.copy(t.curve)
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
    this.curves.visible = f.curves.length > 0
    if (this.curves.visible) this.trace(f.curves)
  }

  /** light collects the triangles in contact, those of permitted pairs in another colour. */
  private light(f: Frame): void {
    const t = theme()
    const allowed = new Set<number>()
    const n = this.scene.bodies.names.length
    for (let i = 0; i < f.pairs.length; i += 4) {
      if (f.pairs[i + 3]! & PairFlag.Allowed) allowed.add(f.pairs[i]! * n + f.pairs[i + 1]!)
    }
    this.lit.clear()
    this.tints.clear()
    // Permitted contacts come last: they are not seen through what hides them.
    const done = new Set<number>()
    this.add(f, done, t.contact, (a, b) => !allowed.has(a * n + b))
    this.seen.setDrawRange(0, this.lit.count)
    this.add(f, done, t.allowed, (a, b) => allowed.has(a * n + b))
    this.geometry.setDrawRange(0, this.lit.count)
    this.lit.to('position', this.geometry, this.seen)
    this.tints.to('color', this.geometry, this.seen)
  }

  /** add lights the triangles of the contacts between bodies that fit, each once. */
  private add(f: Frame, done: Set<number>, tint: Color, fits: (a: number, b: number) => boolean): void {
    for (let i = 0; i < f.contacts.length; i += 4) {
      const a = f.contacts[i]!, b = f.contacts[i + 2]!
      if (this.sprays(a) || this.sprays(b) || !fits(Math.min(a, b), Math.max(a, b))) continue
      for (const [body, tri] of [[a, f.contacts[i + 1]!], [b, f.contacts[i + 3]!]] as const) {
        const key = body * 2 ** 25 + tri
        if (done.has(key) || this.isSolid(body)) continue
        done.add(key)
        this.corners(body, tri, (x, y, z) => this.lit.push(x, y, z))
        for (let k = 0; k < 3; k++) this.tints.push(tint.r, tint.g, tint.b)
      }
    }
  }

  /** isSolid tells a body that is no mesh, though it may be drawn as one. */
  private isSolid(body: number): boolean { return this.scene.bodies.triangles[body] === 0 }

  /** sprays tells a particle, of which there are too many to light all they hit. */
  private sprays(body: number): boolean { return this.scene.bodies.kind[body]! >= 2 }

  /** corners yields the corners of a body's triangle where it is. */
  private corners(body: number, tri: number, f: (x: number, y: number, z: number) => void): void {
    const mesh = this.bodies.surfaces[this.scene.bodies.mesh[body]!]!.mesh
    const p = this.bodies.poses, o = 12 * body
    for (let k = 0; k < 3; k++) {
      const v = 3 * mesh.triangles[3 * tri + k]!
      const x = mesh.vertices[v]!, y = mesh.vertices[v + 1]!, z = mesh.vertices[v + 2]!
      f(
        p[o]! * x + p[o + 1]! * y + p[o + 2]! * z + p[o + 3]!,
        p[o + 4]! * x + p[o + 5]! * y + p[o + 6]! * z + p[o + 7]!,
        p[o + 8]! * x + p[o + 9]! * y + p[o + 10]! * z + p[o + 11]!,
      )
    }
  }

  private trace(curves: Float32Array): void {
    // The geometry cannot grow: a new one takes the place of one that is too small.
    this.curves.geometry.dispose()
    const g = new LineSegmentsGeometry()
    g.setPositions(curves)
    g.boundingSphere = new Sphere(new Vector3(), Infinity)
    this.curves.geometry = g
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
