import {
  Color, DoubleSide, DynamicDrawUsage, EdgesGeometry, FrontSide, Group, InstancedMesh, LineBasicMaterial, LineSegments, MeshStandardMaterial, Vector3, type BufferGeometry, type Plane,
} from 'three'
import { ball, cube, Surface } from './geometry'
import { PairFlag, type Bodies as Table, type Frame, type Mesh, type Scene } from './protocol'
import { bodyColor, glow, restColor, theme } from './theme'

const wallKind = 1
const flameKind = 3
const waterKind = 2

/** Alike are bodies of one shape and kind. */
interface Alike { shape: number; kind: number; members: number[] }

/** mostShadows is how many bodies of one shape may cast shadows. */
const mostShadows = 3000

/** Place is where a body is drawn: an instance of a batch, or nowhere for a wall. */
interface Place { batch: InstancedMesh | undefined; index: number }

/** Shown is how bodies that are not chosen are drawn: as others, as ghosts or not at all. */
export type Shown = 'all' | 'xray' | 'isolate'

/**
 * Bodies draws all bodies, those of one shape in one call. It knows where each is.
 */
export class Bodies {
  readonly group = new Group()
  /** poses are the rows of [R|t], 12 a body. */
  readonly poses: Float32Array
  readonly surfaces: Surface[] = []
  private readonly places: Place[]
  private readonly material = new MeshStandardMaterial({ roughness: 0.52, metalness: 0.02 })
  private readonly capped = cappedMaterial() // of closed surfaces that are cut
  private readonly fire = new MeshStandardMaterial({ roughness: 0.9 })
  private readonly wallMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.55 })
  private readonly batches: InstancedMesh[] = []
  private readonly touching: Uint8Array
  private readonly colors: number[]
  private readonly fixed: Set<number>
  private readonly endless: Set<number>
  private byContact = true
  private readonly ghost = new MeshStandardMaterial({ roughness: 0.9, transparent: true, opacity: 0.13, depthWrite: false })
  private readonly ghosts = new Map<InstancedMesh, InstancedMesh>()
  private shown: Shown = 'all'
  private kept = new Set<number>()

  constructor(private readonly table: Table, meshes: Mesh[], walls: Scene['walls'], private readonly whole: boolean) {
    const n = table.names.length
    this.poses = new Float32Array(12 * n)
    this.touching = new Uint8Array(n)
    this.fixed = new Set(table.immovable ?? [])
    this.endless = new Set(table.endless ?? [])
    this.colors = colorNumbers(table, this.fixed)
    this.places = Array.from({ length: n }, () => ({ batch: undefined, index: 0 }))
    for (const m of meshes) this.surfaces.push(new Surface(m))
    glow(this.fire, 0.75)
    for (const { shape, kind, members } of this.alike()) {
      const batch = new InstancedMesh(this.shape(shape, members.length), kind === flameKind ? this.fire : this.material, members.length)
      batch.instanceMatrix.setUsage(DynamicDrawUsage)
      batch.frustumCulled = false // bodies move: bounds would have to follow them
      batch.castShadow = members.length <= mostShadows && kind !== flameKind && !this.endless.has(members[0]!)
      batch.receiveShadow = kind !== flameKind
      members.forEach((body, index) => { this.places[body] = { batch, index } })
      this.batches.push(batch)
      this.group.add(batch)
    }
    if (walls) this.group.add(this.room(walls))
    this.paint()
  }

  /** room draws the walls of a scene as the edges of what they enclose. */
  private room(walls: NonNullable<Scene['walls']>): LineSegments {
    const lines = new LineSegments(new EdgesGeometry(cube()), this.wallMaterial)
    const lo = new Vector3(...walls.min), hi = new Vector3(...walls.max)
    lines.position.copy(lo).add(hi).multiplyScalar(0.5)
    lines.scale.copy(hi).sub(lo).multiplyScalar(0.5)
    return lines
  }

  /** alike groups the bodies that are drawn in one call: all but boxes that are walls and what has no surface here. */
  private alike(): Iterable<Alike> {
    const groups = new Map<string, Alike>()
    this.table.mesh.forEach((shape, body) => {
      const kind = this.table.kind[body]!
      if (kind === wallKind && shape === -2 || shape === -3) return
      const key = `${shape} ${kind}`
      const group = groups.get(key)
      if (group) group.members.push(body)
      else groups.set(key, { shape, kind, members: [body] })
    })
    return groups.values()
  }

  /** drawn tells whether a body is to be seen: walls are not, but for their edges. */
  drawn(body: number): boolean { return this.places[body]!.batch !== undefined }

  /** choose draws some bodies as they are and all others as ghosts, or not at all. */
  choose(shown: Shown, kept: number[]): void {
    this.shown = shown
    this.kept = new Set(kept)
    if (shown === 'xray') this.haunt()
    for (const g of this.ghosts.values()) g.visible = shown === 'xray'
    for (let b = 0; b < this.places.length; b++) this.place(b)
    for (const m of [...this.batches, ...this.ghosts.values()]) m.instanceMatrix.needsUpdate = true
  }

  /** haunt makes the batches of ghosts. */
  private haunt(): void {
    for (const batch of this.batches) {
      if (this.ghosts.has(batch)) continue
      const g = new InstancedMesh(batch.geometry, this.ghost, batch.count)
      g.frustumCulled = false
      g.renderOrder = 1
      g.instanceColor = batch.instanceColor
      this.ghosts.set(batch, g)
      this.group.add(g)
    }
  }

  /** solids are what a ray can hit: the bodies that are not ghosts. */
  get solids(): InstancedMesh[] { return this.batches }

  /** bodyOf is the body that an instance of a batch draws. */
  bodyOf(batch: unknown, index: number): number { return this.places.findIndex((p) => p.batch === batch && p.index === index) }

  /** cut lets planes cut all bodies and returns how many shapes are filled there: the closed ones. Of others the inside is seen. */
  cut(planes: Plane[]): number {
    for (const m of [this.material, this.capped, this.fire, this.ghost]) {
      m.clippingPlanes = planes
      m.side = planes.length > 0 ? DoubleSide : FrontSide
      m.needsUpdate = true
    }
    for (const b of this.batches) {
      if (b.material === this.fire) continue
      const of = this.surfaces.find((s) => s.geometry === b.geometry)
      b.material = planes.length > 0 && (of?.closed ?? true) ? this.capped : this.material
    }
    return this.batches.filter((b) => b.material === this.capped).length
  }

  private shape(shape: number, count: number): BufferGeometry {
    if (shape >= 0) return this.surfaces[shape]!.geometry
    return shape === -1 ? ball(count) : cube()
  }

  /** wireframe draws edges instead of faces. */
  set wireframe(on: boolean) { this.material.wireframe = this.capped.wireframe = this.fire.wireframe = on }
  get wireframe(): boolean { return this.material.wireframe }

  /** contactColors lets bodies that touch show it. */
  set contactColors(on: boolean) {
    this.byContact = on
    this.paint()
  }
  get contactColors(): boolean { return this.byContact }

  /** take moves the bodies that moved. */
  take(f: Frame): void {
    const { words, floats } = f
    const poses = this.poses
    for (let k = 0; k < f.moved; k++) {
      const body = words[13 * k]!
      for (let j = 0; j < 12; j++) poses[12 * body + j] = floats[13 * k + 1 + j]!
      this.place(body)
    }
    for (const d of f.deformed) this.surfaces[d.mesh]!.deform(d.vertices)
    this.markTouching(f)
    for (const b of [...this.batches, ...this.ghosts.values()]) b.instanceMatrix.needsUpdate = true
  }

  /** corners yields the corners of a triangle of a body that is a mesh, where it is. */
  corners(body: number, tri: number, f: (x: number, y: number, z: number) => void): void {
    const mesh = this.surfaces[this.table.mesh[body]!]!.mesh
    const p = this.poses, o = 12 * body
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

  /** place writes the matrix of one body. */
  private place(body: number): void {
    const p = this.poses, o = 12 * body
    const size = this.table.size
    const x = size[3 * body]!, y = size[3 * body + 1]!, z = size[3 * body + 2]!
    const { batch, index } = this.places[body]!
    if (!batch) return
    const whole = this.shown === 'all' || this.kept.has(body), ghost = this.ghosts.get(batch)
    this.write(batch, index, p, o, whole ? x : 0, whole ? y : 0, whole ? z : 0)
    if (ghost) this.write(ghost, index, p, o, whole ? 0 : x, whole ? 0 : y, whole ? 0 : z)
  }

  private write(batch: InstancedMesh, index: number, p: Float32Array, o: number, x: number, y: number, z: number): void {
    const m = batch.instanceMatrix.array as Float32Array
    const at = 16 * index
    for (let row = 0; row < 3; row++) {
      m[at + row] = p[o + 4 * row]! * x
      m[at + 4 + row] = p[o + 4 * row + 1]! * y
      m[at + 8 + row] = p[o + 4 * row + 2]! * z
      m[at + 12 + row] = p[o + 4 * row + 3]!
    }
    m[at + 3] = m[at + 7] = m[at + 11] = 0
    m[at + 15] = 1
  }

  private markTouching(f: Frame): void {
    const old = this.touching.slice()
    this.touching.fill(0)
    for (let i = 0; i < f.pairs.length; i += 4) {
      const level = f.pairs[i + 3]! & (PairFlag.Allowed | PairFlag.Undecided) ? 1 : 2
      for (const b of [f.pairs[i]!, f.pairs[i + 1]!]) this.touching[b] = Math.max(this.touching[b]!, level)
    }
    for (let b = 0; b < old.length; b++) if (old[b] !== this.touching[b]) this.tint(b)
  }

  /** paint colours all bodies, after a change of theme too. */
  paint(): void {
    this.wallMaterial.color.copy(theme().wall)
    for (let b = 0; b < this.touching.length; b++) this.tint(b)
  }

  private tint(body: number): void {
    const { batch, index } = this.places[body]!
    if (!batch) return
    this.ownColor(body)
    // A mesh in contact shows its triangles, a link of a robot is paler than these; a solid is coloured as a whole, a half space paler: it
    // may fill the picture.
    const touch = this.touching[body]!
    if (this.byContact && touch > 0 && (this.whole || this.table.triangles[body] === 0) && this.table.kind[body] === 0) {
      color.lerp(touch === 1 ? theme().allowed : theme().contact, this.endless.has(body) ? 0.25 : this.table.triangles[body] === 0 ? 0.72 : 0.62)
    }
    batch.setColorAt(index, color)
    batch.instanceColor!.needsUpdate = true
  }

  /** rests tells that a body stands still among others that do not. */
  private rests(body: number): boolean { return this.fixed.size < this.places.length && this.fixed.has(body) }

  private ownColor(body: number): void {
    switch (this.table.kind[body]) {
      case waterKind:
        color.set('#4f9bd8').offsetHSL(0, 0, 0.06 * ((body % 7) / 6 - 0.5))
        return
      case flameKind:
        color.set('#ff8a1f').offsetHSL(0.05 * ((body % 7) / 6 - 0.6), 0, 0.06 * ((body % 3) - 1))
        return
      default:
        if (this.table.color?.[body]) color.set(this.table.color[body]!)
        else if (this.rests(body)) restColor(this.colors[body]!, color)
        else bodyColor(this.colors[body]!, color)
    }
  }
}

