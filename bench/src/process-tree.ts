import { readdir, readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

/** A process and those below it, the process first; only itself where there is no `/proc`. */
export async function processTree(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const pids = children.flatMap((line) => line.split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(pids.map(processTree))).flat()]
}

/** Processor time in seconds that the processes have used, with those that they started and that have ended. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // User and system time, own and of ended children. The name before them may contain anything.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
    }),
  )
  return times.reduce((sum, seconds) => sum + seconds, 0)
}
