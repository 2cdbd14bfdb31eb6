import type { Job } from '../model/job.ts'
import { isFailed } from '../model/job-status.ts'
import type { JobTemplate } from '../model/job-template.ts'
import type { WorkflowJob } from '../model/workflow-job.ts'
import type { Field, FieldKind, Fields, FieldValue } from '../query/fields.ts'
import type { AutomationClock } from '../time/automation-clock.ts'
import { shownVariables } from './job-document.ts'
import { pythonJson } from './python-json.ts'

const field = <T>(kind: FieldKind, get: (item: T) => FieldValue): Field<T> => ({ kind, get })

export function templateFields(): Fields<JobTemplate> {
  const text = (get: (template: JobTemplate) => FieldValue) => field('text', get)
  return {
    model: 'JobTemplate',
    searched: ['name', 'description', 'playbook'],
    standardOrder: 'name,id',
    fields: {
      id: field('integer', ({ id }) => id),
      name: text(({ name }) => name),
      description: text(({ description }) => description),
      playbook: text(({ playbook }) => playbook),
      job_type: text(({ fields }) => String(fields.job_type)),
      survey_enabled: field('boolean', ({ surveyEnabled }) => surveyEnabled),
      ask_variables_on_launch: field('boolean', ({ asks }) => asks.includes('variables')),
      allow_simultaneous: field('boolean', ({ allowSimultaneous }) => allowSimultaneous),
      job_slice_count: field('integer', ({ slices }) => slices),
      project: field('related', () => 8),
      project__id: field('related', () => 8),
      project__name: text(() => 'Network automation'),
    },
  }
}

export function jobFields(clock: AutomationClock): Fields<Job> {
  const text = (get: (job: Job) => FieldValue) => field('text', get)
  const time = (get: (job: Job) => number | null) => field<Job>('datetime', (job) => shown(get(job), clock))
  const template = field<Job>('related', (job) => job.template.id)
  const creator = field<Job>('related', ({ parts }) => parts.launchedBy.id)
  return {
    model: 'Job',
    searched: ['name', 'description', 'playbook'],
    standardOrder: 'id',
    fields: {
      id: field('integer', ({ id }) => id),
      name: text((job) => job.template.name),
      description: text((job) => job.template.description),
      playbook: text((job) => job.template.playbook),
      status: text(({ status }) => status),
      failed: field('boolean', ({ status }) => isFailed(status)),
      created: time(({ parts }) => parts.created),
      modified: time(({ modified }) => modified),
      started: time(({ started }) => started),
      finished: time(({ finished }) => finished),
      canceled_on: time(({ canceledOn }) => canceledOn),
      launch_type: text(({ parts }) => (parts.slice ? 'workflow' : 'manual')),
      job_type: text(({ parts }) => String(parts.request.prompts.job_type)),
      limit: text(({ parts }) => String(parts.request.prompts.limit)),
      extra_vars: text(({ parts }) => pythonJson(shownVariables(parts.request.extraVars, parts.request.secrets))),
      job_explanation: text(({ explanation }) => explanation),
      scm_revision: text((job) => (job.started === null ? '' : job.script.revision)),
      job_slice_number: field('integer', ({ parts }) => parts.slice?.number ?? 0),
      job_template: template,
      job_template__id: template,
      job_template__name: text((job) => job.template.name),
      unified_job_template: template,
      unified_job_template__id: template,
      created_by: creator,
      created_by__id: creator,
      created_by__username: text(({ parts }) => parts.launchedBy.username),
    },
  }
}

export function workflowJobFields(clock: AutomationClock): Fields<WorkflowJob> {
  const time = (get: (job: WorkflowJob) => number | null) =>
    field<WorkflowJob>('datetime', (job) => shown(get(job), clock))
  return {
    model: 'WorkflowJob',
    searched: ['name'],
    standardOrder: 'id',
    fields: {
      id: field('integer', ({ id }) => id),
      name: field('text', ({ template }) => template.name),
      status: field('text', ({ status }) => status),
      failed: field('boolean', ({ status }) => isFailed(status)),
      created: time(({ created }) => created),
      started: time(({ started }) => started),
      finished: time(({ finished }) => finished),
      job_template: field('related', ({ template }) => template.id),
      job_template__id: field('related', ({ template }) => template.id),
      extra_vars: field('text', ({ request }) => pythonJson(shownVariables(request.extraVars, request.secrets))),
    },
  }
}

/** Lists of things with an id and a name. */
export function namedFields<T extends { readonly id: number; readonly name: string }>(model: string): Fields<T> {
  return {
    model,
    searched: ['name'],
    standardOrder: 'id',
    fields: { id: field('integer', ({ id }) => id), name: field('text', ({ name }) => name) },
  }
}

function shown(time: number | null, { skewMs }: AutomationClock): number | null {
  return time === null ? null : time + skewMs
}
