import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'
import { residentMb } from '@heddle/server/testing/resident-memory.ts'
import type { FromHealthThread, ToHealthThread } from './watch-health.ts'

// Asks a server for its health at a fixed rate from a thread of its own, so that neither a slow answer nor a busy main
// thread makes it ask less often.

const EVERY_MS = 25
/** What a server that has stopped answering would get in half a minute is enough to know. */
const MOST_OPEN = 200

const { url, pid } = workerData as { readonly url: string; readonly pid: number }
const port = parentPort!
const pool = new Pool(url, { connections: MOST_OPEN, pipelining: 1 })
let waits: number[] = []
let faults: string[] = []
let peakMb = 0
let open = 0
let isTaking = false

async function ask(): Promise<void> {
  open++
  const startedAt = performance.now()
  try {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/api/auth/health/' })
    await body.dump()
    if (statusCode !== 200) faults.push(`health answered ${statusCode}`)
  } catch (error) {
    faults.push(`health: ${(error as Error).message}`)
  } finally {
    waits.push(performance.now() - startedAt)
    open--
  }
}

async function look(): Promise<void> {
  if (open < MOST_OPEN && !isTaking) void ask()
  const mb = await residentMb(pid)
  if (mb > peakMb) peakMb = mb
}

port.on('message', (message: ToHealthThread) => void answer(message))

async function answer(message: ToHealthThread): Promise<void> {
  if (message === 'stop') {
    clearInterval(timer)
    await pool.destroy()
    port.close()
    return
  }
  // A wait that has begun counts.
  isTaking = true
  while (open > 0) await pause(EVERY_MS)
  isTaking = false
  const taken: FromHealthThread = { waits, faults, peakMb, residentMb: await residentMb(pid) }
  ;[waits, faults, peakMb] = [[], [], taken.residentMb]
  port.postMessage(taken)
}

const timer = setInterval(() => void look(), EVERY_MS)
