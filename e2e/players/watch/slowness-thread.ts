import { parentPort } from 'node:worker_threads'

// Works for some milliseconds now and then, and looks how long that took: on a machine with a processor to spare as
// long, beside neighbours that want it, too, many times as long. A thread of its own, so that it delays nothing else.

const EVERY_MS = 250
const WORK_US = 5_000

const port = parentPort!
let ratios: number[] = []

function work(): void {
  const startedAt = performance.now()
  const { user: before } = process.threadCpuUsage()
  let used = 0
  while (used < WORK_US) used = process.threadCpuUsage().user - before
  ratios.push((1_000 * (performance.now() - startedAt)) / used)
}

const timer = setInterval(work, EVERY_MS)

port.on('message', (message: 'take' | 'stop') => {
  if (message === 'stop') {
    clearInterval(timer)
    port.close()
    return
  }
  port.postMessage(ratios)
  ratios = []
})
