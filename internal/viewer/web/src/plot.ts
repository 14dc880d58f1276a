/** Series is a quantity over the last frames. */
export class Series {
  private readonly ring = new Float64Array(240)
  private n = 0

  push(x: number): void { this.ring[this.n++ % this.ring.length] = x }
  clear(): void { this.n = 0 }
  get length(): number { return Math.min(this.n, this.ring.length) }
  get capacity(): number { return this.ring.length }

  /** at counts from the oldest. */
  at(i: number): number { return this.ring[(Math.max(this.n - this.ring.length, 0) + i) % this.ring.length]! }

  max(): number {
    let m = 0
    for (let i = 0; i < this.length; i++) m = Math.max(m, this.at(i))
    return m
  }
}

/** fit makes a canvas as fine as the screen and returns what draws on it, in CSS pixels. */
export function fit(canvas: HTMLCanvasElement): { g: CanvasRenderingContext2D; w: number; h: number } | undefined {
  const g = canvas.getContext('2d')
  const w = canvas.clientWidth, h = canvas.clientHeight
  if (!g || w === 0) return undefined
  const ratio = Math.min(devicePixelRatio, 2)
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
    canvas.width = Math.round(w * ratio)
    canvas.height = Math.round(h * ratio)
  }
  g.setTransform(ratio, 0, 0, ratio, 0, 0)
  g.clearRect(0, 0, w, h)
  return { g, w, h }
}

/** stack draws series on top of each other and returns the top of the scale. */
export function stack(canvas: HTMLCanvasElement, series: Series[], colors: string[], line: string): number {
  const fitted = fit(canvas)
  if (!fitted) return 0
  const { g, w, h } = fitted
  const n = series[0]?.length ?? 0
  const sums = new Float64Array(n)
  for (const s of series) for (let i = 0; i < n; i++) sums[i]! += s.at(i)
  const top = nice(percentile(sums, 0.98) * 1.15)
  g.strokeStyle = line
  g.lineWidth = 1
  for (const y of [0.5, Math.round(h / 2) + 0.5, h - 0.5]) {
    g.beginPath()
    g.moveTo(0, y)
    g.lineTo(w, y)
    g.stroke()
  }
  const base = new Float64Array(n)
  const x = (i: number) => w - ((n - 1 - i) * w) / ((series[0]?.capacity ?? 2) - 1)
  const y = (v: number) => h - (Math.min(v / top, 1.2) * (h - 1))
  series.forEach((s, k) => {
    g.beginPath()
    for (let i = 0; i < n; i++) g.lineTo(x(i), y(base[i]! + s.at(i)))
    for (let i = n - 1; i >= 0; i--) g.lineTo(x(i), y(base[i]!))
    g.closePath()
    g.fillStyle = colors[k]!
    g.fill()
    for (let i = 0; i < n; i++) base[i]! += s.at(i)
  })
  return top
}

/** spark draws one series as a line. */
export function spark(canvas: HTMLCanvasElement, s: Series, color: string): void {
  const fitted = fit(canvas)
  if (!fitted) return
  const { g, w, h } = fitted
  const top = s.max() || 1
  g.beginPath()
  for (let i = 0; i < s.length; i++) {
    g.lineTo(w - ((s.length - 1 - i) * w) / (s.capacity - 1), h - 1.5 - (s.at(i) / top) * (h - 3))
  }
  g.strokeStyle = color
  g.lineWidth = 1.25
  g.lineJoin = 'round'
  g.stroke()
}

function percentile(a: Float64Array, p: number): number {
  if (a.length === 0) return 0
  const s = a.slice().sort()
  return s[Math.min(s.length - 1, Math.floor(p * s.length))]!
}

/** nice rounds a scale up to 1, 2 or 5 times a power of ten. */
export function nice(x: number): number {
  if (!(x > 0)) return 1
  const p = 10 ** Math.floor(Math.log10(x))
  for (const k of [1, 2, 5]) if (x <= k * p) return k * p
  return 10 * p
}
