import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Limits what a process and all its threads may use together; the kernel kills what needs more. */
export type MemoryGroup = {
  /** Children that are started meanwhile belong to the group from their first byte on. */
  readonly inside: <Started>(start: () => Started) => Started
  readonly remove: () => Promise<void>
}

/** The two versions of groups; `controller` as in `/proc/self/cgroup`. */
const OLD = { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', controller: 'memory' }
const NEW = { root: '/sys/fs/cgroup', limit: 'memory.max', controller: '' }

/** Undefined, and said so, where groups cannot be created. */
export function createMemoryGroup(name: string, megabytes: number): MemoryGroup | undefined {
  const version = existsSync(`${OLD.root}/cgroup.procs`) ? OLD : NEW
  const { root, limit } = version
  const folder = `${root}/${name}`
  try {
    accessSync(`${root}/cgroup.procs`, constants.W_OK)
    mkdirSync(folder)
    writeFileSync(`${folder}/${limit}`, String(megabytes * 1024 ** 2))
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    console.warn('SKIPPED: a small memory group, which takes root and a writable hierarchy of groups')
    return undefined
  }
  const own = ownFolder(version)
  return {
    inside: (start) => {
      writeFileSync(`${folder}/cgroup.procs`, String(process.pid))
      try {
        return start()
      } finally {
        writeFileSync(`${own}/cgroup.procs`, String(process.pid))
      }
    },
    remove: () => removeFolder(folder),
  }
}

/** Where this process is; the root where its own group is out of sight, as in a container. */
function ownFolder({ root, controller }: typeof OLD): string {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n')
  const path = lines.find((line) => line.split(':')[1] === controller)?.split(':')[2]
  return path !== undefined && existsSync(`${root}${path}/cgroup.procs`) ? `${root}${path}` : root
}

const TRIES = 50
const PAUSE_MS = 100

/** Its last process may be gone before the kernel has let go of it. */
async function removeFolder(folder: string, tries = TRIES): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (tries === 0) throw error
    await pause(PAUSE_MS)
    await removeFolder(folder, tries - 1)
  }
}
