import { Player } from './player'
import { decodeFrame, decodeScene, kindOf, type Frame, type Mesh, type Message, type Scene, type State } from './protocol'

/** Listener hears what a source has to tell. */
export interface Listener {
  scene(scene: Scene, meshes: Mesh[]): void
  frame(frame: Frame): void
  state(state: State): void
  /** link tells of the connection: '' for all well, else what is wrong. */
  link(trouble: string): void
  /** unknown takes back what was shown: nothing is known, for the reason given. A title is that of other bodies, which are not shown yet. */
  unknown(why: string, title?: string): void
}

/** Source is where frames come from: the command, or the page itself. */
export interface Source {
  readonly live: boolean
  /** controls stand in the panel, where the source has some. */
  readonly controls?: HTMLElement
  send(m: Message): void
}

/** connect asks the command for frames, and again when the connection breaks. */
export function connect(to: Listener): Source {
  let socket: WebSocket | undefined
  let frames = 0
  let patience = 250
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/socket`)
    socket.binaryType = 'arraybuffer'
    frames = 0
    socket.onmessage = (e: MessageEvent<string | ArrayBuffer>) => {
      patience = 250
      if (typeof e.data === 'string') {
        to.state(JSON.parse(e.data) as State)
      } else if (kindOf(e.data) === 1) {
        const { scene, meshes } = decodeScene(e.data)
        to.link('')
        to.scene(scene, meshes)
      } else {
        to.frame(decodeFrame(e.data))
        socket?.send(JSON.stringify({ ack: ++frames }))
      }
    }
    socket.onclose = (e) => {
      socket = undefined
      if (e.code === 1001) {
        to.link('collide view has ended. This page shows its last frame.')
        return
      }
      to.link('Connection lost; trying again.')
      setTimeout(open, patience)
      patience = Math.min(2 * patience, 8000)
    }
  }
  open()
  return { live: true, send: (m) => { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(m)) } }
}

/** embedded reads the scene and its frames from the page itself. */
export function embedded(text: string, to: Listener): Source {
  let player: Source | undefined
  unpack(text).then((data) => {
    const [first, ...frames] = messages(data)
    const { scene, meshes } = decodeScene(first!)
    to.scene(scene, meshes)
    player = new Player(scene, frames, to)
  }).catch((e: unknown) => to.link(`This page is damaged: ${String(e)}`))
  return { live: false, send: (m) => player?.send(m) }
}

/** messages takes data apart, each message after its length. */
function messages(data: ArrayBuffer): ArrayBuffer[] {
  const all: ArrayBuffer[] = []
  for (let at = 0; at < data.byteLength;) {
    const length = new DataView(data).getUint32(at, true)
    all.push(data.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return all
}

/** unpack undoes base64 and gzip. */
async function unpack(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
