import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './engine-messages.ts'
import type { PageAnswer, RunInput, RunLimits } from './engine-types.ts'
import { runPlan } from './run-plan.ts'

/** The worker thread's program: parsing, joining and shaping happen here, off the thread that serves requests. */
const port = parentPort!
const waiting = new Map<number, (answer: PageAnswer) => void>()
let requests = 0

port.on('message', (message: ToWorker) => {
  if (message.type === 'run') void run(message.input, message.limits)
  else {
    waiting.get(message.request)?.(message.answer)
    waiting.delete(message.request)
  }
})

async function run(input: RunInput, limits: RunLimits): Promise<void> {
  const outcome = await runPlan(input, limits, {
    get: (connection, path) => {
      const request = requests++
      return new Promise((resolve) => {
        waiting.set(request, resolve)
        send({ type: 'get', request, connection, path })
      })
    },
    emit: (event) => send({ type: 'event', event }),
    stage: (stage) => send({ type: 'stage', stage }),
    chunk: (chunk) => send({ type: 'chunk', chunk }),
    now: () => Date.now(),
  })
  waiting.clear()
  send({ type: 'done', outcome: { ...outcome, stages: [] } })
}

function send(message: FromWorker): void {
  port.postMessage(message)
}
