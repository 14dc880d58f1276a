import { Beside } from './beside'
import type { Pilot } from './camera'
import { count, make, text } from './dom'
import { Explained } from './explain'
import { Gallery } from './gallery'
import { Inspect } from './inspect'
import { Levels } from './levels'
import { Menu, methodSelect } from './menu'
import { Meters } from './meters'
import { NearList } from './near'
import { Overlays } from './overlays'
import { Pairs } from './pairs'
import { ProofList } from './prooflist'
import { Verdict, type Frame, type Message, type ProofStep, type Scene, type Settings, type State, type Track } from './protocol'
import type { Room } from './room'
import { Sliders } from './sliders'
import type { Stage } from './stage'
import { Transport } from './transport'

/** Outside is what the panel asks of the page. */
export interface Outside {
  send(m: Message): void
  change(s: Settings): void
  home(): void
  fly(a: number, b: number): void
  prove(s: ProofStep | undefined): void
  redraw(): void
}

/** Panel is the column at the side, with the menu and the bar of time. */
export class Panel {
  readonly side = make('aside', { class: 'panel', 'aria-label': 'What is found' })
  readonly menu: Menu
  readonly overlays: Overlays
  readonly transport: Transport
  readonly pairs: Pairs
  readonly gallery: Gallery
  readonly inspect: Inspect
  private readonly near: NearList
  private readonly nearSection: HTMLDetailsElement
  private readonly meters: Meters
  private readonly levels = new Levels()
  private readonly beside: Beside
  private readonly besideSection: HTMLDetailsElement
  private readonly how = [new Explained(), new Explained()]
  private readonly title = make('h1')
  private readonly about = make('p', { class: 'quiet' })
  private readonly verdict = make('p', { class: 'verdict' })
  private readonly hash = make('dd', { class: 'hash' })
  private readonly stateHash = make('dd', { class: 'hash' })
  private readonly method: HTMLSelectElement
  private readonly second: HTMLSelectElement
  private readonly levelSection: HTMLDetailsElement
  private readonly sliders: Sliders | undefined
  private readonly proof: ProofList | undefined
  private state_: State | undefined
  private drawn = 0
  private takenBack = false // see unknown

  constructor(private readonly scene: Scene, live: boolean, pilot: Pilot, room: Room, stage: Stage, controls: HTMLElement | undefined, private readonly outside: Outside) {
    const bodies = room.bodies
    this.transport = new Transport(scene, outside.send)
    this.menu = new Menu(scene, live, pilot, {
      change: outside.change, home: outside.home, toggle: () => this.transport.toggle(),
      step: () => outside.send({ do: 'step' }), reset: () => outside.send({ do: 'reset' }),
      get wireframe() { return bodies.wireframe }, set wireframe(on: boolean) { bodies.wireframe = on },
    })
    const contacts = room.contacts
    this.overlays = new Overlays(scene, live, outside.change, {
      get contactColors() { return bodies.contactColors }, set contactColors(on: boolean) { bodies.contactColors = on },
      get wireframe() { return bodies.wireframe }, set wireframe(on: boolean) { bodies.wireframe = on },
      get depthColors() { return contacts.depthColors }, set depthColors(on: boolean) { contacts.depthColors = on },
    }, room.distances.group)
    this.pairs = new Pairs(scene, outside.fly)
    this.gallery = new Gallery(outside.fly)
    this.inspect = new Inspect(scene, room, stage, pilot)
    this.meters = new Meters(scene)
    this.method = methodSelect(scene, (v) => outside.change({ method: v }))
    this.second = methodSelect(scene, (v) => outside.change({ second: v, levels: v !== '' }), 'nothing')
    this.levelSection = section('Culled by level', this.levels.element, true)
    this.levelSection.hidden = true
    const reach = scene.check?.clearance ?? scene.reach
    this.near = new NearList(scene, outside.fly)
    this.nearSection = section(reach ? `Within ${reach}` : 'Nearest pair', this.near.element, true)
    this.nearSection.hidden = !scene.check?.clearance
    this.beside = new Beside(scene)
    this.besideSection = section('Side by side', this.beside.element, true)
    this.besideSection.hidden = true
    this.sliders = live && scene.joints ? new Sliders(scene.joints, outside.send) : undefined
    this.proof = scene.proof ? new ProofList(scene, outside.prove) : undefined
    const overlays = section('Overlays', this.overlays.element, !controls && !scene.proof), found = section('In contact', this.pairs.element, true)
    const inspect = section('Inspect', this.inspect.element, this.scene.film === 'still')
    this.side.append(this.head(live, controls !== undefined), this.besideSection, ...(this.sliders ? [section('Joints', this.sliders.element, true)] : []),
      ...(controls ? [found, this.nearSection, inspect, section('Check', controls, true), overlays]
        : this.proof ? [section('Proof', this.proof.element, true), found, overlays, this.nearSection, inspect]
        : scene.check ? [found, ...this.gallery.section(), this.nearSection, inspect, overlays] : [overlays, found, this.nearSection, inspect]),
      this.levelSection, ...(scene.track ? [section('All states', notes(scene.track), true)]
        : [section('Time', this.meters.times, scene.film !== 'still'), section('Counters', this.meters.counts, scene.film !== 'still')]))
    this.side.append(document.getElementById('made') ?? '')
  }

