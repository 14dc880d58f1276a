import { deepest } from './contacts'
import { button, make, text } from './dom'
import { keepsFronts, whatOverlay, why } from './explain'
import { LayerKind, type Frame, type Scene, type Settings, type Side, type State } from './protocol'

/** Choice is an overlay that can be switched. */
interface Choice {
  key: string
  name: string
  title: string
  dot?: string
  live: boolean // computed by the command
  get(): boolean
  set(on: boolean): void
}

/** Local is what the page itself draws or leaves out. */
export interface Local { contactColors: boolean; wireframe: boolean; depthColors: boolean }

/** Overlays is the list of switches; digits press them. */
export class Overlays {
  readonly element = make('div', { class: 'switches' })
  private readonly choices: Choice[]
  private readonly inputs: HTMLInputElement[] = []
  private readonly whats: HTMLElement[] = []
  private readonly level = make('output', { class: 'level' })
  private readonly levelRow: HTMLElement
  private readonly meshes: boolean
  private readonly note = make('p', { class: 'quiet', hidden: true })
  private scale: HTMLElement | undefined // of depths
  private state: State | undefined
  private last = 3

  constructor(scene: Scene, live: boolean, private readonly change: (s: Settings) => void, local: Local, lines: { visible: boolean }) {
    this.meshes = (scene.meshes?.length ?? 0) > 0
    const flag = (name: 'octree' | 'front' | 'broad' | 'points' | 'levels' | 'distances') => ({
      live: true, get: () => this.state?.[name] ?? false, set: (on: boolean) => change({ [name]: on }),
    })
    this.choices = [
      { key: '1', name: 'Bounding volumes', dot: 'volumes', title: 'The boxes of one level of the bodies’ trees', live: true, get: () => (this.state?.volumes ?? -1) >= 0, set: (on) => change({ volumes: on ? this.last : -1 }) },
      { key: '2', name: 'Octree', dot: 'octree', title: 'The cells of an octree over the bodies', ...flag('octree') },
      { key: '3', name: 'Front', dot: 'front', title: 'Where the method’s descents ended: volumes below which nothing was left to test', ...flag('front') },
      { key: '4', name: 'Broad-phase pairs', dot: 'broad', title: 'Lines between bodies that the broad phase let through', ...flag('broad') },
      { key: '5', name: 'Contact points', dot: 'contact', title: 'Where bodies touch, with the normal and the curve of intersection', ...flag('points') },
      { key: '6', name: 'Colour by contact', title: 'Spheres and boxes that touch are red', live: false, get: () => local.contactColors, set: (on) => { local.contactColors = on } },
      { key: '7', name: 'Wireframe', title: 'Draw edges instead of faces', live: false, get: () => local.wireframe, set: (on) => { local.wireframe = on } },
      { key: '8', name: 'Culled by level', title: 'What the method culled at each level of its trees', ...flag('levels') },
      { key: '9', name: 'Distances', dot: 'distance', title: 'A line between the closest points of bodies that are near, with its length', ...flag('distances') },
    ]
    if (scene.check?.clearance) this.choices.push({ ...this.choices.at(-1)!, live: false, get: () => lines.visible, set: (on) => { lines.visible = on } })
    const depths = scene.check?.depths ?? []
    if (depths.some((d) => d[1] > 0)) {
      this.choices.push({ key: '0', name: 'Depth as colour', title: 'The deeper a pair, the darker where it meets; by the upper bound of its depth', live: false, get: () => local.depthColors, set: (on) => { local.depthColors = on } })
      const unit = scene.check?.unit ? ` ${scene.check.unit}` : ''
      this.scale = make('div', { class: 'scale', hidden: true }, make('span', { class: 'ramp' }),
        make('span', { class: 'ends' }, make('span', {}, '0'), make('span', {}, `${Number(deepest(depths).toPrecision(4))}${unit}`)))
    }
    this.choices = this.choices.filter((c) => live || !c.live)
    this.levelRow = make('div', { class: 'stepper', hidden: true },
      make('span', {}, 'Level'),
      button('−', 'One level up: larger volumes ([)', () => this.step(-1), { 'aria-label': 'One level up' }), this.level,
      button('+', 'One level down: smaller volumes (])', () => this.step(1), { 'aria-label': 'One level down' }))
    for (const c of this.choices) this.add(c)
    this.element.append(this.note)
    if (scene.bodies.names.length === 0) this.element.hidden = true
    this.refresh()
  }

  private add(c: Choice): void {
    const input = make('input', { type: 'checkbox', role: 'switch', onchange: () => { c.set(input.checked); this.refresh() } })
    this.inputs.push(input)
    this.element.append(make('label', { title: c.title },
      make('span', { class: `dot ${c.dot ?? 'plain'}` }), make('span', { class: 'name' }, c.name), make('kbd', {}, c.key), input))
    const what = whatOverlay(c.key)
    this.whats.push(what)
    this.element.append(what)
    if (c.key === '1') this.element.append(this.levelRow)
    if (c.key === '0' && this.scale) this.element.append(this.scale)
  }

  /** step goes to another level of the trees. */
  step(by: number): void {
    const now = this.state?.volumes ?? -1
    if (now < 0) return
    this.last = Math.max(0, Math.min(40, now + by))
    this.change({ volumes: this.last })
  }

  /** press reports whether a key is one of the list. */
  press(key: string): boolean {
    if (key === '[' || key === ']') {
      this.step(key === '[' ? -1 : 1)
      return true
    }
    const c = this.choices.find((k) => k.key === key)
    if (!c) return false
    c.set(!c.get())
    this.refresh()
    return true
  }

  show(s: State): void {
    this.state = s
    if (s.volumes >= 0) this.last = s.volumes
    this.refresh()
  }

  /** tell says which overlays the method has nothing for, and where not all is drawn. */
  tell(f: Frame): void {
    const s = this.state
    if (!s) return
    const parts = f.sides.map((side, i) => this.lack(side, i === 0 ? s.method : s.second)).filter(Boolean)
    for (const m of [s.method, f.sides.length > 1 ? s.second : '']) {
      if (s.levels && keepsFronts(m)) parts.push(`Levels of ${m} count where its fronts stand: they are kept from frame to frame, not descended to from the roots.`)
    }
    if (f.sides.some((side) => side.layers.some((l) => l.cut))) parts.push('There are more volumes than are drawn.')
    text(this.note, parts.join(' '))
    this.note.hidden = parts.length === 0
  }

  /** lack says what a method has nothing to show for, and why. */
  private lack(side: Side, method: string): string {
    const s = this.state!
    const drawn = (kind: LayerKind) => side.layers.some((l) => l.kind === kind && l.volumes > 0)
    const none = [
      s.volumes >= 0 && !drawn(LayerKind.Volumes) ? 'volumes' : '', s.front && !drawn(LayerKind.Front) ? 'front' : '',
      s.levels && side.levels.length === 0 ? 'levels' : '',
    ].filter(Boolean)
    if (none.length === 0) return ''
    const reason = why(method, this.meshes)
    return `${method} has no ${none.join(' and no ')} to show here${reason ? `: ${reason}` : ', as no two bodies with a mesh are near each other'}.`
  }

  private refresh(): void {
    this.choices.forEach((c, i) => {
      this.inputs[i]!.checked = c.get()
      this.whats[i]!.hidden = !c.get()
      if (c.key === '0' && this.scale) this.scale.hidden = !c.get()
    })
    const on = (this.state?.volumes ?? -1) >= 0
    this.levelRow.hidden = !on
    text(this.level, String(this.last))
  }
}
