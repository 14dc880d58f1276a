import { BufferGeometry, Line, LineBasicMaterial, Plane, Points, PointsMaterial, Raycaster, Vector2, Vector3, type InstancedMesh } from 'three'
import type { Shown } from './bodies'
import type { Pilot } from './camera'
import { roundPoints } from './contacts'
import { button, make, text } from './dom'
import type { Scene } from './protocol'
import type { Room } from './room'
import type { Stage } from './stage'
import { theme } from './theme'

const near = 12 // pixels within which a corner is picked

/** Picked is a point on a body, in the room. */
interface Picked { at: Vector3; body: number; corner: boolean }

/** Inspect is what helps to see: ghosts, one pair alone, a cut through all bodies, a ruler. */
export class Inspect {
  readonly element = make('div', { class: 'inspect' })
  private readonly shows: HTMLButtonElement[]
  private readonly who = make('p', { class: 'quiet' })
  private readonly axis = make('select', { 'aria-label': 'Section', onchange: () => this.section() },
    ...[['', 'none'], ['0', 'across X'], ['1', 'across Y'], ['2', 'across Z']].map(([v, name]) => make('option', { value: v! }, name)))
  private readonly place = make('input', { type: 'range', min: 0, max: 1, step: 0.002, value: 0.5, 'aria-label': 'Place of the section', oninput: () => this.section() })
  private readonly flip = button('Other side', 'Keep the other side of the section', () => { this.side = -this.side; this.section() })
  private readonly row = make('div', { class: 'cut', hidden: true }, this.place, this.flip)
  private readonly ruler = make('input', { type: 'checkbox', role: 'switch', 'aria-label': 'Measure', onchange: () => this.measure() })
  private readonly result = make('p', { class: 'quiet', role: 'status' })
  private readonly marks = new Points(new BufferGeometry(), new PointsMaterial({ size: 10, sizeAttenuation: false, transparent: true, depthTest: false }))
  private readonly line = new Line(new BufferGeometry(), new LineBasicMaterial({ transparent: true, depthTest: false }))
  private shown: Shown = 'all'
  private pair: number[] = []
  private side = 1
  private picked: Picked[] = []

  constructor(private readonly scene: Scene, private readonly room: Room, private readonly stage: Stage, pilot: Pilot) {
    const show = (name: string, title: string, shown: Shown) => button(name, title, () => this.show(shown), { 'aria-pressed': String(shown === 'all') })
    this.shows = [show('All', 'All bodies', 'all'), show('X-ray', 'All bodies but the chosen pair are ghosts', 'xray'), show('Isolate', 'The chosen pair alone', 'isolate')]
    this.element.append(make('div', { class: 'choice', role: 'group', 'aria-label': 'Bodies' }, ...this.shows), this.who,
      make('label', { class: 'line' }, make('span', {}, 'Section'), this.axis), this.row,
      make('div', { class: 'switches' }, make('label', { title: 'Click on two points: how far apart they are' }, make('span', { class: 'name' }, 'Measure'), this.ruler)), this.result)
    for (const o of [this.marks, this.line]) {
      o.frustumCulled = false
      o.renderOrder = 6
      o.visible = false
      stage.bodies.add(o)
    }
    roundPoints(this.marks.material)
    pilot.onClick = (x, y) => this.ruler.checked && this.pick(x, y)
    this.cut([])
    this.tell()
  }

  /** choose names the pair that X-ray and Isolate keep. */
  choose(a: number, b: number): void {
    this.pair = a === b ? [a] : [a, b]
    this.show(this.shown)
  }

  private show(shown: Shown): void {
    this.shown = shown
    const kinds: Shown[] = ['all', 'xray', 'isolate']
    this.shows.forEach((e, i) => e.setAttribute('aria-pressed', String(kinds[i] === shown)))
    this.room.bodies.choose(shown === 'isolate' && this.pair.length === 0 ? 'all' : shown, this.pair)
    const [a, b] = [this.pair[0], this.pair.at(-1)]
    this.room.contacts.keep(shown === 'all' || a === undefined || b === undefined ? undefined : [a, b])
    this.tell()
  }

  private tell(): void {
    const names = this.pair.map((b) => this.scene.bodies.names[b]!).join(' and ')
    text(this.who, this.shown === 'all' ? '' : names || (this.shown === 'xray' ? 'Choose a pair to keep it.' : 'Choose a pair to see it alone.'))
    this.who.hidden = this.who.textContent === ''
  }

