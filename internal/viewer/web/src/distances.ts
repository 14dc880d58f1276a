import { BufferAttribute, BufferGeometry, CanvasTexture, Color, Group, Points, PointsMaterial, Sphere, Sprite, SpriteMaterial, Vector2, Vector3 } from 'three'
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
  private readonly labels: Sprite[] = []
  private height = 1

  constructor(private readonly near: Near[]) {
    const ends = near.flatMap((n) => n.ends ?? []).flat()
    if (ends.length === 0) return
    const g = new LineSegmentsGeometry()
    g.setPositions(new Float32Array(ends))
    g.boundingSphere = new Sphere(new Vector3(), Infinity)
    this.points.geometry.setAttribute('position', new BufferAttribute(new Float32Array(ends), 3))
    roundPoints(this.points.material)
    const lines = new LineSegments2(g, this.material)
    lines.renderOrder = 5
    this.points.renderOrder = 6
    lines.frustumCulled = this.points.frustumCulled = false
    this.group.add(lines, this.points)
    for (const n of near.filter((n) => n.ends).slice(0, labelled)) this.label(n)
    this.paint()
  }

  /** label writes the distance at the middle of a line. */
  private label(n: Near): void {
    const s = new Sprite(new SpriteMaterial({ sizeAttenuation: false, depthTest: false, transparent: true, toneMapped: false }))
    const [p, q] = n.ends!
    s.position.set((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2)
    s.center.set(0.5, -0.35) // above the line
    s.renderOrder = 7
    s.name = n.text
    this.labels.push(s)
    this.group.add(s)
  }

  /** paint takes the colours of the theme. */
  paint(): void {
    const t = theme()
    this.material.color.copy(t.distance)
    this.points.material.color.copy(t.distance)
    for (const s of this.labels) {
      s.material.map?.dispose()
      s.material.map = written(s.name, t.distance, t.background)
      s.material.needsUpdate = true
    }
    this.scale()
  }

  /** resize tells lines and labels how large the picture is: labels are as high on every screen. */
  resize(width: number, height: number, fov: number): void {
    this.material.resolution = new Vector2(width, height)
    this.height = 2 * Math.tan((fov * Math.PI) / 360) / height
    this.scale()
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

/** sharp is the number of a label's pixels for one of the page. */
const sharp = 2

/** written is a text on a plate. */
function written(text: string, ink: Color, plate: Color): CanvasTexture {
  const canvas = document.createElement('canvas')
  const c = canvas.getContext('2d')!
  const font = `600 ${13 * sharp}px system-ui, sans-serif`
  c.font = font
  canvas.width = Math.ceil(c.measureText(text).width) + 14 * sharp
  canvas.height = 22 * sharp
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
