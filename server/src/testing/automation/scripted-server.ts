import type { AutomationServer, JobDetail, JobEvent } from '../../adapters/automation-server/automation-server.ts'

/** What an automation server says about its one job; a test changes it as it goes. */
export type ScriptedJob = {
  events: readonly JobEvent[]
  /** The whole output, in the pieces in which it arrives; a failure is thrown in its place. */
  output: readonly (Uint8Array | string | Error)[]
  eventsFinished: () => boolean | undefined | Error
  reads: number
}

export const scriptedJob = (): ScriptedJob => ({ events: [], output: [], eventsFinished: () => true, reads: 0 })

/** The calls that reading an output needs, answered from a script. */
export function scriptedServer(script: ScriptedJob): AutomationServer {
  const unexpected = () => Promise.reject(new Error('not expected'))
  return {
    launch: unexpected,
    jobs: unexpected,
    cancel: unexpected,
    jobTemplates: unexpected,
    recentJobs: () => {
      throw new Error('not expected')
    },
    job: async () => {
      const eventsFinished = script.eventsFinished()
      if (eventsFinished instanceof Error) throw eventsFinished
      return { id: 1001, kind: 'job', status: 'successful', eventsFinished } as JobDetail
    },
    events: async (_ref, after) => script.events.filter(({ counter }) => counter > after).slice(0, 200),
    output: async function* () {
      script.reads++
      for (const piece of script.output) {
        if (piece instanceof Error) throw piece
        yield Buffer.from(piece)
      }
    },
  }
}
