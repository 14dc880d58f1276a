import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshStandardMaterial, Points, PointsMaterial, Vector3 } from 'three'
import type { Bodies } from './bodies'
import { roundPoints, type Region } from './contacts'
import type { Frame, ProofStep, Scene } from './protocol'
import { theme } from './theme'

/** Proven draws the steps of a proof: planes that part two groups of triangles, and points that two triangles share. */
export class Proven {
  readonly group = new Group()
  private readonly fill = surface()
  private readonly rim = new LineBasicMaterial({ transparent: true })
  private readonly discs = new Mesh(new BufferGeometry(), this.fill)
  private readonly rims = new LineSegments(new BufferGeometry(), this.rim)
  private readonly nodes = [0, 1].map(() => new Mesh(new BufferGeometry(), lit()))
  private readonly marks = new Points(new BufferGeometry(), new PointsMaterial({ size: 8, sizeAttenuation: false, transparent: true, depthTest: false }))
  private readonly gaps = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, depthTest: false }))
  private steps: ProofStep[] = []
  private chosen: ProofStep | undefined

  constructor(private readonly scene: Scene, private readonly bodies: Bodies) {
    roundPoints(this.marks.material)
    const parts = [...this.nodes, this.discs, this.rims, this.gaps, this.marks]
    parts.forEach((o, i) => {
      o.frustumCulled = false
      o.renderOrder = 2 + i
      this.group.add(o)
    })
    this.group.visible = false
    this.paint()
  }

  /** take shows the steps of a frame; a step that was chosen is so in that frame alone. */
  take(f: Frame): void {
    this.steps = f.proven?.steps ?? []
    this.group.visible = this.steps.length > 0
    this.choose(undefined)
  }

  /** choose shows one step and what it is about, or all of them. */
  choose(step: ProofStep | undefined): void {
    this.chosen = step
    const shown = step ? [step] : this.steps
    this.drawPlanes(shown.filter((s) => s.normal).slice(0, drawn))
    this.drawPoints(shown.filter((s) => !s.normal))
    this.nodes.forEach((m, i) => this.light(m, i))
    this.paint()
  }

  /** region is where a step is. */
  region(s: ProofStep): Region { return { center: new Vector3(...s.at), radius: Math.max(1.2 * s.radius, 0.12) } }

  paint(): void {
    const t = theme(), planes = Math.min(drawn, this.steps.filter((s) => s.normal).length)
    this.fill.color.copy(t.front)
    this.rim.color.copy(t.front)
    this.fill.opacity = this.chosen ? 0.3 : Math.min(0.2, 0.4 / planes)
    this.rim.opacity = this.chosen ? 0.95 : 0.6
    this.rim.depthTest = !this.chosen // the rim of one is seen through bodies
    this.marks.material.color.copy(t.contact)
    this.gaps.material.color.copy(t.distance)
    for (const [i, c] of ([t.volumes, t.octree] as Color[]).entries()) this.nodes[i]!.material.color.copy(c).lerp(white, t.dark ? 0 : 0.3)
  }

  private drawPlanes(planes: ProofStep[]): void {
    const fill: number[] = [], rim: number[] = []
    for (const s of planes) {
      const n = new Vector3(...s.normal!), u = new Vector3(), w = new Vector3()
      u.crossVectors(n, Math.abs(n.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0)).normalize()
      w.crossVectors(n, u)
      for (const side of s.half > 0 ? [-s.half, s.half] : [0]) disc(new Vector3(...s.at).addScaledVector(n, side), u, w, s.radius, fill, rim)
    }
    set(this.discs.geometry, fill)
    set(this.rims.geometry, rim)
    this.discs.visible = this.rims.visible = planes.length > 0
  }

  private drawPoints(points: ProofStep[]): void {
    set(this.marks.geometry, points.flatMap((s) => s.ends?.flat() ?? s.at))
    set(this.gaps.geometry, points.flatMap((s) => s.ends?.flat() ?? []))
    this.marks.visible = points.length > 0
    this.gaps.visible = points.some((s) => s.ends)
  }

  /** light colours the triangles of one side of the chosen step. */
  private light(m: Mesh<BufferGeometry, MeshStandardMaterial>, side: number): void {
    const s = this.chosen, proof = this.scene.proof
    const body = s && side === 0 ? s.a : s?.b ?? 0, at: number[] = []
    m.visible = s !== undefined && proof !== undefined && this.scene.bodies.triangles[body] !== 0 // a solid has none
    if (!s || !proof || !m.visible) return
    for (let k = s.nodes[2 * side]!; k < s.nodes[2 * side + 1]!; k++) this.bodies.corners(body, proof.order[proof.mesh[body]!]![k]!, (x, y, z) => at.push(x, y, z))
    set(m.geometry, at)
    m.geometry.computeVertexNormals()
  }
}

/** drawn is the number of planes that are drawn unless one is chosen: those that part the most. */
const drawn = 6

const white = new Color('#fff')

/** corners of a disc. */
const corners = 48

/** disc appends the triangles of a disc and the segments of its rim. */
function disc(at: Vector3, u: Vector3, w: Vector3, radius: number, fill: number[], rim: number[]): void {
  const point = (k: number) => at.clone().addScaledVector(u, radius * Math.cos((2 * Math.PI * k) / corners)).addScaledVector(w, radius * Math.sin((2 * Math.PI * k) / corners))
  for (let k = 0; k < corners; k++) {
    const p = point(k), q = point(k + 1)
    fill.push(at.x, at.y, at.z, p.x, p.y, p.z, q.x, q.y, q.z)
    rim.push(p.x, p.y, p.z, q.x, q.y, q.z)
  }
}

function set(g: BufferGeometry, at: number[]): void {
  g.dispose()
  g.setAttribute('position', new BufferAttribute(new Float32Array(at), 3))
  g.deleteAttribute('normal')
}

function surface(): MeshBasicMaterial { return new MeshBasicMaterial({ transparent: true, depthWrite: false, side: DoubleSide, toneMapped: false }) }

function lit(): MeshStandardMaterial {
  return new MeshStandardMaterial({ side: DoubleSide, roughness: 0.7, flatShading: true, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 })
}
