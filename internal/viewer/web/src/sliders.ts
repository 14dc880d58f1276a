import { button, make } from './dom'
import type { Joint, Joints, Message, State } from './protocol'

/** patience is how long the page waits for the command to answer before it asks again, in milliseconds. */
const patience = 1000

/** Sliders move the joints of robots; mimic joints follow. */
export class Sliders {
  readonly element = make('div', { class: 'joints' })
  private readonly values: number[]
  private readonly rows: { joint: Joint; range: HTMLInputElement; value: HTMLInputElement }[] = []
  private readonly states: HTMLSelectElement | undefined
  private asked = '' // what was sent and not answered yet
  private since = 0
  private held = -1 // row that the reader works

  constructor(private readonly joints: Joints, private readonly send: (m: Message) => void) {
    this.values = [...joints.values]
    if (joints.states.length > 0) {
      this.states = make('select', { 'aria-label': 'State', title: 'A state of the SRDF', onchange: () => this.choose() },
        make('option', { value: '' }, 'a state of the SRDF'), ...joints.states.map((s, i) => make('option', { value: i }, s.name)))
    }
    this.element.append(make('div', { class: 'acts' }, this.states, button('Back', 'Back to where the robot stood (R)', () => this.move([...joints.values]))))
    joints.list.forEach((j, i) => this.element.append(this.row(j, i)))
    this.show()
  }

  private row(joint: Joint, i: number): HTMLElement {
    const limits = `${trim(joint.lower, joint)} to ${trim(joint.upper, joint)}`
    const range = make('input', { type: 'range', min: joint.lower, max: joint.upper, step: 'any', disabled: joint.mimic, 'aria-label': joint.name })
    const value = make('input', { class: 'value', type: 'text', inputmode: 'decimal', disabled: joint.mimic, 'aria-label': `${joint.name}, value`, title: joint.angle ? 'radians' : 'metres' })
    const set = (x: number) => {
      if (!Number.isFinite(x)) { this.show(); return }
      const to = [...this.values]
      to[joint.variable] = x
      this.move(to)
    }
    range.addEventListener('input', () => { this.held = i; set(Number(range.value)) })
    range.addEventListener('change', () => { this.held = -1 })
    value.addEventListener('change', () => set(value.value.trim() === '' ? NaN : Number(value.value)))
    this.rows.push({ joint, range, value })
    const follows = joint.mimic ? `, follows ${this.joints.list.find((k) => !k.mimic && k.variable === joint.variable)?.name ?? ''}` : ''
    return make('div', { class: 'joint', title: `${joint.name}: ${limits}${follows}` }, make('span', { class: 'name' }, joint.name), value, range)
  }

  private choose(): void {
    const s = this.joints.states[Number(this.states!.value)]
    if (this.states!.value !== '' && s) this.move([...s.values])
  }

  private move(to: number[]): void {
    to.forEach((v, i) => { this.values[i] = v })
    this.show()
    this.ask()
  }

  /** ask sends the values unless an answer is awaited: then the last ones follow it. */
  private ask(): void {
    const now = performance.now()
    if (this.asked !== '' && now - this.since < patience) return
    this.asked = JSON.stringify(this.values)
    this.since = now
    this.send({ values: [...this.values] })
    const asked = this.asked
    setTimeout(() => { if (this.asked === asked) { this.asked = ''; if (JSON.stringify(this.values) !== asked) this.ask() } }, patience)
  }

  /** state takes what the command says: where the robots are, or that they cannot be there. */
  state(s: State): void {
    if (!s.values) return
    const waited = this.asked !== ''
    const last = JSON.stringify(this.values)
    const mine = waited && last !== this.asked
    this.asked = ''
    if (mine) { this.ask(); return }
    if (this.held >= 0 && s.note) return // the reader moves on
    s.values.forEach((v, i) => { this.values[i] = v })
    this.show()
  }

  private show(): void {
    this.rows.forEach(({ joint, range, value }, i) => {
      const x = joint.multiplier * this.values[joint.variable]! + joint.offset
      if (i !== this.held) range.value = String(x)
      value.classList.toggle('beyond', x < joint.lower || x > joint.upper)
      if (document.activeElement !== value) value.value = trim(x, joint)
    })
  }
}

/** trim writes a value with a few digits. */
function trim(x: number, joint: Joint): string { return joint.angle ? x.toFixed(3) : x.toPrecision(4) }
