import { serveThread } from '../../platform/threads/serve-thread.ts'
import type { EngineCalls } from './engine-calls.ts'
import { unpackRun } from './packed-run.ts'
import { runPlan } from './run-plan.ts'

/** Parsing, joining and shaping happen here, off the thread that serves requests. */
serveThread<EngineCalls>({
  run: async ({ input, limits }, host) => {
    const outcome = await runPlan(unpackRun(input), limits, {
      get: (connection, path) => host.ask('get', { connection, path }),
      captured: (order) => host.ask('captured', order),
      emit: (event) => host.send('emit', event),
      stage: (stage) => host.send('stage', stage),
      chunk: (chunk) => host.send('chunk', chunk),
      chunkBefore: (chunk) => host.send('chunkBefore', chunk),
      count: (counted) => host.send('count', counted),
      memory: (bytes) => host.send('memory', bytes),
      now: () => Date.now(),
    })
    return { ...outcome, stages: [] }
  },
})
