import type { AutomationSettings } from '../automation-options.ts'
import { shownVariables } from '../documents/job-document.ts'
import { pythonJson } from '../documents/python-json.ts'
import type { Job } from '../model/job.ts'
import type { JobEvent } from '../model/task-manager.ts'
import type { AutomationClock } from '../time/automation-clock.ts'

/** The body a receiver gets unless somebody wrote another one. */
export function notificationBody(
  job: Job,
  event: JobEvent,
  clock: AutomationClock,
  settings: AutomationSettings,
): object {
  const { template, parts } = job
  const { request, launchedBy } = parts
  const hasEnded = event !== 'started'
  return {
    id: job.id,
    name: template.name,
    url: `${settings.publicUrl}/#/jobs/playbook/${job.id}`,
    created_by: launchedBy.username,
    started: clock.notificationStamp(job.started),
    finished: hasEnded ? clock.notificationStamp(job.finished) : null,
    status: hasEnded ? job.status : 'running',
    traceback: job.traceback,
    inventory: 'Fabric',
    project: 'Network automation',
    playbook: template.playbook,
    credential: 'fabric login',
    limit: request.prompts.limit,
    extra_vars: pythonJson(shownVariables(request.extraVars, request.secrets)),
    hosts: hasEnded ? hostsOf(job) : {},
  }
}

/** A custom body that is no JSON object becomes an empty one. */
export function customBody(text: string): object {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
  } catch {
    // Not JSON at all: the same.
    return {}
  }
}

function hostsOf(job: Job): object {
  const hosts = Object.entries(job.script.output.hosts ?? {})
  return Object.fromEntries(
    hosts.map(([name, counts]) => [
      name,
      { failed: counts.failures > 0, processed: 1, rescued: 0, ignored: 0, ...counts },
    ]),
  )
}
