import { make } from './dom'

/** pages is where the documentation is; the page itself loads nothing from there. */
const pages = 'https://github.com/collide-go/collide/blob/main/docs'

/** methods is how each method works, in a sentence for readers who do not know the papers. */
const methods: Record<string, string> = {
  'auto': 'Trees of oriented boxes, eight boxes a node, are descended together by vector instructions; triangles are then tested four at a time.',
  'bvh': 'Each mesh has a binary tree of boxes along its axes; the trees of two meshes are descended together, and what does not overlap is left out with all below it.',
  'brute': 'Every triangle of one body is tested with every triangle of the other: what all other methods must equal.',
  'rapid': 'Like bvh, with boxes turned to lie along the surface: tighter, but dearer to test.',
  'sphere': 'Like bvh, with balls: the cheapest volume to test and to turn, and the loosest.',
  'scda': 'Like bvh, with 18-sided volumes (18-DOPs) that are computed anew in the world whenever a body moves; one thread, no vector instructions, nothing remembered.',
  'oocda': '18-DOPs as in scda, eight tested at once; and it remembers its front, the places in the trees where the tests of the last frame ended, so each frame begins there and not at the roots.',
  'ants': 'First random walks through pairs of triangles look for one contact, guided by what earlier walks found near; then the front of oocda proves the rest.',
  'octree-hybrid': 'An octree over the space finds the pairs of bodies; each node of their trees has a ball, tested first, and an oriented box; trees of unlike shape are descended one at a time.',
  'i-collide': 'Pairs of bodies come from sorted ends along the three axes; a plane that kept two bodies apart in the last frame is tried first.',
  'pipelining': 'The work is a line of stages, pairs of bodies, descent, exact tests, that run at the same time and hand batches to each other.',
  'multiprocess': 'Worker processes without shared memory search pairs of bodies and send what they found to a master.',
  'gpu-bvh': 'Trees of boxes are built, fitted and descended level by level on the graphics device; the processor decides the triangle pairs that are left.',
  'lbvh': 'Bodies are sorted along a space-filling curve, and a tree over this order is built anew in every frame on the graphics device.',
  'scd0': 'The edges of one mesh are drawn as pixels, once for each triangle of the other; the depth test marks edges that a triangle may cut.',
  'scd1': 'Like scd0, with a tree of oriented boxes over the triangles: edges are drawn over a box first, and what no edge enters is left out.',
  'scd2': 'Like scd1, and only the edges that entered a box are drawn over the boxes within it.',
  'scd3': 'The edges of scd2 as a list that a compute shader shortens from level to level, without drawing.',
  'recode': 'Two convex bodies are drawn where their boxes overlap; pixels in which both have depth in common are looked at first.',
}

/** overlays is what each overlay shows and what its colour means. */
const overlays: Record<string, string> = {
  '1': 'Blue: the volumes at one level of the method’s trees, one below the other by [ and ]. A method may leave out all triangles in a volume that touches no other body’s.',
  '2': 'Ochre: cells of an octree over the space. A cell with many bodies is cut in eight; only bodies in one cell can touch. It is built anew for the picture and sorts bodies, unlike the front, which lies within the trees of two bodies.',
  '3': 'Violet: the pairs of volumes at which tests ended, because the two are apart or because triangles came next. Most methods descend to it from the roots in every frame; oocda and ants keep it, and move it by the few volumes that changed.',
  '4': 'Green: a line between two bodies whose boxes overlap; only these pairs are searched further.',
  '5': 'Red: where surfaces touch, with the normal, and the curve in which triangles cross.',
  '6': 'Red: the solid touches another body; amber: it touches one that it may touch. Triangles in contact are always lit in these colours.',
  '7': 'Edges of triangles in place of faces.',
  '8': 'Bars for each level of the trees: as long as there were tests of volumes, filled as far as these left out all below. For oocda and ants: as long as their fronts have pairs of volumes at that depth, filled as far as these are apart.',
  '0': 'The upper bound of the depth of the pair, by the scale below; pairs without a depth stay red.',
  '9': 'Purple: the shortest line between two bodies that are near without touching, with the exact distance in six digits; of pairs within the clearance (--clearance), else of the nearest pair.',
}

/** reasons is why a method has nothing to show for an overlay. */
const reasons: Record<string, string> = {
  'brute': 'it tests every pair of triangles, without trees',
  'multiprocess': 'its trees are those of other processes',
  'lbvh': 'a tree over the bodies and one over the triangles near each other are searched on the device',
  'gpu-bvh': 'the trees are descended on the device',
  'recode': 'it compares pictures of two bodies',
  'scd0': 'it draws all edges over all triangles',
  'scd1': 'boxes and edges are drawn on the device',
  'scd2': 'boxes and edges are drawn on the device',
  'scd3': 'boxes and edges are tested on the device',
}

/** keepsFronts is true for methods whose descents of two meshes do not begin at the roots. */
export function keepsFronts(method: string): boolean { return method === 'oocda' || method === 'ants' }

/** why returns the reason that a method has nothing for an overlay, '' for none known. */
export function why(method: string, meshes: boolean): string {
  return meshes ? (reasons[method] ?? '') : 'there are no meshes to descend'
}

/** whatOverlay explains the overlay with a key. */
export function whatOverlay(key: string): HTMLElement {
  return make('div', { class: 'what', hidden: true }, `${overlays[key] ?? ''} `, link('More', 'viewer.md#what-is-shown', 'What the overlays show'))
}

/** Explained is a method's sentence with a link to its page. */
export class Explained {
  readonly element = make('div', { class: 'what', hidden: true })
  private shown = ''

  show(method: string): void {
    if (method === this.shown) return
    this.shown = method
    this.element.hidden = !(method in methods)
    if (this.element.hidden) return
    this.element.replaceChildren(`${methods[method]} `, link('More', `methods/${method}.md`, `The page on ${method}`))
  }
}

function link(text: string, page: string, title: string): HTMLElement {
  return make('a', { href: `${pages}/${page}`, target: '_blank', rel: 'noopener noreferrer', title, 'aria-label': title }, text)
}
