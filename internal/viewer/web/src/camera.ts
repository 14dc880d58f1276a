import { Euler, Vector3, type PerspectiveCamera } from 'three'

export type Mode = 'orbit' | 'fly'

/** Pilot moves the camera: keys, mouse, touch and flights to a place. Angles are in radians. */
export class Pilot {
  yaw = 0
  pitch = 0
  mode: Mode = 'orbit'
  /** speed is a factor on flying, sensitivity one on looking. */
  speed = 1
  sensitivity = 1
  readonly target = new Vector3()
  private readonly keys = new Set<string>()
  private readonly velocity = new Vector3()
  private flight: { from: Vector3; to: Vector3; targetFrom: Vector3; targetTo: Vector3; yaw: [number, number]; pitch: [number, number]; start: number } | undefined
  private pointers = new Map<number, { x: number; y: number }>()
  private travelled = 0
  private reach = 10
  /** onClick hears of clicks of the mouse on the picture; it returns true for one that is used up. */
  onClick: (x: number, y: number) => boolean = () => false
  /** onMode hears of a change of mode, onRelease of a mouse look that ended. */
  onMode: (m: Mode) => void = () => {}
  onRelease: () => void = () => {}

  constructor(readonly camera: PerspectiveCamera, private readonly canvas: HTMLElement) {
    canvas.addEventListener('pointerdown', (e) => this.down(e))
    canvas.addEventListener('pointermove', (e) => this.move(e))
    for (const type of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(type, (e) => this.up(e))
    canvas.addEventListener('wheel', (e) => { e.preventDefault(); this.zoom(Math.exp(e.deltaY * 0.0012)) }, { passive: false })
    canvas.addEventListener('contextmenu', (e) => e.preventDefault())
    document.addEventListener('pointerlockchange', () => { if (!this.locked) { this.keys.clear(); this.onRelease() } })
    document.addEventListener('mousemove', (e) => { if (this.locked) this.turn(-e.movementX, -e.movementY) })
    addEventListener('blur', () => this.keys.clear())
    addEventListener('keyup', (e) => this.keys.delete(e.code))
  }

  get locked(): boolean { return document.pointerLockElement === this.canvas }

  /** frame puts the camera where it sees a ball, from the direction that it has or the given angles. */
  frame(center: Vector3, radius: number, yaw = this.yaw, pitch = this.pitch): void {
    this.flight = undefined
    this.yaw = yaw
    this.pitch = pitch
    this.reach = radius
    this.target.copy(center)
    this.camera.position.copy(center).addScaledVector(this.forward(), -this.distanceFor(radius))
    this.apply()
  }

  /** look puts the camera at a place and turns it to another. */
  look(eye: Vector3, target: Vector3): void {
    this.flight = undefined
    const d = target.clone().sub(eye)
    this.yaw = Math.atan2(-d.x, -d.z)
    this.pitch = Math.max(-1.55, Math.min(1.55, Math.atan2(d.y, Math.hypot(d.x, d.z))))
    this.reach = Math.max(d.length() * 0.5, 0.5)
    this.target.copy(target)
    this.camera.position.copy(eye)
    this.apply()
  }

  /** flyTo glides to where a place fills about a third of the picture, or, from a direction, all of it. */
  flyTo(center: Vector3, radius: number, from?: Vector3): void {
    const yaw = from ? this.yaw + wrap(Math.atan2(from.x, from.z) - this.yaw) : this.yaw
    const pitch = from ? Math.max(-1.55, Math.min(1.55, -Math.atan2(from.y, Math.hypot(from.x, from.z)))) : this.pitch
    const forward = new Vector3(0, 0, -1).applyEuler(new Euler(pitch, yaw, 0, 'YXZ'))
    const to = center.clone().addScaledVector(forward, -this.distanceFor(radius) * (from ? 1.1 : 1.9))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.yaw = yaw
      this.pitch = pitch
      this.camera.position.copy(to)
      this.target.copy(center)
      this.apply()
      return
    }
    this.flight = {
      from: this.camera.position.clone(), to, targetFrom: this.target.clone(), targetTo: center.clone(), yaw: [this.yaw, yaw], pitch: [this.pitch, pitch], start: performance.now(),
    }
  }

