import { button, make, text } from './dom'
import type { Answer, Asked, Run } from './offline'
import { byPath, collect, limit, roots, unreadLine, type Dropped } from './dropped'
import { example } from './example'

/** Results is where the desk puts what it has. */
export interface Results {
  /** pending replaces what is shown by what is not known yet, or not at all; a title is that of other files. */
  pending(what: string, title?: string): void
  answer(a: Answer): void
}

/** Desk is where files are dropped and questions are chosen in the page without a server. */
export class Desk {
  readonly controls = make('section', { class: 'desk', 'aria-label': 'What is checked' })
  private readonly start = make('section', { class: 'start', 'aria-label': 'Files' })
  private readonly trouble = make('p', { class: 'trouble', role: 'alert', hidden: true })
  private readonly picker = make('input', { type: 'file', multiple: true, hidden: true, 'aria-label': 'Files' })
  private readonly list = make('ul', { class: 'files' })
  private readonly boxes = new Map<string, HTMLInputElement>()
  private readonly notes = make('div', { class: 'notes' })
  private readonly state = make('select', { 'aria-label': 'State' })
  private readonly joints = make('input', { type: 'text', 'aria-label': 'Joints', placeholder: 'elbow=1.2,wrist=-0.5', spellcheck: 'false' })
  private readonly robot: HTMLElement
  private readonly clearance = make('input', { type: 'text', 'aria-label': 'Clearance', placeholder: 'none, or 2, or 2mm', spellcheck: 'false' })
  private readonly kinds = toggle('kinds')
  private readonly solid = toggle('solid')
  private readonly self = toggle('self')
  private readonly stop = button('Stop', 'End this check: its answer is then unknown', () => this.running?.stop('Stopped: nothing is known.'), { class: 'stop' })
  private readonly saves = make('div', { class: 'saves' })
  private dropped: Dropped = new Map()
  private running: Run | undefined
  private turn = 0 // of what was dropped or chosen: the last one counts
  private typing = false // a field has what was not asked yet

  constructor(private readonly ask: (dropped: Dropped, asked: Asked) => Run, private readonly to: Results) {
    this.kinds.checked = true
    this.robot = make('dl', { class: 'facts', hidden: true }, make('dt', {}, 'State'), make('dd', {}, this.state), make('dt', {}, 'Joints'), make('dd', {}, this.joints))
    this.controls.append(this.list, this.robot,
      make('div', { class: 'switches' }, row('Kinds and depths', 'Which contacts only touch, which penetrate, and how deep', this.kinds),
        row('Solids', 'A body inside a closed one collides, too', this.solid), row('Within meshes', 'Also contacts of a mesh with itself', this.self)),
      make('dl', { class: 'facts' }, make('dt', {}, 'Clearance'), make('dd', {}, this.clearance)),
      make('div', { class: 'saves' }, button('Other files', 'Choose other files, or drop them', () => this.picker.click()), this.stop), this.saves, this.notes)
    for (const e of [this.kinds, this.solid, this.self, this.state]) e.addEventListener('change', () => { void this.check() })
    for (const e of [this.clearance, this.joints]) this.field(e)
    this.welcome()
    this.picker.addEventListener('change', () => { void this.take([...this.picker.files ?? []].map((f) => [f.webkitRelativePath || f.name, f])) })
    addEventListener('dragover', (e) => { e.preventDefault(); document.body.classList.add('dropping') })
    addEventListener('dragleave', (e) => { if (!e.relatedTarget) document.body.classList.remove('dropping') })
    addEventListener('drop', (e) => this.drop(e))
    document.body.append(this.start, this.picker)
    this.stop.hidden = true
  }

  /** broken says that there is no engine: nothing can be asked. */
  broken(why: string): void { this.tell(why) }

  private welcome(): void {
    this.start.append(make('h1', {}, 'Do they touch?'),
      make('p', {}, 'Drop meshes, a scene or a robot here, with the files that they name.'),
      make('p', { class: 'quiet' }, 'OBJ, STL, PLY, OFF, glTF, 3MF, scenes (.json), URDF with SRDF. Answers are exact.'),
      make('div', { class: 'buttons' }, button('Choose files', 'Choose files of this machine', () => this.picker.click(), { class: 'primary' }),
        button('Example', 'A chain of four rings', () => { void this.take(example()) })),
      this.trouble, make('p', { class: 'quiet' }, 'Files stay in this page. It works without a network and is not allowed to use one.'))
  }

  private drop(e: DragEvent): void {
    e.preventDefault()
    document.body.classList.remove('dropping')
    if (e.dataTransfer) void this.take(collect(e.dataTransfer))
  }

  /** field waits for the end of what is typed; until it is asked the answer shown would be one to another question. */
  private field(e: HTMLInputElement): void {
    const asks = () => { if (this.typing) void this.check() }
    e.addEventListener('input', () => {
      this.halt(`Press Enter to check${e.value.trim() ? ` with ${e.value.trim()}` : ''}.`)
      this.typing = true
    })
    e.addEventListener('change', asks)
    e.addEventListener('blur', asks)
    e.addEventListener('keydown', (k) => { if (k.key === 'Enter') asks() })
  }

