import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './read-order.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** A process keeps some of what its worlds leave behind: after 5,000 of them it would hold gigabytes. */
const SEEDS_OF_PROCESS = 400

/**
 * Gives each processor every so-manieth seed, to one process after the other. The status is that of the first one that
 * failed.
 */
export async function spreadWorlds(order: Order): Promise<number> {
  const endsAt = performance.now() + order.mostSeconds * 1000
  const lanes = Array.from({ length: order.workers }, (_, lane) => runLane(order, lane, endsAt))
  return (await Promise.all(lanes)).find((status) => status !== 0) ?? 0
}

async function runLane({ from, count, workers, twice }: Order, lane: number, endsAt: number): Promise<number> {
  const total = Math.ceil((count - lane) / workers)
  for (let done = 0; done < total && performance.now() < endsAt; done += SEEDS_OF_PROCESS) {
    const seeds = Math.min(SEEDS_OF_PROCESS, total - done)
    const args = ['--from', from + lane + done * workers, '--seeds', seeds, '--stride', workers, '--workers', 1].map(
      String,
    )
    if (Number.isFinite(endsAt)) args.push('--seconds', String((endsAt - performance.now()) / 1000))
    if (twice) args.push('--twice')
    const [status] = (await once(fork(MAIN, args), 'exit')) as [number | null]
    if (status !== 0) return status ?? 1
  }
  return 0
}
