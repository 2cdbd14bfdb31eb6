import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './read-order.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** Gives each processor every so-manieth seed. The status is that of the first one that failed. */
export async function spreadWorlds({ from, count, workers, mostSeconds, twice }: Order): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      const seeds = Math.ceil((count - index) / workers)
      if (seeds <= 0) return 0
      const args = ['--from', from + index, '--seeds', seeds, '--stride', workers, '--workers', 1].map(String)
      if (Number.isFinite(mostSeconds)) args.push('--seconds', String(mostSeconds))
      if (twice) args.push('--twice')
      const [status] = (await once(fork(MAIN, args), 'exit')) as [number | null]
      return status ?? 1
    }),
  )
  return statuses.find((status) => status !== 0) ?? 0
}
