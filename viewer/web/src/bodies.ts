import { Color, DynamicDrawUsage, EdgesGeometry, Group, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, MeshStandardMaterial, Vector3, type BufferGeometry } from 'three'
import { ball, cube, Surface } from './geometry'
import type { Bodies as Table, Frame, Mesh, Scene } from './protocol'
import { bodyColor, theme } from './theme'

const wallKind = 1
const flameKind = 3
const waterKind = 2

/** Place is where a body is drawn: an instance of a batch, or none for a wall. */
interface Place { batch: InstancedMesh | undefined; index: number }

/**
 * Bodies draws all bodies, those of one shape in one call. It knows where each is.
 */
export class Bodies {
  readonly group = new Group()
  /** poses are the rows of [R|t], 12 a body. */
  readonly poses: Float32Array
  readonly surfaces: Surface[] = []
  private readonly places: Place[]
  private readonly wallOf = new Map<number, LineSegments>()
  private readonly material = new MeshStandardMaterial({ roughness: 0.52, metalness: 0.02 })
  private readonly wallMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.55 })
  private readonly batches: InstancedMesh[] = []
  private readonly touching: Uint8Array
  private byContact = true

  constructor(private readonly table: Table, meshes: Mesh[], walls: Scene['walls']) {
    const n = table.names.length
    this.poses = new Float32Array(12 * n)
    this.touching = new Uint8Array(n)
    this.places = Array.from({ length: n }, () => ({ batch: undefined, index: 0 }))
    for (const m of meshes) this.surfaces.push(new Surface(m))
    for (const [shape, members] of this.byShape()) {
      const batch = new InstancedMesh(this.shape(shape, members.length), this.material, members.length)
      batch.instanceMatrix.setUsage(DynamicDrawUsage)
      batch.frustumCulled = false // bodies move: bounds would have to follow them
      batch.castShadow = batch.receiveShadow = n <= 4000
      members.forEach((body, index) => { this.places[body] = { batch, index } })
      this.batches.push(batch)
      this.group.add(batch)
    }
    if (walls) this.group.add(this.room(walls))
    this.paint()
  }

  /** room draws the walls of a scene that has no bodies for them. */
  private room(walls: NonNullable<Scene['walls']>): LineSegments {
    const lines = new LineSegments(new EdgesGeometry(cube()), this.wallMaterial)
    const lo = new Vector3(...walls.min), hi = new Vector3(...walls.max)
    lines.position.copy(lo).add(hi).multiplyScalar(0.5)
    lines.scale.copy(hi).sub(lo).multiplyScalar(0.5)
    return lines
  }

  /** byShape groups the bodies; walls are drawn as edges alone. */
  private byShape(): Map<number, number[]> {
    const groups = new Map<number, number[]>()
    this.table.mesh.forEach((shape, body) => {
      if (this.table.kind[body] === wallKind && shape === -2) {
        this.wall(body)
        return
      }
      const members = groups.get(shape)
      if (members) members.push(body)
      else groups.set(shape, [body])
    })
    return groups
  }

  private shape(shape: number, count: number): BufferGeometry {
    if (shape >= 0) return this.surfaces[shape]!.geometry
    return shape === -1 ? ball(count) : cube()
  }

  private wall(body: number): void {
    const lines = new LineSegments(new EdgesGeometry(cube()), this.wallMaterial)
    lines.matrixAutoUpdate = false
    this.group.add(lines)
    this.wallOf.set(body, lines)
  }

  /** wireframe draws edges instead of faces. */
  set wireframe(on: boolean) { this.material.wireframe = on }
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
    for (const b of this.batches) b.instanceMatrix.needsUpdate = true
  }

  /** place writes the matrix of one body. */
  private place(body: number): void {
    const p = this.poses, o = 12 * body
    const size = this.table.size
    const x = size[3 * body]!, y = size[3 * body + 1]!, z = size[3 * body + 2]!
    const { batch, index } = this.places[body]!
    const m = batch ? (batch.instanceMatrix.array as Float32Array) : scratch.elements
    const at = batch ? 16 * index : 0
    for (let row = 0; row < 3; row++) {
      m[at + row] = p[o + 4 * row]! * x
      m[at + 4 + row] = p[o + 4 * row + 1]! * y
      m[at + 8 + row] = p[o + 4 * row + 2]! * z
      m[at + 12 + row] = p[o + 4 * row + 3]!
    }
    m[at + 3] = m[at + 7] = m[at + 11] = 0
    m[at + 15] = 1
    if (!batch) this.wallOf.get(body)?.matrix.copy(scratch)
  }

  private markTouching(f: Frame): void {
    const old = this.touching.slice()
    this.touching.fill(0)
    for (let i = 0; i < f.pairs.length; i += 4) {
      const level = f.pairs[i + 3]! & 1 ? 1 : 2
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
    // A mesh in contact shows its triangles; a sphere or box is coloured as a whole.
    const touch = this.touching[body]!
    if (this.byContact && touch > 0 && this.table.mesh[body]! < 0 && this.table.kind[body] === 0) {
      color.lerp(touch === 1 ? theme().allowed : theme().contact, 0.72)
    }
    batch.setColorAt(index, color)
    batch.instanceColor!.needsUpdate = true
  }

  private ownColor(body: number): void {
    switch (this.table.kind[body]) {
      case waterKind:
        color.set('#4f9bd8').offsetHSL(0, 0, 0.06 * ((body % 7) / 6 - 0.5))
        return
      case flameKind:
        color.set('#ff9a2e').offsetHSL(-0.04 * ((body % 5) / 4), 0, 0.05 * ((body % 3) - 1))
        return
      default:
        bodyColor(body, color)
    }
  }
}

const scratch = new Matrix4()
const color = new Color()
