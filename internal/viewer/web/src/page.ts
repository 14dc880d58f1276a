import { Vector3 } from 'three'
import { Pilot } from './camera'
import { button, make, text } from './dom'
import { Hud } from './hud'
import { Panel } from './panel'
import type { Frame, Mesh, Message, ProofStep, Scene, Settings, State } from './protocol'
import { Room } from './room'
import type { Listener, Source } from './source'
import { Stage } from './stage'
import { onTheme } from './theme'

/** Page puts everything together: what comes in is drawn, what is pressed goes out. */
export class Page implements Listener {
  private readonly view = make('main', { class: 'view' })
  private readonly note = make('p', { class: 'note', role: 'status', hidden: true })
  private readonly captions = [make('div', { class: 'caption' }), make('div', { class: 'caption second' })]
  private readonly stage: Stage
  private readonly pilot: Pilot
  private readonly hud: Hud
  private readonly mode: HTMLButtonElement
  private readonly source: Source
  private scene_: Scene | undefined
  private room: Room | undefined
  private panel: Panel | undefined
  private frame_: Frame | undefined
  private state_: State | undefined
  private changed = false
  private fresh = false // a scene of which nothing was shown yet
  private trouble = ''
  private camera = -1
  private last = performance.now()

  constructor(private readonly body: HTMLElement, start: (to: Listener) => Source) {
    body.append(this.view)
    this.stage = new Stage(this.view)
    this.pilot = new Pilot(this.stage.camera, this.stage.renderer.domElement)
    this.hud = new Hud(this.stage, this.pilot)
    this.mode = button('Orbit', 'Orbit or fly (O)', () => this.switchMode(), { class: 'mode' })
    body.append(...this.captions, make('div', { class: 'corner', role: 'toolbar', 'aria-label': 'View' },
      make('div', { class: 'buttons' },
        button('Menu', 'Menu (Esc)', () => this.panel?.menu.show()), this.mode,
        button('See all', 'Move the camera to where it sees everything (H)', () => this.home()),
        button('Panels', 'Show or hide the panels (P)', () => this.togglePanels())),
      this.hud.element), this.note)
    this.pilot.onMode = (m) => text(this.mode, m === 'orbit' ? 'Orbit' : 'Fly')
    this.pilot.onRelease = () => this.panel?.menu.show()
    addEventListener('keydown', (e) => this.key(e))
    onTheme(() => { this.room?.paint(); this.changed = true })
    if (matchMedia('(max-width: 760px)').matches) body.classList.add('bare')
    this.source = start(this)
    if (this.source.controls) this.body.classList.remove('bare')
    this.stage.renderer.setAnimationLoop((now) => this.tick(now))
  }

  /** scene builds the page for a scene; after a reconnection it does so anew. */
  scene(scene: Scene, meshes: Mesh[]): void {
    const again = this.scene_?.title === scene.title
    this.scene_ = scene
    this.fresh = true
    document.title = `${scene.title} – collide`
    const held = document.activeElement // the controls move to the new panel, and would lose the keyboard
    this.room?.dispose()
    this.room = new Room(this.stage, scene, meshes)
    this.panel?.remove()
    const page = this
    this.panel = new Panel(scene, this.source?.live ?? true, this.pilot, this.room, this.stage, this.source?.controls, {
      send: (m: Message) => page.source.send(m),
      change: (s: Settings) => page.source.send({ set: s }),
      home: () => page.home(),
      fly: (a, b) => page.fly(a, b),
      prove: (s) => page.prove(s),
      redraw: () => { page.changed = true },
    })
    this.body.append(this.panel.side, this.panel.transport.element, this.panel.menu.element)
    if (held instanceof HTMLElement && this.source?.controls?.contains(held)) held.focus({ preventScroll: true })
    if (this.state_) this.panel.state(this.state_)
    this.resize()
    if (!again) this.home()
    this.panel.gallery.follow()
  }

  frame(f: Frame): void {
    // Poses and vertices are differences: every frame counts, even one not drawn.
    this.room?.take(f)
    this.panel?.take(f)
    this.frame_ = f
    this.changed = true
  }

  state(s: State): void {
    this.state_ = s
    this.panel?.state(s)
    this.say()
  }

  link(trouble: string): void {
    this.trouble = trouble
    this.say()
  }

  unknown(why: string, title?: string): void {
    this.frame_ = undefined // else it would be drawn again
    if (title !== undefined) { // other bodies are asked about: those here would stand beside their verdict
      document.title = `${title} – collide`
      this.panel?.rename(title)
      this.room?.empty()
    }
    delete this.body.dataset['ready']
    delete this.body.dataset['hash']
    this.panel?.unknown(why)
    this.room?.forget()
  }

  private say(): void {
    const s = this.trouble || this.state_?.note || ''
    text(this.note, s)
    this.note.hidden = s === ''
  }

  /** home looks from the scene's first camera; without any, it sees everything. */
  private home(): void {
    this.camera = -1
    if (this.scene_?.cameras.length) {
      this.nextCamera()
      return
    }
    this.stage.angle = 45
    this.pilot.setMode('orbit')
    this.pilot.frame(this.stage.center, this.stage.radius * this.stage.tightness, -0.62, -0.36)
  }