  /** section cuts all bodies where the slider says. */
  private section(): void {
    this.row.hidden = this.axis.value === ''
    if (this.axis.value === '') {
      this.cut([])
      return
    }
    const k = Number(this.axis.value)
    const normal = new Vector3(...[0, 1, 2].map((i) => (i === k ? -this.side : 0)) as [number, number, number])
    const lo = this.scene.min[k]!, hi = this.scene.max[k]!
    const plane = new Plane(normal, this.side * (lo + (hi - lo) * Number(this.place.value)))
    this.cut([plane.applyMatrix4(this.stage.bodies.matrixWorld)])
  }

  private cut(planes: Plane[]): void {
    document.body.dataset['filled'] = String(this.room.bodies.cut(planes))
    this.room.contacts.cut(planes)
    document.body.dataset['section'] = planes.length > 0 ? planes[0]!.constant.toFixed(4) : ''
  }

  private measure(): void {
    this.picked = []
    this.draw()
    text(this.result, this.ruler.checked ? 'Click on two points. Corners are picked from nearby.' : '')
  }

  /** pick takes the point under the mouse; the third one begins anew. */
  private pick(x: number, y: number): boolean {
    const hit = this.hit(x, y)
    if (!hit) {
      text(this.result, 'There is no body. Click on two points.')
      return true
    }
    if (this.picked.length === 2) this.picked = []
    this.picked.push(hit)
    this.draw()
    this.say()
    return true
  }

  private hit(x: number, y: number): Picked | undefined {
    const { width, height, camera } = this.stage
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera)
    const planes = this.room.bodies.solids[0]?.material
    const cut = planes && !Array.isArray(planes) ? planes.clippingPlanes ?? [] : []
    for (const b of this.room.bodies.solids) b.computeBoundingSphere()
    const h = ray.intersectObjects(this.room.bodies.solids, false).find((i) => cut.every((p) => p.distanceToPoint(i.point) >= 0))
    if (!h?.face || h.instanceId === undefined) return undefined
    const batch = h.object as InstancedMesh
    const body = this.room.bodies.bodyOf(batch, h.instanceId)
    const corner = [h.face.a, h.face.b, h.face.c].map((v) => this.corner(batch, h.instanceId!, v))
      .map((at) => ({ at, off: this.pixels(at).distanceTo(new Vector2(x, y)) })).sort((p, q) => p.off - q.off)[0]!
    return corner.off < near ? { at: corner.at, body, corner: true } : { at: h.point, body, corner: false }
  }

  private corner(batch: InstancedMesh, index: number, vertex: number): Vector3 {
    const v = new Vector3().fromBufferAttribute(batch.geometry.getAttribute('position'), vertex)
    const m = batch.matrixWorld.clone()
    const own = m.clone()
    batch.getMatrixAt(index, own)
    return v.applyMatrix4(own).applyMatrix4(m)
  }

  private pixels(p: Vector3): Vector2 {
    const v = p.clone().project(this.stage.camera)
    return new Vector2(((v.x + 1) / 2) * this.stage.width, ((1 - v.y) / 2) * this.stage.height)
  }

  private draw(): void {
    const at = this.picked.map((p) => this.stage.bodies.worldToLocal(p.at.clone()))
    this.marks.visible = at.length > 0
    this.line.visible = at.length > 1
    for (const o of [this.marks, this.line]) {
      o.geometry.dispose()
      o.geometry = new BufferGeometry().setFromPoints(at)
    }
    this.marks.material.color.copy(theme().distance)
    this.line.material.color.copy(theme().distance)
  }

  /** say writes what the two points have between them. They are those of the picture, rounded to float32. */
  private say(): void {
    const [p, q] = this.picked
    const name = (x: Picked) => `${x.corner ? 'a corner of ' : ''}${this.scene.bodies.names[x.body] ?? '?'}`
    if (!p || !q) {
      text(this.result, p ? `From ${name(p)} to …` : '')
      return
    }
    const d = this.stage.toScene(p.at).sub(this.stage.toScene(q.at))
    const unit = this.scene.check?.unit ? ` ${this.scene.check.unit}` : ''
    const parts = [d.x, d.y, d.z].map((v) => Math.abs(v).toPrecision(4)).join(', ')
    text(this.result, `${d.length().toPrecision(6)}${unit} from ${name(p)} to ${name(q)} (${parts} along X, Y, Z), as drawn: to about 6 digits.`)
  }
}
