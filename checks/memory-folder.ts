import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'heddle-tests-'
/** The databases of a few workers, and browsers, take about one. */
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Temporary files of this process and its children go to memory where Linux has room there: every test copies a
 * database of 900 files and syncs each commit, which takes longer on a disk than the tests themselves. They are deleted
 * when the process exits; what a killed one left behind, by the next.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || freeBytes(MEMORY) < NEEDED_BYTES) return
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { mode: 0o755 })
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
