// A file system in memory for workers that run the engine: files holds the data of each path. It stands before wasm_exec.js.
'use strict'
const files = new Map() // the data of each path
const opened = new Map() // path and place of each descriptor
let descriptors = 100
let log = ''

const fails = (code) => Object.assign(new Error(code), { code })
const read = new Set() // paths of files that were opened
const beyond = '..' // a path that no file has
// A path that leaves the folder of all files, or starts at the root of a disk, is not another file that has the rest of it.
const tidy = (path) => {
  const parts = []
  for (const p of path.split('/')) {
    if (p === '..' && parts.pop() === undefined) return beyond
    if (p !== '' && p !== '.' && p !== '..') parts.push(p)
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/')
}
const isFolder = (path) => path === '' || [...files.keys()].some((p) => p.startsWith(path + '/'))
const about = (path) => {
  const p = tidy(path)
  const data = files.get(p)
  if (!data && !isFolder(p)) return undefined
  const size = data ? data.length : 0
  return {
    dev: 1, ino: data ? 2 + [...files.keys()].indexOf(p) : 1, mode: data ? 0o100444 : 0o40555, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096,
    blocks: Math.ceil(size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !data,
  }
}
const stat = (path, done) => {
  const s = about(path)
  if (s) done(null, s)
  else done(fails('ENOENT'))
}
const refused = (...args) => args.at(-1)(fails('EROFS'))
const noted = (bytes) => {
  log = (log + new TextDecoder().decode(bytes)).slice(0, 1000) // why comes first, then what each goroutine did
  return bytes.length
}

globalThis.fs = {
  constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
  stat, lstat: stat,
  fstat: (fd, done) => (opened.has(fd) ? stat(opened.get(fd).path, done) : done(fails('EBADF'))),
  open(path, flags, _mode, done) {
    if (flags & 3) return done(fails('EROFS'))
    if (!about(path)) return done(fails('ENOENT'))
    read.add(tidy(path))
    opened.set(++descriptors, { path, at: 0 })
    return done(null, descriptors)
  },
  close(fd, done) { opened.delete(fd); done(null) },
  read(fd, buffer, offset, length, position, done) {
    const o = opened.get(fd)
    const data = o && files.get(tidy(o.path))
    if (!data) return done(fails(o ? 'EISDIR' : 'EBADF'))
    const from = position ?? o.at
    const part = data.subarray(from, from + length)
    buffer.set(part, offset)
    if (position === null || position === undefined) o.at += part.length
    return done(null, part.length)
  },
  readdir(path, done) {
    const p = tidy(path)
    const start = p === '' ? '' : p + '/'
    done(null, [...new Set([...files.keys()].filter((f) => f.startsWith(start)).map((f) => f.slice(start.length).split('/')[0]))])
  },
  writeSync: (_fd, bytes) => noted(bytes),
  write: (_fd, bytes, offset, length, _position, done) => done(null, noted(bytes.subarray(offset, offset + length))),
  fsync: (_fd, done) => done(null),
  readlink: (_path, done) => done(fails('EINVAL')),
  chmod: refused, chown: refused, fchmod: refused, fchown: refused, ftruncate: refused, lchown: refused, link: refused, mkdir: refused, rename: refused,
  rmdir: refused, symlink: refused, truncate: refused, unlink: refused, utimes: refused,
}

const absent = () => { throw fails('ENOSYS') }
globalThis.process = { cwd: () => '/', chdir: absent, umask: absent, getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: absent, pid: -1, ppid: -1 }
