import { decodeFrame, type Message, type Scene, type State } from './protocol'
import type { Listener, Source } from './source'

/** Player shows the frames that a page holds, at their pace. It opens at the first one that fails, else that is undecided. */
export class Player implements Source {
  readonly live = false
  private at = 0
  private due = 0
  private readonly state: State = {
    playing: false, speed: 1, method: '', backend: '', second: '', volumes: -1, octree: false, front: false, broad: false, points: false,
    levels: false, distances: false, note: '', ended: false,
  }

  constructor(private readonly scene: Scene, private readonly frames: ArrayBuffer[], private readonly to: Listener) {
    this.show(0) // it alone has what stands still
    const first = scene.track?.first ?? -1
    if (first > 0) this.show(first)
    this.tell()
  }

  send(m: Message): void {
    if ('set' in m) {
      if (m.set.speed !== undefined) this.state.speed = m.set.speed
    } else if ('do' in m) {
      if (m.do !== 'play' && m.do !== 'seek') this.state.playing = false
      switch (m.do) {
        case 'play': this.play(); break
        case 'step': this.show(this.at + 1); break
        case 'back': this.show(this.at - 1); break
        case 'seek': this.show(m.frame); break
        case 'reset': this.show(0); break
      }
    }
    this.tell()
  }

  private play(): void {
    if (this.state.playing || this.frames.length < 2) return
    if (this.at === this.frames.length - 1) this.show(0)
    this.state.playing = true
    this.due = performance.now()
    requestAnimationFrame((now) => this.go(now))
  }

  /** go shows the frame that is due. */
  private go(now: number): void {
    if (!this.state.playing) return
    const pace = (1000 * this.scene.dt) / this.state.speed
    const steps = Math.min(Math.floor((now - this.due) / pace), this.frames.length)
    if (steps > 0) {
      this.due += steps * pace
      this.show(this.at + steps)
    }
    if (this.at === this.frames.length - 1) {
      this.state.playing = false
      this.tell()
      return
    }
    requestAnimationFrame((next) => this.go(next))
  }

  private show(k: number): void {
    this.at = Math.max(0, Math.min(k, this.frames.length - 1))
    const data = this.frames[this.at]
    if (data) this.to.frame(decodeFrame(data))
  }

  private tell(): void { this.to.state({ ...this.state }) }
}
