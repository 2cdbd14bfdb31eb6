import { setTimeout as delay } from 'node:timers/promises'
import type { TcpProxy } from '@heddle/server/testing/tcp-proxy.ts'
import type { Cluster } from '../harness/start-cluster.ts'
import { ALL, type Planned } from './plan-disturbances.ts'
import type { Slot } from './slot.ts'

/** A disturbance that took place, from its beginning until what it hit was well again. */
export type Happened = Planned & { readonly from: number; readonly to: number }

export type Disturber = {
  readonly happened: readonly Happened[]
  /** Resolves when all of the plan is done and healed. */
  readonly finished: Promise<void>
  readonly slowestStopMs: () => number
}

type Watcher = (line: string) => void

/** On a machine where processes start slowly, what could not be done by then is left out. */
const LATEST_MS = 30_000

/** Does what was planned, when it was planned. What is meant for one process waits until the last is over. */
export function disturb(cluster: Cluster, slots: readonly Slot[], plan: readonly Planned[], say: Watcher): Disturber {
  const startedAt = Date.now()
  const happened: Happened[] = []
  const turns = new Map<string, Promise<void>>()
  let slowestStopMs = 0

  const handlers: Readonly<Record<Planned['kind'], (planned: Planned) => Promise<void>>> = {
    kill: (planned) =>
      inTurn(planned, async (slot) => {
        await slot.kill()
        await delay(planned.forMs)
        await slot.start()
      }),
    restart: (planned) =>
      inTurn(planned, async (slot) => {
        slowestStopMs = Math.max(slowestStopMs, await slot.stop())
        await delay(planned.forMs)
        await slot.start()
      }),
    pause: (planned) =>
      inTurn(planned, async (slot) => {
        const paused = slot.process()
        paused?.pause()
        await delay(planned.forMs)
        paused?.resume()
      }),
    cut: (planned) => interrupted(planned, (proxy) => proxy.cut()),
    stall: (planned) => interrupted(planned, (proxy) => proxy.stall()),
    silence: (planned) => note(planned, async () => proxiesOf(planned).forEach((proxy) => proxy.silence())),
    terminate: (planned) => note(planned, () => cluster.sql(TERMINATE)),
  }

  async function note(planned: Planned, act: () => Promise<unknown>): Promise<void> {
    const from = Date.now()
    say(describe(planned, from - startedAt))
    await act()
    happened.push({ ...planned, from, to: Date.now() })
  }

  function inTurn(planned: Planned, act: (slot: Slot) => Promise<void>): Promise<void> {
    const slot = slots.find(({ name }) => name === planned.target)!
    const isOver = (): boolean => Date.now() - startedAt > planned.atMs + LATEST_MS
    const turn = (turns.get(slot.name) ?? Promise.resolve()).then(() =>
      isOver() ? undefined : note(planned, () => act(slot)),
    )
    turns.set(slot.name, turn)
    return turn
  }

  const proxiesOf = ({ target, service }: Planned): readonly TcpProxy[] =>
    slots.filter(({ name }) => target === ALL || name === target).map((slot) => slot[service!])

  function interrupted(planned: Planned, act: (proxy: TcpProxy) => void): Promise<void> {
    return note(planned, async () => {
      proxiesOf(planned).forEach(act)
      await delay(planned.forMs)
      for (const proxy of proxiesOf(planned)) proxy.restore()
    })
  }

  const perform = async (planned: Planned): Promise<void> => {
    await delay(Math.max(0, startedAt + planned.atMs - Date.now()))
    await handlers[planned.kind](planned)
  }
  return {
    happened,
    finished: Promise.all(plan.map(perform)).then(() => undefined),
    slowestStopMs: () => slowestStopMs,
  }
}

const TERMINATE =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

function describe({ kind, target, service, forMs }: Planned, atMs: number): string {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
  return `${seconds(atMs).padStart(8)}  ${kind.padEnd(9)} ${service === undefined ? target : `${service} of ${target}`}${forMs > 0 ? `, ${seconds(forMs)}` : ''}`
}
