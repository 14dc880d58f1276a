const around = 56, along = 18 // vertices
const radius = 1, thick = 0.22

/** example is a chain of four rings, two of which hang too deep in their neighbours. */
export function example(): [string, File][] {
  return [0, 1.5, 3.2, 4.9].map((x, i) => {
    const name = `ring${i + 1}.obj`
    return [name, new File([ring(x, i % 2 === 1)], name)]
  })
}

/** ring is a torus around (x, 0, 0), upright or lying, as an OBJ file. */
function ring(x: number, upright: boolean): string {
  const lines: string[] = []
  for (let i = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around
    for (let k = 0; k < along; k++) {
      const b = (2 * Math.PI * k) / along
      const r = radius + thick * Math.cos(b)
      const [s, t] = [r * Math.sin(a), thick * Math.sin(b)]
      lines.push(['v', x + r * Math.cos(a), ...(upright ? [-t, s] : [s, t])].map((v) => (typeof v === 'number' ? v.toFixed(6) : v)).join(' '))
    }
  }
  const at = (i: number, k: number) => (i % around) * along + (k % along) + 1
  for (let i = 0; i < around; i++) {
    for (let k = 0; k < along; k++) lines.push(`f ${at(i, k)} ${at(i + 1, k)} ${at(i + 1, k + 1)}`, `f ${at(i, k)} ${at(i + 1, k + 1)} ${at(i, k + 1)}`)
  }
  return lines.join('\n')
}