  private distanceFor(radius: number): number {
    const half = (this.camera.fov * Math.PI) / 360
    return radius / Math.sin(Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect)))
  }

  setMode(m: Mode): void {
    if (m === this.mode) return
    this.mode = m
    if (m === 'orbit') {
      const away = Math.max(this.camera.position.distanceTo(this.target), 0.2)
      this.target.copy(this.camera.position).addScaledVector(this.forward(), away)
      if (this.locked) document.exitPointerLock()
    }
    this.onMode(m)
  }

  /** press notes a key; it reports whether flying uses it. */
  press(code: string): boolean {
    if (!(code in directions)) return false
    this.keys.add(code)
    if (this.mode === 'orbit') this.setMode('fly')
    this.flight = undefined
    return true
  }

  private forward(): Vector3 { return new Vector3(0, 0, -1).applyEuler(this.euler()) }
  private euler(): Euler { return new Euler(this.pitch, this.yaw, 0, 'YXZ') }

  private apply(): void { this.camera.quaternion.setFromEuler(this.euler()) }

  private turn(dx: number, dy: number): void {
    const rate = 0.0022 * this.sensitivity
    this.yaw = wrap(this.yaw + dx * rate)
    this.pitch = Math.max(-1.55, Math.min(1.55, this.pitch + dy * rate))
    this.flight = undefined
  }

  private zoom(factor: number): void {
    this.flight = undefined
    if (this.mode === 'fly') {
      this.camera.position.addScaledVector(this.forward(), -Math.log(factor) * 0.4 * this.reach)
      return
    }
    const away = Math.max(0.02, this.camera.position.distanceTo(this.target) * factor)
    this.camera.position.copy(this.target).addScaledVector(this.forward(), -away)
  }

  private down(e: PointerEvent): void {
    this.canvas.focus({ preventScroll: true })
    if (this.locked) return
    this.canvas.setPointerCapture(e.pointerId)
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY })
    if (this.pointers.size === 1) this.travelled = 0
  }

  private move(e: PointerEvent): void {
    const p = this.pointers.get(e.pointerId)
    if (!p || this.locked) return
    const dx = e.clientX - p.x, dy = e.clientY - p.y
    const spread = this.spread()
    p.x = e.clientX
    p.y = e.clientY
    this.travelled += Math.abs(dx) + Math.abs(dy)
    if (this.pointers.size >= 2) {
      const after = this.spread()
      if (spread > 0 && after > 0) this.zoom(spread / after)
      this.pan(dx / 2, dy / 2)
    } else if (e.buttons & 2 || e.shiftKey) {
      this.pan(dx, dy)
    } else if (this.mode === 'orbit') {
      this.orbit(dx, dy)
    } else {
      this.turn(dx * 1.6, dy * 1.6)
    }
  }

  /** up ends a drag; a click of the mouse that moved little starts mouse look. */
  private up(e: PointerEvent): void {
    const known = this.pointers.delete(e.pointerId)
    if (!known || e.type !== 'pointerup' || e.pointerType !== 'mouse' || e.button !== 0 || this.travelled > 4 || this.pointers.size > 0) return
    if (this.onClick(e.offsetX, e.offsetY)) return
    this.setMode('fly')
    // A browser may refuse: the mouse then looks while it drags.
    void Promise.resolve(this.canvas.requestPointerLock()).catch(() => {})
  }

  private spread(): number {
    const [a, b] = [...this.pointers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  private orbit(dx: number, dy: number): void {
    const away = this.camera.position.distanceTo(this.target)
    this.turn(-dx * 2, -dy * 2)
    this.camera.position.copy(this.target).addScaledVector(this.forward(), -away)
  }

  private pan(dx: number, dy: number): void {
    this.flight = undefined
    const away = this.mode === 'orbit' ? this.camera.position.distanceTo(this.target) : this.reach
    const size = (2 * away * Math.tan((this.camera.fov * Math.PI) / 360)) / this.canvas.clientHeight
    const side = new Vector3(-dx * size, dy * size, 0).applyEuler(this.euler())
    this.camera.position.add(side)
    this.target.add(side)
  }

  /** update moves on by dt seconds. */
  update(dt: number, now: number): void {
    if (this.flight) this.glide(now)
    else this.travel(dt)
    this.apply()
  }

  private glide(now: number): void {
    const f = this.flight!
    const t = Math.min(1, (now - f.start) / 750)
    const s = t * t * (3 - 2 * t)
    this.camera.position.lerpVectors(f.from, f.to, s)
    this.target.lerpVectors(f.targetFrom, f.targetTo, s)
    this.yaw = f.yaw[0] + s * (f.yaw[1] - f.yaw[0])
    this.pitch = f.pitch[0] + s * (f.pitch[1] - f.pitch[0])
    if (t >= 1) this.flight = undefined
  }

  private travel(dt: number): void {
    const wish = new Vector3()
    for (const k of this.keys) wish.add(directions[k]!)
    const lift = wish.y
    wish.y = 0
    wish.applyEuler(this.euler())
    wish.y += lift
    if (wish.lengthSq() > 1) wish.normalize()
    wish.multiplyScalar(0.55 * this.reach * this.speed)
    this.velocity.lerp(wish, 1 - Math.exp(-12 * dt))
    if (this.velocity.lengthSq() < 1e-8) return
    this.camera.position.addScaledVector(this.velocity, dt)
    this.target.addScaledVector(this.velocity, dt)
  }
}

/** directions of the keys, as the camera sees them but for up and down. */
const directions: Record<string, Vector3> = {
  KeyW: new Vector3(0, 0, -1), KeyS: new Vector3(0, 0, 1), KeyA: new Vector3(-1, 0, 0), KeyD: new Vector3(1, 0, 0),
  Space: new Vector3(0, 1, 0), ShiftLeft: new Vector3(0, -1, 0), ShiftRight: new Vector3(0, -1, 0),
  ArrowUp: new Vector3(0, 1, 0), ArrowDown: new Vector3(0, -1, 0), ArrowLeft: new Vector3(-1, 0, 0), ArrowRight: new Vector3(1, 0, 0),
}

function wrap(a: number): number { return Math.atan2(Math.sin(a), Math.cos(a)) }
