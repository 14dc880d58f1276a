import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, InstancedBufferAttribute, InstancedBufferGeometry, LineSegments, Mesh, ShaderMaterial,
  type Object3D,
} from 'three'
import type { Bodies } from './bodies'
import { LayerKind, type Layer, type Side } from './protocol'
import { theme } from './theme'

// Volumes are the cube [-1, 1]³ or the unit ball under a matrix of three rows each.
const vertex = `
attribute vec4 row0; attribute vec4 row1; attribute vec4 row2;
varying float depth;
void main() {
  vec4 p = vec4(position, 1.0);
  vec4 eye = modelViewMatrix * vec4(dot(row0, p), dot(row1, p), dot(row2, p), 1.0);
  depth = -eye.z;
  gl_Position = projectionMatrix * eye;
}`

const fragment = `
uniform vec3 color; uniform float opacity;
varying float depth;
void main() {
  gl_FragColor = vec4(color, opacity * clamp(1.25 - depth / 60.0, 0.25, 1.0));
  #include <colorspace_fragment>
}`

function material(opacity: number): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: vertex, fragmentShader: fragment, transparent: true, depthWrite: false, side: DoubleSide,
    uniforms: { color: { value: new Color() }, opacity: { value: opacity } },
  })
}

const edges = cubeEdges()
const circles = threeCircles(40)
const faces = cubeFaces()

/** Volumes draws the boxes, balls and edges of one layer. */
class Volumes {
  readonly group = new Group()
  private readonly lines = material(0.75)
  private readonly fill = material(0.05)
  private readonly edges = new LineSegments(new BufferGeometry(), plain())
  private readonly boxes = new InstancedBufferGeometry()
  private readonly solid = new InstancedBufferGeometry()
  private readonly balls = new InstancedBufferGeometry()

  constructor(private readonly pick: () => Color, private readonly density: number) {
    this.boxes.setAttribute('position', edges)
    this.solid.setAttribute('position', faces)
    this.balls.setAttribute('position', circles)
    const parts: Object3D[] = [new LineSegments(this.boxes, this.lines), new LineSegments(this.balls, this.lines), this.edges]
    if (density > 0) parts.unshift(new Mesh(this.solid, this.fill))
    for (const o of parts) {
      o.frustumCulled = false
      o.renderOrder = 5
      this.group.add(o)
    }
    this.paint()
  }

  paint(): void {
    for (const m of [this.lines, this.fill, this.edges.material]) (m.uniforms['color']!.value as Color).copy(this.pick())
  }

  /** show draws a layer; a first number of NaN marks a ball: centre and radius. */
  show(layer: Layer | undefined): void {
    const n = layer?.volumes ?? 0
    this.group.visible = n > 0
    if (!layer || n === 0) return
    const shapes = layer.shapes
    const box: number[] = [], ball: number[] = []
    for (let i = 0; i < shapes.length; i += 12) {
      if (!Number.isNaN(shapes[i]!)) {
        for (let k = 0; k < 12; k++) box.push(shapes[i + k]!)
        continue
      }
      const [x, y, z, r] = [shapes[i + 1]!, shapes[i + 2]!, shapes[i + 3]!, shapes[i + 4]!]
      ball.push(r, 0, 0, x, 0, r, 0, y, 0, 0, r, z)
    }
    fillRows(this.boxes, box)
    fillRows(this.solid, box)
    fillRows(this.balls, ball)
    this.edges.geometry.setAttribute('position', new BufferAttribute(layer.edges, 3))
    // More of them overlap: each is drawn fainter.
    this.fill.uniforms['opacity']!.value = this.density * Math.min(1, 6 / Math.sqrt(n + 1))
    for (const m of [this.lines, this.edges.material]) m.uniforms['opacity']!.value = Math.max(0.18, Math.min(0.8, 9 / Math.sqrt(n + 1)))
  }
}

