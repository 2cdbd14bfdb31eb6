import type { Job } from '../model/job.ts'
import { isFailed } from '../model/job-status.ts'
import { emittedCount, processedAt } from '../output/saved-events.ts'
import type { DocumentContext } from './document-context.ts'
import { pythonJson } from './python-json.ts'

/** What a list of jobs shows of each; the detail adds what is expensive. */
export function jobListEntry(job: Job, context: DocumentContext): Record<string, unknown> {
  const { clock, link } = context
  const { template, parts, status } = job
  const { request, slice, launchedBy } = parts
  const place = link(`jobs/${job.id}/`)
  return {
    id: job.id,
    type: 'job',
    url: place,
    related: relatedOf(job, context),
    summary_fields: summaryOf(job),
    created: clock.stamp(parts.created),
    modified: clock.stamp(job.modified),
    name: template.name,
    description: template.description,
    unified_job_template: template.id,
    launch_type: slice ? 'workflow' : 'manual',
    status,
    execution_environment: null,
    failed: isFailed(status),
    started: clock.stamp(job.started),
    finished: clock.stamp(job.finished),
    canceled_on: clock.stamp(job.canceledOn),
    elapsed: elapsedOf(job, context),
    job_explanation: job.explanation,
    execution_node: status === 'pending' || status === 'new' ? '' : 'awx-task-1',
    controller_node: status === 'pending' || status === 'new' ? '' : 'awx-task-1',
    launched_by: { id: launchedBy.id, name: launchedBy.username, type: 'user', url: link(`users/${launchedBy.id}/`) },
    work_unit_id: null,
    ...promptsOf(job),
    playbook: template.playbook,
    project: 8,
    extra_vars: pythonJson(shownVariables(request.extraVars, request.secrets)),
    job_template: template.id,
    passwords_needed_to_start: [],
    allow_simultaneous: template.allowSimultaneous,
    artifacts: job.isActive ? {} : job.script.artifacts,
    scm_revision: job.started === null ? '' : job.script.revision,
    instance_group: null,
    job_slice_number: slice?.number ?? 0,
    job_slice_count: slice?.count ?? 1,
    webhook_service: '',
    webhook_credential: null,
    webhook_guid: '',
  }
}

export function jobDetail(job: Job, context: DocumentContext): Record<string, unknown> {
  const { clock, settings } = context
  const isProcessed = processedAt(job, settings.eventLag) <= clock.now
  const hosts = isProcessed ? (job.script.output.hosts ?? {}) : {}
  return {
    ...jobListEntry(job, context),
    job_args:
      job.started === null ? '' : '["ansible-playbook", "-i", "/runner/inventory", "-e", "@/runner/env/extravars"]',
    job_cwd: job.started === null ? '' : '/runner/project',
    job_env: {},
    result_traceback: job.traceback,
    event_processing_finished: isProcessed,
    host_status_counts: isProcessed && job.started !== null ? countHosts(hosts) : null,
    playbook_counts: { play_count: job.started === null ? 0 : 1, task_count: emittedCount(job, clock.now) },
    custom_virtualenv: null,
  }
}

export function shownVariables(variables: Readonly<Record<string, unknown>>, secrets: ReadonlySet<string>): object {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, secrets.has(name) ? '$encrypted$' : value]),
  )
}

/** Seconds with three decimals; still growing while the job runs. */
function elapsedOf(job: Job, { clock, settings }: DocumentContext): number | string {
  const seconds = job.started === null ? 0 : ((job.finished ?? clock.now) - job.started) / 1000
  return settings.elapsedAsText ? seconds.toFixed(3) : Number(seconds.toFixed(3))
}

function promptsOf(job: Job): object {
  const { credentials, labels, instance_groups, execution_environment, job_slice_count, ...prompts } =
    job.parts.request.prompts
  return prompts
}

function relatedOf(job: Job, { link }: DocumentContext): object {
  const place = `jobs/${job.id}/`
  return {
    job_template: link(`job_templates/${job.template.id}/`),
    stdout: link(`${place}stdout/`),
    cancel: link(`${place}cancel/`),
    job_events: link(`${place}job_events/`),
    relaunch: link(`${place}relaunch/`),
    ...(job.parts.slice && { source_workflow_job: link(`workflow_jobs/${job.parts.slice.workflowJob.id}/`) }),
  }
}

function summaryOf(job: Job): object {
  const { template, parts } = job
  const { launchedBy, slice } = parts
  return {
    inventory: { id: parts.request.prompts.inventory, name: 'Fabric' },
    project: { id: 8, name: 'Network automation', scm_type: 'git' },
    job_template: { id: template.id, name: template.name, description: template.description },
    created_by: { id: launchedBy.id, username: launchedBy.username, first_name: '', last_name: '' },
    user_capabilities: { delete: true, start: true },
    ...(slice && {
      source_workflow_job: { id: slice.workflowJob.id, name: template.name, status: slice.workflowJob.status },
    }),
  }
}

function countHosts(hosts: Readonly<Record<string, { changed: number; failures: number; dark: number }>>): object {
  const counts: Record<string, number> = {}
  for (const { changed, failures, dark } of Object.values(hosts)) {
    const state = dark > 0 ? 'dark' : failures > 0 ? 'failures' : changed > 0 ? 'changed' : 'ok'
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}