  /** nextCamera goes through the scene's cameras. */
  private nextCamera(): void {
    const all = this.scene_?.cameras ?? []
    if (all.length === 0) return
    const c = all[(this.camera = (this.camera + 1) % all.length)]!
    this.stage.angle = c.angle || 45
    this.pilot.setMode('orbit')
    this.pilot.look(this.stage.toRoom(new Vector3(...c.eye)), this.stage.toRoom(new Vector3(...c.target)))
  }

  private fly(a: number, b: number): void {
    this.panel?.inspect.choose(a, b)
    const look = this.scene_?.check?.looks?.find((l) => l.a === a && l.b === b)
    if (look) {
      this.pilot.setMode('orbit')
      this.pilot.flyTo(this.stage.toRoom(new Vector3(...look.center)), look.radius, this.stage.toRoom(new Vector3(...look.from)))
      return
    }
    const r = this.room?.distances.region(a, b) ?? this.room?.contacts.region(a, b)
    if (!r) return
    this.pilot.setMode('orbit')
    this.pilot.flyTo(this.stage.toRoom(r.center), r.radius)
  }

  /** prove shows a step of a proof, or all of them. */
  private prove(s: ProofStep | undefined): void {
    this.room?.prove(s)
    this.changed = true
    if (!s || !this.room) return
    const r = this.room.proven.region(s)
    this.pilot.setMode('orbit')
    this.pilot.flyTo(this.stage.toRoom(r.center), r.radius)
  }

  private switchMode(): void { this.pilot.setMode(this.pilot.mode === 'orbit' ? 'fly' : 'orbit') }

  private togglePanels(): void {
    this.body.classList.toggle('bare')
    this.resize()
  }

  /** key acts on a key unless a control has it. */
  private key(e: KeyboardEvent): void {
    const panel = this.panel
    if (!panel || e.ctrlKey || e.metaKey || e.altKey || panel.menu.open) return
    const on = e.target as HTMLElement
    const control = on instanceof HTMLElement && on.closest('input, select, button, summary, dialog') !== null
    const typed = on instanceof HTMLInputElement && on.type === 'text'
    if (e.code === 'Escape') {
      panel.menu.show()
      e.preventDefault()
      return
    }
    // A control keeps the keys that work it, a field for text all: what is typed must stand there.
    if (typed || control && (/^(Space|Enter|Tab|Arrow|Home|End|Page)/.test(e.code) || on instanceof HTMLSelectElement)) return
    const acts: Record<string, (() => void) | undefined> = {
      KeyO: () => this.switchMode(), KeyH: () => this.home(), KeyP: () => this.togglePanels(), KeyC: () => this.nextCamera(), KeyK: () => panel.transport.toggle(), KeyN: () => panel.pairs.step(1), KeyB: () => panel.pairs.step(-1),
      KeyR: () => this.source.send({ do: 'reset' }), Period: () => this.source.send({ do: 'step' }), Comma: () => this.source.send({ do: 'back' }),
    }
    const act = acts[e.code]
    if (act && !e.repeat) act()
    if (act || panel.overlays.press(e.key) || this.pilot.press(e.code)) e.preventDefault()
  }

  private resize(): void {
    const { clientWidth: w, clientHeight: h } = this.view
    this.stage.resize(w, h)
  }

  private tick(now: number): void {
    const dt = Math.min((now - this.last) / 1000, 0.1)
    this.last = now
    this.pilot.update(dt, now)
    const { clientWidth: w, clientHeight: h } = this.view
    if (w === 0 || h === 0) return
    if (this.fresh && this.frame_ && this.panel) { // words first: a driver may take long over a first picture
      this.fresh = false
      this.panel.draw(this.frame_, now)
      return
    }
    if (this.stage.width !== w || this.stage.height !== h) this.stage.resize(w, h)
    this.hud.tick(now) // it may change the size of the picture, which clears it
    this.room?.draw(w, h)
    this.hud.place()
    if (this.changed && this.frame_ && this.panel) {
      this.changed = false
      this.panel.draw(this.frame_, now)
      this.caption()
      this.tell(this.frame_)
      this.body.dataset['ready'] = 'frame'
    }
  }

  /** tell writes what is drawn into the document, for tests and the curious. */
  private tell(f: Frame): void {
    const layers = f.sides.map((s) => [...s.layers.map((l) => `${['', 'volumes', 'octree', 'front'][l.kind]} ${l.volumes}`), `broad ${s.broad.length / 2}`, `levels ${s.levels.length}`].join(', '))
    Object.assign(this.body.dataset, { frame: f.index, state: f.state, hash: f.sides[0]!.hash, points: f.points.length / 6, near: f.distances?.near.length ?? '', layers: layers.join('; ') })
  }

  /** caption names the halves of a picture with two methods. */
  private caption(): void {
    const s = this.state_
    const two = this.frame_!.sides.length > 1 && s
    this.body.classList.toggle('two', Boolean(two))
    if (!two) return
    const [a, b] = this.frame_!.sides
    text(this.captions[0]!, s.method)
    text(this.captions[1]!, `${s.second} · ${a!.hash === b!.hash ? 'the same contacts' : 'OTHER CONTACTS: please report this'}`)
  }
}
