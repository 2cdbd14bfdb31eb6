import { GitFailure } from './git-failure.ts'

type Files = ReturnType<typeof createMemoryFiles>

/** Refuses what is about to be written, by throwing. */
type Check = (path: string, bytes: Uint8Array) => void

const FOLDER = Symbol('folder')

/**
 * The files of a clone, in memory, as the Git library asks for them. They are bounded in bytes, and gone with the call
 * that needs them, so nothing is left on a disk when a process dies.
 */
export function createMemoryFiles(mostBytes: number, check: Check) {
  const entries = new Map<string, Uint8Array | typeof FOLDER>([['/', FOLDER]])
  let bytes = 0

  function find(path: string): Uint8Array | typeof FOLDER {
    const entry = entries.get(normalize(path))
    if (entry === undefined) throw failed('ENOENT', path)
    return entry
  }
  function findFile(path: string): Uint8Array {
    const entry = find(path)
    if (entry === FOLDER) throw failed('EISDIR', path)
    return entry
  }
  function remove(path: string): void {
    const entry = find(path)
    if (entry !== FOLDER) bytes -= entry.byteLength
    entries.delete(normalize(path))
  }
  function statOf(path: string) {
    const entry = find(path)
    const isFolder = entry === FOLDER
    return {
      ...{ mode: isFolder ? 0o40000 : 0o100644, size: isFolder ? 0 : entry.byteLength },
      ...{ ino: 0, uid: 0, gid: 0, dev: 0, mtimeMs: 0, ctimeMs: 0 },
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
      isSymbolicLink: () => false,
    }
  }

  return {
    promises: {
      readFile: async (path: string, options?: 'utf8' | { readonly encoding?: string }) => {
        const file = findFile(path)
        const encoding = typeof options === 'string' ? options : options?.encoding
        return encoding === undefined ? file : new TextDecoder().decode(file)
      },
      writeFile: async (path: string, data: string | Uint8Array): Promise<void> => {
        const file = typeof data === 'string' ? new TextEncoder().encode(data) : data
        const name = normalize(path)
        if (entries.get(parentOf(name)) !== FOLDER) throw failed('ENOENT', path)
        check(name, file)
        const before = entries.get(name)
        bytes += file.byteLength - (before instanceof Uint8Array ? before.byteLength : 0)
        if (bytes > mostBytes) throw new GitFailure('The repository is too large to be read.')
        entries.set(name, file)
      },
      mkdir: async (path: string): Promise<void> => {
        const name = normalize(path)
        if (entries.has(name)) throw failed('EEXIST', path)
        if (entries.get(parentOf(name)) !== FOLDER) throw failed('ENOENT', path)
        entries.set(name, FOLDER)
      },
      readdir: async (path: string): Promise<string[]> => {
        if (find(path) !== FOLDER) throw failed('ENOTDIR', path)
        const name = normalize(path)
        const prefix = name === '/' ? '/' : `${name}/`
        return [...entries.keys()].flatMap((key) =>
          key !== name && key.startsWith(prefix) && !key.includes('/', prefix.length) ? key.slice(prefix.length) : [],
        )
      },
      unlink: async (path: string): Promise<void> => remove(path),
      rmdir: async (path: string): Promise<void> => remove(path),
      stat: async (path: string) => statOf(path),
      lstat: async (path: string) => statOf(path),
      readlink: async (path: string): Promise<string> => {
        throw failed('EINVAL', path)
      },
      symlink: async (_target: string, path: string): Promise<void> => {
        throw failed('EPERM', path)
      },
    },
  } satisfies { readonly promises: object }
}
export type MemoryFiles = Files

const normalize = (path: string): string =>
  `/${path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')}`
const parentOf = (name: string): string => name.slice(0, name.lastIndexOf('/')) || '/'

const failed = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code })