  /** take replaces the files. Those before are forgotten at once: reading a folder may take long, or fail. */
  private async take(files: [string, File][] | Promise<[string, File][]>): Promise<void> {
    const turn = ++this.turn
    this.halt('Reading the files …', 'New files')
    this.dropped = new Map()
    this.choices()
    try {
      const dropped = byPath(await files)
      if (turn !== this.turn) return
      if (dropped.size === 0) throw new Error('No file was dropped; expected meshes, a scene or a robot.')
      this.dropped = dropped
    } catch (e) {
      if (turn === this.turn) this.tell(e)
      return
    }
    this.picker.value = ''
    this.choices()
    await this.check()
  }

  /** choices lists the files that can be bodies. */
  private choices(): void {
    this.boxes.clear()
    this.list.replaceChildren(...roots([...this.dropped.keys()]).map(({ path, chosen }) => {
      const box = toggle(path)
      box.checked = chosen
      box.addEventListener('change', () => { void this.check() })
      this.boxes.set(path, box)
      return make('li', { class: 'switches' }, row(path, 'A body, or bodies, of the check', box))
    }))
    this.state.replaceChildren()
    this.joints.value = ''
  }

  private asked(): Asked {
    const files = [...this.boxes].filter(([, box]) => box.checked).map(([path]) => path)
    const robot = files.some((f) => /\.urdf$/i.test(f))
    const srdf = robot ? [...this.dropped.keys()].filter((f) => /\.srdf$/i.test(f)) : []
    if (srdf.length > 1) throw new Error(`${srdf.length} SRDF files; expected one`)
    this.robot.hidden = !robot
    return {
      files, srdf: srdf[0] ?? '', state: robot ? this.state.value : '', joints: robot ? this.joints.value.trim() : '',
      kinds: this.kinds.checked, solid: this.solid.checked, self: this.self.checked, clearance: this.clearance.value.trim(),
    }
  }

  /** check asks the engine. Until it has answered, and if it does not, nothing is known. */
  private async check(): Promise<void> {
    this.halt('Checking …')
    let run: Run | undefined
    try {
      limit(this.dropped)
      const asked = this.asked()
      run = this.ask(this.dropped, asked)
      this.running = run
      this.stop.hidden = false
      document.body.classList.add('checking')
      const answer = await run.answer
      if (run === this.running) this.show(answer, asked)
    } catch (e) {
      if (run && run !== this.running) return // something else has taken its place
      this.tell(e)
    }
    if (run === this.running) this.rest()
  }

  /** halt ends the check on its way and takes back what is shown. */
  private halt(what: string, title?: string): void {
    this.running?.stop('Another check was asked for.')
    this.rest()
    this.typing = false
    this.trouble.hidden = true
    this.saves.replaceChildren()
    this.notes.replaceChildren()
    this.to.pending(what, title)
  }

  private rest(): void {
    this.running = undefined
    this.stop.hidden = true
    document.body.classList.remove('checking')
  }

  private show(a: Answer, asked: Asked): void {
    this.start.hidden = true
    this.to.answer(a)
    if (asked.srdf && this.state.options.length === 0) {
      this.state.append(make('option', { value: '' }, 'joints below, others 0'), ...a.states.map((s) => make('option', { value: s }, s)))
    }
    const notes = [unreadLine(a.unread, (path) => this.boxes.has(path)), ...a.warnings.slice(0, mostNotes)]
    if (a.warnings.length > mostNotes) notes.push(`${(a.warnings.length - mostNotes).toLocaleString('en')} more in the reports.`)
    this.notes.replaceChildren(...notes.filter(Boolean).map((w) => make('p', { class: 'quiet' }, w)))
    this.saves.replaceChildren(save('Save JSON', 'collide.json', 'application/json', a.json), save('Save text', 'collide.txt', 'text/plain', a.text))
  }

  /** tell says why there is no answer; what was shown before is no answer to this question. */
  private tell(e: unknown): void {
    const why = e instanceof Error ? e.message : String(e)
    this.to.pending(why)
    text(this.trouble, why)
    this.trouble.hidden = false
    if (this.start.hidden) this.notes.replaceChildren(make('p', { class: 'trouble' }, why))
    else if (this.dropped.size > 0) this.start.append(this.controls) // other choices may do; a panel takes them over
  }
}

/** mostNotes is the most warnings that are shown. */
const mostNotes = 20

function toggle(name: string): HTMLInputElement { return make('input', { type: 'checkbox', role: 'switch', 'data-name': name }) }

function row(name: string, title: string, box: HTMLInputElement): HTMLElement {
  return make('label', { title }, make('span', { class: 'name' }, name), box)
}

function save(name: string, file: string, type: string, data: Uint8Array<ArrayBuffer>): HTMLElement {
  return button(name, `Save the report as ${file}`, () => {
    const url = URL.createObjectURL(new Blob([data], { type }))
    make('a', { href: url, download: file }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  })
}
