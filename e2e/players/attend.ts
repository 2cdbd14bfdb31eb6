import { setTimeout as pause } from 'node:timers/promises'
import { figures, judge, LIMITS, round } from './judge.ts'
import { standBack } from './stand-back.ts'
import type { World } from './start-world.ts'
import { Colleague } from './watch/colleague.ts'
import { watchHealth } from './watch/watch-health.ts'

const MEMORY_RETURNS_MS = 60_000
const LOOK_MS = 1_000
/** Runs that were begun end later on a slow machine, but not for hours. */
const MOST_SLOWNESS = 5
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
export async function attend(
  world: World,
  { say, patience }: { readonly say: (line: string) => void; readonly patience: number },
): Promise<Attendance> {
  const watch = watchHealth(world.url, world.server.pid)
  // That of the attackers; those that watch have to be in time.
  standBack(process.pid, { only: 'main thread' })
  const colleague = new Colleague(world.colleague.api, world.things.small)
  await colleague.ready()
  await pause(LEAST_MS)
  const before = await watch.take()
  let slowness = 1
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
      if (patience > 1) slowness = Math.min(MOST_SLOWNESS, Math.max(1, health.slowness))
      return [...found, ...judge(what, health, runs, patience)]
    },
    memoryReturned: async () => {
      const endsAt = performance.now() + MEMORY_RETURNS_MS * slowness
      // What the process gives back, and when, depends on its collector, which gets its turn last.
      const mostMb = LIMITS.keptMb * (patience > 1 ? 2 : 1)
      let keptMb = Infinity
      while (performance.now() < endsAt && keptMb > mostMb) {
        await pause(LOOK_MS)
        keptMb = (await watch.take()).residentMb - before.residentMb
      }
      say(
        `${round((MEMORY_RETURNS_MS * slowness) / 1_000)} s later, or before, the process holds ${round(keptMb)} MB more than before`,
      )
      return keptMb > mostMb ? [`the process keeps ${round(keptMb)} MB, at most ${mostMb} MB are allowed`] : []
    },
    stop: async () => {
      await colleague.stop()
      await watch.stop()
    },
  }
}
