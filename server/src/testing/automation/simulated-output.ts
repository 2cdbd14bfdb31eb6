import type { AutomationSimulator } from '@heddle/simulators/automation/start-automation.ts'
import {
  type AutomationServer,
  type JobDetail,
  type JobEvent,
} from '../../adapters/automation-server/automation-server.ts'
import { scriptedJob, scriptedServer } from './scripted-server.ts'
import { AutomationFailure } from '../../adapters/automation-server/automation-failure.ts'

/** The calls that reading an output needs, answered by the simulated automation server. */
export function simulatedOutput(simulator: AutomationSimulator): AutomationServer {
  async function get(path: string): Promise<Response> {
    const reply = await fetch(`${simulator.url}${simulator.prefix}${path}`, {
      headers: { authorization: `Bearer ${simulator.token}` },
    })
    if (!reply.ok)
      throw new AutomationFailure(reply.status === 404 ? 'not_found' : 'refused', await reply.text(), reply.status)
    return reply
  }
  return {
    ...scriptedServer(scriptedJob()),
    job: async (ref) => {
      const { event_processing_finished } = (await (await get(`jobs/${ref.id}/`)).json()) as {
        event_processing_finished: boolean
      }
      return { ...ref, eventsFinished: event_processing_finished } as JobDetail
    },
    events: async ({ id }, after) => {
      const query = `order_by=counter&counter__gt=${after}&page_size=200&no_truncate=true`
      return ((await (await get(`jobs/${id}/job_events/?${query}`)).json()) as { results: JobEvent[] }).results
    },
    output: async function* ({ id }) {
      const { body } = await get(`jobs/${id}/stdout/?format=ansi_download`)
      yield* body!
    },
  }
}
