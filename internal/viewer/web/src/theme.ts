import { Color, type Material } from 'three'

/** Theme is the colours of the scene; those of the panels are in style.css. */
export interface Theme {
  dark: boolean
  background: Color
  floor: Color
  line: Color
  sky: Color
  ground: Color
  sun: number
  fill: number
  contact: Color
  allowed: Color
  curve: Color
  wall: Color
  volumes: Color
  octree: Color
  front: Color
  broad: Color
  normal: Color
  distance: Color
}

const light: Theme = {
  dark: false,
  background: new Color('#f3f3f0'), floor: new Color('#e9e9e4'), line: new Color('#8d9099'),
  sky: new Color('#ffffff'), ground: new Color('#b9b4aa'), sun: 2.3, fill: 1.35,
  contact: new Color('#dd2f25'), allowed: new Color('#d99a1c'), curve: new Color('#5c0210'), wall: new Color('#8a8f99'),
  volumes: new Color('#2b66a8'), octree: new Color('#a06a00'), front: new Color('#7a3fb0'), broad: new Color('#2f7d6b'),
  normal: new Color('#1d2230'), distance: new Color('#8a1f7a'),
}

const dark: Theme = {
  dark: true,
  background: new Color('#14161b'), floor: new Color('#191c22'), line: new Color('#596070'),
  sky: new Color('#dfe8ff'), ground: new Color('#2b2a2e'), sun: 2.0, fill: 0.85,
  contact: new Color('#ff4b3e'), allowed: new Color('#f0b13c'), curve: new Color('#ffd9d2'), wall: new Color('#6a7180'),
  volumes: new Color('#6fb1ff'), octree: new Color('#e0a83a'), front: new Color('#c08cff'), broad: new Color('#5fd0b4'),
  normal: new Color('#f2f4fa'), distance: new Color('#ff9be8'),
}

/** bodyColors are those of the pictures of check --image: calm, distinct, far from contacts. */
const bodyColors = [
  [0.50, 0.65, 0.82], [0.60, 0.76, 0.58], [0.72, 0.64, 0.82], [0.45, 0.74, 0.74],
  [0.80, 0.76, 0.66], [0.62, 0.67, 0.74], [0.74, 0.80, 0.50], [0.58, 0.56, 0.78],
].map(([r, g, b]) => new Color().setRGB(r!, g!, b!, 'srgb'))

const deep = new Color().setRGB(0.2, 0.22, 0.28, 'srgb')

/** bodyColor is the colour of body i; the second round of eight is darker. */
export function bodyColor(i: number, to: Color): Color {
  to.copy(bodyColors[i % bodyColors.length]!)
  if (Math.floor(i / bodyColors.length) % 2 === 1) to.lerp(deep, 0.25)
  return to
}

/** restColors are those of what stands still while other bodies move. */
const restColors = ['#d8d4cb', '#bfc0c0', '#cbc3b5', '#adb1b5', '#e2dfd8', '#b9b2a6'].map((c) => new Color(c))

export function restColor(i: number, to: Color): Color { return to.copy(restColors[i % restColors.length]!) }

/** glow lets a material shine with a part of its own colour. */
export function glow(m: Material, part: number): void {
  m.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <emissivemap_fragment>',
      `#include <emissivemap_fragment>\n totalEmissiveRadiance += ${part.toFixed(3)} * diffuseColor.rgb;`,
    )
  }
  m.customProgramCacheKey = () => `glow ${part}`
}

const query = matchMedia('(prefers-color-scheme: dark)')

/** theme is the one that the reader's system asks for. */
export function theme(): Theme { return query.matches ? dark : light }

/** onTheme calls f when the system's choice changes. */
export function onTheme(f: () => void): void { query.addEventListener('change', f) }
