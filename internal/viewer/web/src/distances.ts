import { BufferAttribute, BufferGeometry, CanvasTexture, Color, Group, Points, PointsMaterial, Sphere, Sprite, SpriteMaterial, Vector2, Vector3, type Camera } from 'three'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js'
import { roundPoints, type Region } from './contacts'
import type { Near } from './protocol'
import { theme } from './theme'

/** Labels of more pairs would hide each other; the lines of all are drawn. */
const labelled = 40

/** Distances draws a line between the two closest points of each pair that is near, with its length. */
export class Distances {
  readonly group = new Group()
  private readonly material = new LineMaterial({ linewidth: 2.6, transparent: true, depthTest: false })
  private readonly points = new Points(new BufferGeometry(), new PointsMaterial({ size: 7, sizeAttenuation: false, transparent: true, depthTest: false }))
  private readonly lines = new LineSegments2(new LineSegmentsGeometry(), this.material)
  private readonly labels: Sprite[] = []
  private near: Near[] = []
  private named = 0 // how many labels have a line
  private height = 1

  constructor() {
    roundPoints(this.points.material)
    this.lines.renderOrder = 5
    this.points.renderOrder = 6
    this.lines.frustumCulled = this.points.frustumCulled = false
    this.lines.visible = this.points.visible = false
    this.group.add(this.lines, this.points)
    this.paint()
  }

  /** show draws these pairs in place of those before. */
  show(near: Near[]): void {
    if (near === this.near) return
    this.near = near
    const ends = new Float32Array(near.flatMap((n) => n.ends ?? []).flat())
    this.lines.visible = this.points.visible = ends.length > 0
    if (ends.length > 0) this.draw(ends)
    const named = near.filter((n) => n.ends).slice(0, labelled)
    while (this.labels.length < named.length) this.addLabel()
    this.named = named.length
    named.forEach((n, i) => this.label(this.labels[i]!, n))
    this.scale()
  }

  private draw(ends: Float32Array): void {
    // The geometries cannot grow: new ones take their place.
    this.lines.geometry.dispose()
    this.lines.geometry = new LineSegmentsGeometry()
    this.lines.geometry.setPositions(ends)
    this.lines.geometry.boundingSphere = new Sphere(new Vector3(), Infinity)
    this.points.geometry.dispose()
    this.points.geometry = new BufferGeometry()
    this.points.geometry.setAttribute('position', new BufferAttribute(ends, 3))
  }

  private addLabel(): void {
    const s = new Sprite(new SpriteMaterial({ sizeAttenuation: false, depthTest: false, transparent: true, toneMapped: false }))
    s.center.set(0.5, -above)
    s.renderOrder = 7
    this.labels.push(s)
    this.group.add(s)
  }

  /** label writes the distance at the middle of a line. */
  private label(s: Sprite, n: Near): void {
    const [p, q] = n.ends!
    s.position.set((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2)
    if (s.name === n.text) return
    s.name = n.text
    this.write(s)
  }

  private write(s: Sprite): void {
    const t = theme()
    s.material.map?.dispose()
    s.material.map = written(s.name, t.distance, t.background)
    s.material.needsUpdate = true
  }

  /** paint takes the colours of the theme. */
  paint(): void {
    const t = theme()
    this.material.color.copy(t.distance)
    this.points.material.color.copy(t.distance)
    for (const s of this.labels) this.write(s)
    this.scale()
  }

  /** resize tells lines and labels how large the picture is: labels are as high on every screen. */
  resize(width: number, height: number, fov: number): void {
    this.material.resolution = new Vector2(width, height)
    this.height = 2 * Math.tan((fov * Math.PI) / 360) / height
    this.scale()
  }

  /** place shows the labels that fit: one that would cover the label of a nearer pair is left out. */
  place(camera: Camera, width: number, height: number): void {
    const taken: Rect[] = []
    this.labels.forEach((s, i) => {
      const p = s.getWorldPosition(at).project(camera)
      const image = s.material.map!.image as HTMLCanvasElement
      const w = image.width / sharp, h = image.height / sharp
      const x = (p.x * width - w) / 2, y = (p.y * height) / 2 + above * h
      const r = { x0: x - gap, y0: y - gap, x1: x + w + gap, y1: y + h + gap }
      s.visible = i < this.named && p.z < 1 && !taken.some((o) => r.x0 < o.x1 && o.x0 < r.x1 && r.y0 < o.y1 && o.y0 < r.y1)
      if (s.visible) taken.push(r)
    })
  }

  private scale(): void {
    for (const s of this.labels) {
      const image = s.material.map!.image as HTMLCanvasElement
      s.scale.set(this.height * image.width / sharp, this.height * image.height / sharp, 1)
    }
  }

  /** region is where two bodies are near, undefined where they have no line. */
  region(a: number, b: number): Region | undefined {
    const ends = this.near.find((n) => n.a === a && n.b === b)?.ends
    if (!ends) return undefined
    const p = new Vector3(...ends[0]), q = new Vector3(...ends[1])
    return { center: p.clone().add(q).multiplyScalar(0.5), radius: Math.max(2 * p.distanceTo(q), 0.12) }
  }
}

interface Rect { x0: number; y0: number; x1: number; y1: number }

/** Labels stand above the middle of their lines by this part of their height, and this many pixels from each other. */
const above = 0.35, gap = 1

const at = new Vector3()

/** sharp is the number of a label's pixels for one of the page. */
const sharp = 2

/** written is a text on a plate. */
function written(text: string, ink: Color, plate: Color): CanvasTexture {
  const canvas = document.createElement('canvas')
  const c = canvas.getContext('2d')!
  const font = `600 ${12 * sharp}px system-ui, sans-serif`
  c.font = font
  canvas.width = Math.ceil(c.measureText(text).width) + 12 * sharp
  canvas.height = 20 * sharp
  c.font = font
  c.fillStyle = `#${plate.getHexString()}`
  c.strokeStyle = `#${ink.getHexString()}`
  c.lineWidth = sharp
  c.beginPath()
  c.roundRect(sharp / 2, sharp / 2, canvas.width - sharp, canvas.height - sharp, 5 * sharp)
  c.fill()
  c.stroke()
  c.fillStyle = `#${ink.getHexString()}`
  c.textAlign = 'center'
  c.textBaseline = 'middle'
  c.fillText(text, canvas.width / 2, canvas.height / 2 + sharp)
  const map = new CanvasTexture(canvas)
  map.colorSpace = 'srgb'
  return map
}
