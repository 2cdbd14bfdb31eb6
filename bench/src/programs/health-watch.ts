import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { residentMb } from '@heddle/server/testing/resident-memory.ts'

const EVERY_MS = 5

/** The longest wait for an answer, and how much the memory of the process grew at its peak. */
export type Watched = { readonly waitMs: number; readonly grownMb: number; readonly asked: number }

/**
 * Asks a server for its health, one request after the other, and looks at its memory, from a process that does nothing
 * else. Memory is NaN where there is no `/proc`.
 */
export async function open({ url, pid }: { readonly url: string; readonly pid: number }) {
  const pool = new Pool(url, { connections: 1 })
  let watching: Promise<Watched> | undefined
  let isOver = false

  async function ask(): Promise<number> {
    const startedAt = performance.now()
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/api/auth/health/' })
    await body.dump()
    if (statusCode !== 200) throw new Error(`health answered ${statusCode}`)
    return performance.now() - startedAt
  }

  async function watch(): Promise<Watched> {
    const before = await residentMb(pid)
    let [waitMs, peakMb, asked] = [0, before, 0]
    const memory = (async () => {
      while (!isOver) {
        peakMb = Math.max(peakMb, await residentMb(pid))
        await pause(EVERY_MS)
      }
    })()
    while (!isOver) {
      waitMs = Math.max(waitMs, await ask())
      asked++
      await pause(EVERY_MS)
    }
    await memory
    return { waitMs, grownMb: peakMb - before, asked }
  }

  return {
    begin: async () => {
      isOver = false
      watching = watch()
      watching.catch(() => undefined)
    },
    /** After the request under way, so that a wait that has begun counts. */
    end: async () => {
      isOver = true
      return watching!
    },
    close: () => pool.close(),
  }
}