/**
 * cappedMaterial draws a cut face over the inside of a surface: where a line of sight goes through the cut into a closed body, the first of
 * the body that it meets is a face seen from behind. Those are the least bit nearer, or flush faces of other bodies would show in stripes.
 */
function cappedMaterial(): MeshStandardMaterial {
  const m = new MeshStandardMaterial({ roughness: 0.52, metalness: 0.02 })
  m.onBeforeCompile = (s) => {
    s.fragmentShader = s.fragmentShader.replace('#include <opaque_fragment>', `gl_FragDepth = gl_FragCoord.z;
if (!gl_FrontFacing) {
  outgoingLight = diffuseColor.rgb * (fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) < 0.2 ? 0.4 : 0.7);
  gl_FragDepth -= 4e-7;
}
#include <opaque_fragment>`)
  }
  return m
}

/**
 * colorNumbers gives each body a colour of its own, but those that are immovable one
 * for all whose names differ in a number: the steps of a staircase are alike.
 */
function colorNumbers(t: Table, fixed: Set<number>): number[] {
  const known = new Map<string, number>()
  return t.names.map((name, body) => {
    if (!fixed.has(body)) return body
    const stem = name.replace(/\d+/g, '')
    if (!known.has(stem)) known.set(stem, known.size)
    return known.get(stem)!
  })
}

const color = new Color()
