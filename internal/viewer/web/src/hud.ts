import { Vector3 } from 'three'
import type { Pilot } from './camera'
import { make, text } from './dom'
import type { Stage } from './stage'

/** Hud tells frames a second and where the camera is, in the scene's own coordinates. */
export class Hud {
  readonly element = make('dl', { class: 'hud' })
  private readonly fields = new Map<string, HTMLElement>()
  private frames = 0
  private since = performance.now()
  private slow = 0
  /** fps is the rate of the last half second. */
  fps = 0

  constructor(private readonly stage: Stage, private readonly pilot: Pilot) {
    for (const name of ['FPS', 'Position', 'Yaw', 'Pitch']) {
      const value = make('dd')
      this.fields.set(name, value)
      this.element.append(make('div', {}, make('dt', {}, name), value))
    }
  }

  /** tick counts a picture. */
  tick(now: number): void {
    this.frames++
    if (now - this.since < 500) return
    this.fps = (1000 * this.frames) / (now - this.since)
    this.frames = 0
    this.since = now
    this.set('FPS', this.fps.toFixed(this.fps < 10 ? 1 : 0))
    // A machine that stays below 24 pictures a second gets plainer ones.
    this.slow = this.fps < 24 && !document.hidden && !this.stage.pinned ? this.slow + 1 : 0
    if (this.slow >= 3 && this.stage.quality < 3) {
      this.stage.quality++
      this.slow = 0
    }
  }

  place(): void {
    const p = this.stage.toScene(this.stage.camera.getWorldPosition(new Vector3()))
    this.set('Position', [p.x, p.y, p.z].map(coordinate).join(' '))
    this.set('Yaw', degrees(this.pilot.yaw))
    this.set('Pitch', degrees(this.pilot.pitch))
  }

  private set(name: string, value: string): void { text(this.fields.get(name)!, value) }
}

/** minus signs as wide as digits keep the numbers from jumping. */
function coordinate(x: number): string {
  const a = Math.abs(x)
  const s = a >= 1e5 || (a > 0 && a < 1e-2) ? a.toExponential(2) : a.toFixed(a >= 1000 ? 0 : 2)
  return (x < 0 ? '−' : ' ') + s
}

function degrees(r: number): string {
  const d = Math.round((r * 180) / Math.PI)
  return `${d < 0 ? '−' : ''}${Math.abs(d)}°`
}
