import {
  AmbientLight, Color, DirectionalLight, Group, HemisphereLight, Mesh, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Quaternion,
  Scene as World, ShaderMaterial, ShadowMaterial, Vector3, WebGLRenderer,
} from 'three'
import type { Scene } from './protocol'
import { theme } from './theme'

/** Stage is the room: renderer, camera, light and floor. Y is up in it. */
export class Stage {
  readonly renderer: WebGLRenderer
  readonly camera = new PerspectiveCamera(45, 1, 0.02, 400)
  readonly world = new World()
  /** bodies holds everything in the coordinates of the scene. */
  readonly bodies = new Group()
  readonly center = new Vector3()
  radius = 10
  /** angle is that of the view, in degrees, unless it is higher than wide. */
  angle = 45
  /** tightness is how much of the ball around a scene it fills, roughly. */
  tightness = 0.86
  private readonly sky = new HemisphereLight()
  private readonly sun = new DirectionalLight()
  private readonly back = new DirectionalLight()
  private readonly ambient = new AmbientLight()
  private readonly floor = new Group()
  private readonly grid = gridMaterial()
  private readonly shade = new ShadowMaterial({ opacity: 0.16 })
  private readonly fromScene = new Quaternion()
  private quality_ = 0
  private origin = new Vector3()
  private scale = 1

  constructor(host: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: 'high-performance' })
    this.renderer.localClippingEnabled = true
    this.renderer.toneMapping = NeutralToneMapping
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    const canvas = this.renderer.domElement
    canvas.tabIndex = 0
    canvas.setAttribute('role', 'application')
    canvas.setAttribute('aria-label', 'The scene. W, A, S, D to fly, Space and Shift or the arrow keys up and down, drag to look, Escape for the menu.')
    host.append(canvas)
    this.world.add(this.sky, this.sun, this.sun.target, this.back, this.ambient, this.bodies, this.floor)
    this.pinned = location.hash === '#fine'
    if (!this.pinned && software(this.renderer)) this.quality = 3
    this.paint()
  }

  /** pinned keeps the quality where it is: for pictures. */
  readonly pinned: boolean

  /** open takes the measure of a scene. */
  open(s: Scene): void {
    const up = new Vector3(...s.up).normalize()
    this.fromScene.setFromUnitVectors(up, new Vector3(0, 1, 0))
    this.bodies.quaternion.copy(this.fromScene)
    this.origin.set(...s.origin)
    this.scale = s.scale
    const lo = new Vector3(...s.min), hi = new Vector3(...s.max)
    const corners = [...Array(8).keys()].map((i) =>
      new Vector3(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z).applyQuaternion(this.fromScene))
    const low = corners[0]!.clone(), high = corners[0]!.clone()
    for (const c of corners) { low.min(c); high.max(c) }
    this.center.copy(low).add(high).multiplyScalar(0.5)
    this.radius = Math.max(low.distanceTo(high) / 2, 0.5)
    this.lay(low.y - 0.002 * this.radius)
    this.shine()
  }

  /** lay puts the floor at a height. */
  private lay(height: number): void {
    this.floor.clear()
    const size = 12 * this.radius
    for (const [i, m] of [this.grid, this.shade].entries()) {
      const plane = new Mesh(new PlaneGeometry(size, size), m)
      plane.rotation.x = -Math.PI / 2
      plane.position.set(this.center.x, height + i * 1e-3, this.center.z)
      plane.receiveShadow = m === this.shade
      plane.renderOrder = -2 + i
      this.floor.add(plane)
    }
    this.grid.uniforms['reach']!.value = 3.2 * this.radius
    this.grid.uniforms['middle']!.value = this.center.clone()
    this.grid.uniforms['cell']!.value = 10 ** Math.round(Math.log10(this.radius / 4))
  }

  private shine(): void {
    const r = this.radius
    this.sun.position.copy(this.center).add(new Vector3(0.55, 1.25, 0.7).multiplyScalar(2 * r))
    this.sun.target.position.copy(this.center)
    this.back.position.copy(this.center).add(new Vector3(-1, 0.5, -0.8).multiplyScalar(2 * r))
    this.sun.castShadow = this.quality_ < 2
    this.sun.shadow.mapSize.set(2048, 2048)
    this.sun.shadow.radius = 4
    this.sun.shadow.bias = -0.0004
    this.sun.shadow.normalBias = 0.02
    const cam = this.sun.shadow.camera
    cam.left = cam.bottom = -1.25 * r
    cam.right = cam.top = 1.25 * r
    cam.near = 0.1 * r
    cam.far = 6 * r
    cam.updateProjectionMatrix()
  }

  /** quality is 0 for all there is; each step up is cheaper: coarser, no shadows, coarser still. */
  get quality(): number { return this.quality_ }
  set quality(q: number) {
    this.quality_ = Math.max(0, Math.min(3, q))
    const ratio = [2, 1.25, 1, 0.6][this.quality_]!
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, ratio))
    this.sun.castShadow = this.quality_ < 2
    if (this.width > 0) this.renderer.setSize(this.width, this.height, false)
  }

  paint(): void {
    const t = theme()
    this.world.background = t.background
    this.sky.color.copy(t.sky)
    this.sky.groundColor.copy(t.ground)
    this.sky.intensity = t.fill
    this.sun.color.set('#fff7ea')
    this.sun.intensity = t.sun
    this.back.color.set(t.dark ? '#a9b8e6' : '#cfe0ff')
    this.back.intensity = t.dark ? 0.6 : 0.5
    this.ambient.intensity = 0.15
    ;(this.grid.uniforms['color']!.value as Color).copy(t.line)
    this.shade.opacity = t.dark ? 0.4 : 0.14
  }

  /** width and height are those of the picture, in CSS pixels. */
  width = 0
  height = 0

  resize(width: number, height: number): void {
    this.width = width
    this.height = height
    this.renderer.setSize(width, height, false)
  }

  /** toScene turns a place in the room into the coordinates of the scene's files. */
  toScene(p: Vector3): Vector3 {
    return p.clone().applyQuaternion(this.fromScene.clone().invert()).divideScalar(this.scale).add(this.origin)
  }

  /** length turns a length of the scene's files into one in the room. */
  get unit(): number { return this.scale }

  /** toRoom turns a place in stage coordinates, as messages have them, into one in the room. */
  toRoom(p: Vector3): Vector3 { return p.clone().applyQuaternion(this.fromScene) }
}

