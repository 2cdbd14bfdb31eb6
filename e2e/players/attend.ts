import { setTimeout as pause } from 'node:timers/promises'
import { figures, judge, LIMITS, round } from './judge.ts'
import type { World } from './start-world.ts'
import { Colleague } from './watch/colleague.ts'
import { watchHealth } from './watch/watch-health.ts'

const MEMORY_RETURNS_MS = 60_000
const LOOK_MS = 1_000
/** Of a look: a percentile of less says nothing. */
const LEAST_MS = 5_000

/** Watches a server and a colleague while others attack. */
export type Attendance = {
  /** What was not held while `act` went on. */
  readonly during: (what: string, act: () => Promise<readonly string[]>) => Promise<readonly string[]>
  /** What was not given back within a minute. */
  readonly memoryReturned: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

/** Begins with a quiet look, to know what the process is like. */
export async function attend(world: World, say: (line: string) => void): Promise<Attendance> {
  const watch = watchHealth(world.url, world.server.pid)
  const colleague = new Colleague(world.colleague.api, world.things.small)
  await colleague.ready()
  await pause(LEAST_MS)
  const before = await watch.take()
  say(`quiet: ${figures(before, colleague.take())}`)
  return {
    during: async (what, act) => {
      await watch.take()
      colleague.take()
      const [found] = await Promise.all([act(), pause(LEAST_MS)])
      if (!world.server.isRunning())
        return [...found, `${what}: the server died: ${world.server.log().slice(-3).join(' ')}`]
      const [health, runs] = [await watch.take(), colleague.take()]
      say(`${what}: ${figures(health, runs)}`)
      return [...found, ...judge(what, health, runs)]
    },
    memoryReturned: async () => {
      const endsAt = performance.now() + MEMORY_RETURNS_MS
      let keptMb = Infinity
      while (performance.now() < endsAt && keptMb > LIMITS.keptMb) {
        await pause(LOOK_MS)
        keptMb = (await watch.take()).residentMb - before.residentMb
      }
      say(`a minute later the process holds ${round(keptMb)} MB more than before`)
      return keptMb > LIMITS.keptMb
        ? [`the process keeps ${round(keptMb)} MB, at most ${LIMITS.keptMb} MB are allowed`]
        : []
    },
    stop: async () => {
      await colleague.stop()
      await watch.stop()
    },
  }
}