  private head(live: boolean, brief: boolean): HTMLElement {
    const s = this.scene
    const film = s.proof ? s.proof.what : { still: s.joints && live ? 'robots that you can move' : 'at rest', motion: 'in scripted motion', simulation: 'simulated', recording: 'recorded', states: 'from state to state' }[s.film]
    const facts = make('dl', { class: 'facts' })
    if (live) {
      facts.append(make('dt', {}, 'Method'), make('dd', {}, make('label', { class: 'bare-label', title: 'How contacts are found: all methods find the same' }, this.method), this.how[0]!.element),
        make('dt', {}, 'Beside it'), make('dd', {}, make('label', { class: 'bare-label', title: 'A second method on the same scene' }, this.second), this.how[1]!.element))
    } else if (s.check) {
      facts.append(make('dt', {}, 'Method'), make('dd', {}, `${s.check.method} on ${s.check.backend}`, brief ? undefined : this.how[0]!.element))
      this.how[0]!.show(s.check.method)
    }
    if (!s.track) facts.append(make('dt', {}, 'Contacts'), this.hash)
    if (s.film !== 'still' && !s.track) facts.append(make('dt', {}, 'State'), this.stateHash)
    this.method.setAttribute('aria-label', 'Method')
    this.second.setAttribute('aria-label', 'Second method')
    text(this.title, s.title)
    text(this.about, `${count(s.track ? new Set(s.bodies.names).size : s.bodies.names.length, 'body')}, ${film}`)
    return make('header', {}, this.title, this.about, s.track ? whole(s.track) : undefined, this.verdict, facts)
  }

  /** rename puts the title of bodies that are not known yet above. */
  rename(title: string): void {
    text(this.title, title)
    text(this.about, '')
  }

  remove(): void { for (const e of [this.side, this.transport.element, this.menu.element]) e.remove() }

  take(f: Frame): void {
    this.meters.take(f.sides[0]!)
    this.beside.take(f.sides)
    this.transport.frame(f)
  }

  state(s: State): void {
    if (this.state_ && this.state_.method !== s.method) this.meters.clear()
    if (this.state_ && (this.state_.method !== s.method || this.state_.second !== s.second)) this.beside.clear()
    this.how[0]!.show(s.method)
    this.how[1]!.show(s.second)
    this.state_ = s
    this.method.value = s.method
    this.second.value = s.second
    this.menu.state(s)
    this.overlays.show(s)
    this.transport.state(s)
    this.sliders?.state(s)
    this.levelSection.hidden = !s.levels
    this.nearSection.hidden = this.takenBack || !s.distances && !this.scene.check?.clearance
  }

  /** draw brings the numbers up to date, some times a second. */
  draw(f: Frame, now: number): void {
    if (now - this.drawn < 90 && this.state_?.playing) {
      this.outside.redraw()
      return
    }
    this.drawn = now
    this.tellVerdict(f)
    hashText(this.hash, f.sides[0]!.hash)
    hashText(this.stateHash, f.state)
    this.pairs.show(f)
    this.proof?.show(f)
    const check = this.scene.check
    if (f.distances) this.near.show(f.distances)
    else if (check?.clearance) this.near.show({ near: check.near ?? [], leftOut: check.nearLeftOut ?? 0, note: check.complete ? '' : 'More may be near: the check is not complete.' })
    this.overlays.tell(f)
    this.meters.draw(f.sides[0]!)
    const names = [this.state_?.method ?? '', this.state_?.second ?? ''].slice(0, f.sides.length)
    this.besideSection.hidden = f.sides.length < 2
    if (f.sides.length > 1) this.beside.show(names)
    if (this.state_?.levels) this.levels.show(f.sides, names)
  }