function fillRows(g: InstancedBufferGeometry, rows: number[]): void {
  const n = rows.length / 12
  for (let row = 0; row < 3; row++) {
    const a = new Float32Array(4 * n)
    for (let i = 0; i < n; i++) for (let k = 0; k < 4; k++) a[4 * i + k] = rows[12 * i + 4 * row + k]!
    g.setAttribute(`row${row}`, new InstancedBufferAttribute(a, 4))
  }
  g.instanceCount = n
}

/** Layers draws what a method did: its volumes, cells, front and pairs. */
export class Layers {
  readonly group = new Group()
  private readonly volumes = new Map<LayerKind, Volumes>([
    [LayerKind.Volumes, new Volumes(() => theme().volumes, 0.035)],
    [LayerKind.Octree, new Volumes(() => theme().octree, 0)],
    [LayerKind.Front, new Volumes(() => theme().front, 0.05)],
  ])
  private readonly broad = new LineSegments(new BufferGeometry(), plain())

  constructor(private readonly bodies: Bodies) {
    for (const v of this.volumes.values()) this.group.add(v.group)
    this.broad.material.depthTest = false // through everything
    this.broad.frustumCulled = false
    this.broad.renderOrder = 4
    this.group.add(this.broad)
    this.paint()
  }

  paint(): void {
    for (const v of this.volumes.values()) v.paint()
    ;(this.broad.material.uniforms['color']!.value as Color).copy(theme().broad)
  }

  show(side: Side): void {
    const found = new Map<LayerKind, Layer>(side.layers.map((l) => [l.kind, l]))
    for (const [kind, v] of this.volumes) v.show(found.get(kind))
    this.pairs(side.broad)
  }

  /** pairs draws a line between the middles of two bodies. */
  private pairs(pairs: Uint32Array): void {
    const p = this.bodies.poses
    const shown = pairs.filter((_, i) => this.bodies.drawn(pairs[i]!) && this.bodies.drawn(pairs[i ^ 1]!))
    const at = new Float32Array(3 * shown.length)
    shown.forEach((body, i) => {
      for (let k = 0; k < 3; k++) at[3 * i + k] = p[12 * body + 4 * k + 3]!
    })
    this.broad.geometry.setAttribute('position', new BufferAttribute(at, 3))
    this.broad.visible = pairs.length > 0
  }
}

/** plain draws lines without rows. */
function plain(): ShaderMaterial {
  const m = material(0.7)
  m.vertexShader = `varying float depth;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  depth = -eye.z;
  gl_Position = projectionMatrix * eye;
}`
  return m
}

function cubeEdges(): BufferAttribute {
  const at: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const u of [-1, 1]) for (const w of [-1, 1]) for (const end of [-1, 1]) {
      const p = [0, 0, 0]
      p[axis] = end
      p[(axis + 1) % 3] = u
      p[(axis + 2) % 3] = w
      at.push(...p)
    }
  }
  return new BufferAttribute(new Float32Array(at), 3)
}

function cubeFaces(): BufferAttribute {
  const at: number[] = []
  for (let axis = 0; axis < 3; axis++) for (const side of [-1, 1]) {
    for (const [u, w] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]] as const) {
      const p = [0, 0, 0]
      p[axis] = side
      p[(axis + 1) % 3] = u
      p[(axis + 2) % 3] = w
      at.push(...p)
    }
  }
  return new BufferAttribute(new Float32Array(at), 3)
}

function threeCircles(n: number): BufferAttribute {
  const at: number[] = []
  for (let axis = 0; axis < 3; axis++) for (let i = 0; i < n; i++) for (const end of [i, i + 1]) {
    const p = [0, 0, 0]
    p[(axis + 1) % 3] = Math.cos((2 * Math.PI * end) / n)
    p[(axis + 2) % 3] = Math.sin((2 * Math.PI * end) / n)
    at.push(...p)
  }
  return new BufferAttribute(new Float32Array(at), 3)
}