/** software tells that no graphics card draws, but the processor. */
function software(r: WebGLRenderer): boolean {
  const gl = r.getContext()
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return info !== null && /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)))
}

/** gridMaterial draws lines that fade away from the middle. */
function gridMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true, depthWrite: false,
    uniforms: { color: { value: new Color() }, reach: { value: 10 }, cell: { value: 1 }, middle: { value: new Vector3() } },
    vertexShader: `varying vec3 at;
void main() {
  vec4 w = modelMatrix * vec4(position, 1.0);
  at = w.xyz;
  gl_Position = projectionMatrix * viewMatrix * w;
}`,
    fragmentShader: `uniform vec3 color; uniform float reach; uniform float cell; uniform vec3 middle;
varying vec3 at;
float lines(float size) {
  vec2 p = at.xz / size, w = fwidth(p);
  vec2 d = abs(fract(p - 0.5) - 0.5) / max(w, 1e-6);
  return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.25, 0.6, max(w.x, w.y)));
}
void main() {
  float fade = 1.0 - smoothstep(0.15, 1.0, distance(at, middle) / reach);
  float ink = max(0.16 * lines(cell), 0.3 * lines(5.0 * cell));
  gl_FragColor = vec4(color, ink * fade * fade);
  #include <colorspace_fragment>
}`,
  })
}