  /** tellState writes what a frame of a list is: its name and what was found, which the line has in front of and behind its colon. */
  private tellState(t: Track, f: Frame): void {
    const line = t.texts[f.index] ?? '', colon = line.indexOf(': ')
    this.verdict.className = `verdict ${{ p: 'free', f: 'collision' }[t.outcomes[f.index] ?? ''] ?? 'undecided'}`
    if (this.verdict.childElementCount === 0) this.verdict.append(make('b'), make('span'))
    text(this.verdict.firstElementChild!, line.slice(0, colon).replace(/^s/, 'S'))
    text(this.verdict.lastElementChild!, line.slice(colon + 2))
  }

  /** unknown takes the verdict back. */
  unknown(why: string): void {
    this.verdict.className = 'verdict undecided'
    if (this.verdict.childElementCount === 0) this.verdict.append(make('b'), make('span'))
    text(this.verdict.firstElementChild!, 'Unknown')
    text(this.verdict.lastElementChild!, why)
    hashText(this.hash, '')
    text(this.hash, 'unknown') // not none
    this.pairs.clear()
    this.nearSection.hidden = this.takenBack = true
  }

  private tellVerdict(f: Frame): void {
    if (this.scene.track) {
      this.tellState(this.scene.track, f)
      return
    }
    if (this.verdict.childElementCount === 0) this.verdict.append(make('b'), make('span'))
    if (f.proven) {
      this.verdict.className = `verdict ${f.proven.free ? 'free' : 'collision'}`
      text(this.verdict.firstElementChild!, f.proven.word)
      text(this.verdict.lastElementChild!, f.proven.what)
      return
    }
    const counter = (name: string) => f.sides[0]!.counters[this.scene.counters.indexOf(name)] ?? 0
    const check = this.scene.check
    const word = check?.word ?? (f.verdict === Verdict.InContact ? 'collision' : f.verdict === Verdict.Free ? 'free' : 'undecided')
    this.verdict.className = `verdict ${check ? { pass: 'free', fail: 'collision', unknown: 'undecided' }[check.outcome] ?? 'undecided' : word}`
    const pairs = counter('touchingPairs'), contacts = counter('contacts')
    const what = `${count(pairs, 'pair')} in contact, ${count(contacts, 'contact')}${check?.clearance ? `, ${check.tooNear ?? 0} too near` : ''}`
    const more = check?.reason ? ` Incomplete: ${check.reason}.` : f.incomplete ? ' Incomplete.' : ''
    text(this.verdict.firstElementChild!, this.scene.film === 'still' ? word.charAt(0).toUpperCase() + word.slice(1) : contacts.toLocaleString('en'))
    text(this.verdict.lastElementChild!, this.scene.film === 'still' ? what + more : `${contacts === 1 ? 'contact' : 'contacts'} in ${count(pairs, 'pair')}${more}`)
  }
}

/** whole is what was found of a list of states: a state that is free stands below what the list may not be. */
function whole(t: Track): HTMLElement {
  const at = t.sum.indexOf(' (')
  return make('p', { class: `whole ${{ Free: 'free', Collision: 'collision', 'Too near': 'collision' }[t.word] ?? 'undecided'}` },
    make('b', {}, `All states: ${at < 0 ? t.sum.replace(/\.$/, '') : t.sum.slice(0, at)}`), at < 0 ? undefined : make('span', {}, t.sum.slice(at + 1)))
}

/** notes are lines about a list of states. */
function notes(t: Track): HTMLElement {
  return make('div', { class: 'notes' }, ...[`Result: ${t.sum}`, ...t.notes].map((s) => make('p', {}, s)))
}

/** section is a part of the panel that folds. */
function section(name: string, content: HTMLElement, open: boolean): HTMLDetailsElement {
  return make('details', { open }, make('summary', {}, make('h2', {}, name)), content)
}

/** hashText shows the beginning of a hash, and all of it to those who point at it. */
function hashText(e: HTMLElement, hash: string): void {
  text(e, hash ? `${hash.slice(0, 8)} ${hash.slice(8, 16)}` : 'none')
  e.title = hash ? `sha256:${hash}` : ''
}
