import type { Pilot } from './camera'
import { button, make, text } from './dom'
import type { Scene, Settings, State } from './protocol'

/** Actions is what the menu and the keys can do beyond settings. */
export interface Actions {
  change(s: Settings): void
  toggle(): void
  step(): void
  reset(): void
  home(): void
  wireframe: boolean
}

const keys = [
  ['W A S D', 'fly'], ['N, B', 'to the next pair in contact, to the one before'], ['Space, Shift', 'up and down; the arrow keys too'], ['Click', 'look around with the mouse; Esc lets go'], ['Drag, wheel', 'turn and zoom; right button or two fingers to move'],
  ['O', 'orbit or fly'], ['H', 'see everything'], ['C', 'the next camera of the scene'], ['K', 'pause'], ['. and ,', 'a frame on, a frame back'], ['R', 'reset'],
  ['0 – 9', 'overlays; [ and ] the level'], ['P', 'hide the panels'], ['Esc', 'this menu'],
]

/** Menu is the dialog behind Esc. */
export class Menu {
  readonly element = make('dialog', { class: 'menu', 'aria-label': 'Menu' })
  private readonly method: HTMLSelectElement
  private readonly backend: HTMLSelectElement
  private readonly second: HTMLSelectElement
  private readonly speed: HTMLInputElement
  private readonly pause: HTMLButtonElement
  private readonly wire: HTMLInputElement

  constructor(scene: Scene, live: boolean, pilot: Pilot, private readonly actions: Actions) {
    this.method = methodSelect(scene, (v) => actions.change({ method: v }))
    this.second = methodSelect(scene, (v) => actions.change({ second: v }), 'none')
    this.backend = make('select', { onchange: () => actions.change({ backend: this.backend.value }) },
      ...['auto', 'cpu', 'gpu'].map((b) => make('option', { value: b }, b)))
    this.speed = slider(-3, 2, 0, (v) => actions.change({ speed: 2 ** v }), (v) => `${trim(2 ** v)} ×`)
    this.pause = button('Pause', 'Pause or go on (K)', () => actions.toggle())
    this.wire = make('input', { type: 'checkbox', role: 'switch', onchange: () => { actions.wireframe = this.wire.checked } })
    const moving = scene.film !== 'still'
    this.element.append(make('form', { method: 'dialog' },
      make('header', {}, make('h2', {}, scene.title), make('button', { class: 'close', value: 'close', title: 'Close (Esc)', 'aria-label': 'Close' }, '×')),
      make('div', { class: 'columns' },
        make('section', {}, make('h3', {}, 'Moving'),
          field('Roaming speed', slider(-3, 3, 0, (v) => { pilot.speed = 2 ** v }, (v) => `${trim(2 ** v)} ×`)),
          field('Mouse sensitivity', slider(-2, 2, 0, (v) => { pilot.sensitivity = 2 ** v }, (v) => `${trim(2 ** v)} ×`)),
          !live && moving ? field('Animation speed', this.speed) : undefined,
          field('Wireframe', this.wire)),
        live ? make('section', {}, make('h3', {}, 'Searching'),
          moving ? field('Animation speed', this.speed) : undefined,
          field('Method', this.method), field('Back end', this.backend), field('Beside it', this.second)) : undefined,
        make('section', { class: 'keys' }, make('h3', {}, 'Keys'), make('dl', {}, ...keys.flatMap(([k, what]) => [make('dt', {}, make('kbd', {}, k!)), make('dd', {}, what!)])))),
      make('footer', {},
        live && moving ? this.pause : undefined,
        live && moving ? button('Single step', 'One frame on (.)', () => actions.step()) : undefined,
        live && moving ? button('Reset', 'Back to the start (R)', () => actions.reset()) : undefined,
        button('See everything', 'Move the camera to where it sees all (H)', () => { actions.home(); this.element.close() }),
        make('button', { class: 'primary', value: 'close' }, 'Back to the scene'))))
    this.element.addEventListener('click', (e) => { if (e.target === this.element) this.element.close() })
  }

  get open(): boolean { return this.element.open }

  show(): void {
    this.wire.checked = this.actions.wireframe
    if (!this.element.open) this.element.showModal()
  }

  state(s: State): void {
    this.method.value = s.method
    this.backend.value = s.backend
    this.second.value = s.second
    text(this.pause, s.playing ? 'Pause' : 'Go on')
    this.speed.value = String(Math.log2(s.speed))
    this.speed.dispatchEvent(new Event('show'))
  }
}

/** methodSelect offers the methods of the table, and none if that has a name. */
export function methodSelect(scene: Scene, change: (name: string) => void, none?: string): HTMLSelectElement {
  const s = make('select', { onchange: () => change(s.value) },
    none === undefined ? undefined : make('option', { value: '' }, none),
    ...scene.methods.map((m) => make('option', { value: m.name, title: m.summary }, m.name)))
  return s
}

function field(name: string, control: HTMLElement): HTMLElement {
  const out = control instanceof HTMLInputElement && control.type === 'range' ? control.nextSibling : null
  return make('label', { class: 'field' }, make('span', {}, name), control, out instanceof Node ? out : undefined)
}

/** slider goes over powers of two and shows its value behind it. */
function slider(min: number, max: number, value: number, change: (v: number) => void, show: (v: number) => string): HTMLInputElement {
  const out = make('output')
  const s = make('input', { type: 'range', min, max, step: 0.25, value })
  const tell = () => text(out, show(Number(s.value)))
  s.addEventListener('input', () => { tell(); change(Number(s.value)) })
  s.addEventListener('show', tell)
  make('span', {}, s, out) // makes them neighbours until field takes both
  tell()
  return s
}

function trim(x: number): string { return x >= 10 ? x.toFixed(0) : x.toPrecision(2).replace(/\.0$/, '') }
