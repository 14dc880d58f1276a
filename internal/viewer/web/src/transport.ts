import { button, icon, make, text } from './dom'
import type { Frame, Message, Scene, State } from './protocol'
import { Timeline } from './timeline'

const glyphs = {
  play: 'M4 2.5v11l9-5.5z', pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z', step: 'M3 2.5v11l7-5.5zM11 2.5h2.2v11H11z',
  back: 'M13 2.5v11L6 8zM2.8 2.5H5v11H2.8z', reset: 'M8 2.6a5.4 5.4 0 1 0 5.2 6.9l-1.5-.4A3.9 3.9 0 1 1 8 4.1c1 0 1.9.4 2.6 1L8.8 6.9H14V1.8l-2.3 2.2A5.4 5.4 0 0 0 8 2.6z',
}

/** Transport is the bar below: play, step, reset, time line and time. */
export class Transport {
  readonly element: HTMLElement
  private readonly playIcon = make('span', { class: 'glyph' })
  private readonly play: HTMLButtonElement
  private readonly time = make('output', { class: 'time', 'aria-live': 'off' })
  private readonly slider = make('input', { type: 'range', min: 0, max: 1, value: 0, step: 1, 'aria-label': 'Frame' })
  private readonly line: Timeline | undefined
  private playing = false
  private dragging = false

  constructor(private readonly scene: Scene, private readonly send: (m: Message) => void) {
    const act = (name: keyof typeof glyphs, title: string, label: string, m: Message) => {
      const b = button('', title, () => send(m), { 'aria-label': label })
      b.append(icon(glyphs[name]))
      return b
    }
    this.play = button('', 'Pause or go on (K)', () => this.toggle(), { class: 'play', 'aria-label': 'Pause' })
    this.play.append(this.playIcon)
    const seeks = scene.film === 'motion' || scene.film === 'recording' || scene.film === 'states'
    if (scene.track) this.line = new Timeline(scene.track, (frame) => send({ do: 'seek', frame }))
    this.slider.max = String(scene.frames > 0 ? scene.frames - 1 : 1200)
    this.slider.addEventListener('input', () => { this.dragging = true; send({ do: 'seek', frame: Number(this.slider.value) }) })
    this.slider.addEventListener('change', () => { this.dragging = false })
    const bar = make('div', { class: seeks ? 'transport' : 'transport short', role: 'group', 'aria-label': 'Time' },
      act('reset', 'Back to the start (R)', 'Reset', { do: 'reset' }),
      seeks ? act('back', 'One frame back (,)', 'One frame back', { do: 'back' }) : undefined,
      this.play, act('step', 'One frame on (.)', 'One frame on', { do: 'step' }), seeks ? this.slider : undefined, this.time)
    this.element = this.line ? make('div', { class: 'transport tall' }, this.line.element, bar) : bar
    if (this.line) bar.className = 'bar'
    this.element.hidden = scene.film === 'still'
    this.draw()
  }

  toggle(): void { this.send({ do: this.playing ? 'pause' : 'play' }) }

  state(s: State): void {
    this.playing = s.playing
    this.draw()
  }

  private draw(): void {
    this.playIcon.replaceChildren(icon(this.playing ? glyphs.pause : glyphs.play))
    this.play.setAttribute('aria-label', this.playing ? 'Pause' : 'Play')
  }

  frame(f: Frame): void {
    this.line?.frame(f)
    const track = this.scene.track
    text(this.time, this.scene.proof ? `frame ${f.index.toLocaleString('en')} of ${(this.scene.frames - 1).toLocaleString('en')}` : track ? `${(f.index + 1).toLocaleString('en')} of ${track.texts.length.toLocaleString('en')}` : `${f.time.toFixed(2)} s · frame ${f.index.toLocaleString('en')}${this.scene.frames > 1 ? ` of ${(this.scene.frames - 1).toLocaleString('en')}` : ''}`)
    if (this.dragging) return
    if (this.scene.frames === 0 && f.index > Number(this.slider.max)) this.slider.max = String(2 * Number(this.slider.max))
    this.slider.value = String(f.index)
  }
}
