import { ASK_FLAGS } from '../launch/prompt-fields.ts'
import type { Job } from '../model/job.ts'
import type { JobTemplate } from '../model/job-template.ts'
import type { DocumentContext } from './document-context.ts'
import { pythonJson } from './python-json.ts'

export function templateDocument(
  template: JobTemplate,
  jobs: readonly Job[],
  mayStart: boolean,
  context: DocumentContext,
): Record<string, unknown> {
  const { clock, link } = context
  const place = `job_templates/${template.id}/`
  const recent = jobs.slice(-10).reverse()
  const { credentials, labels, instance_groups, ...fields } = template.fields
  return {
    id: template.id,
    type: 'job_template',
    url: link(place),
    related: relatedOf(place, context),
    summary_fields: {
      inventory: { id: template.fields.inventory, name: 'Fabric' },
      project: { id: 8, name: 'Network automation', scm_type: 'git' },
      recent_jobs: recent.map(({ id, status, finished }) => ({
        id,
        status,
        finished: clock.stamp(finished),
        canceled_on: null,
        type: 'job',
      })),
      user_capabilities: { edit: false, delete: false, start: mayStart, schedule: mayStart, copy: false },
    },
    created: clock.stamp(template.created),
    modified: clock.stamp(template.created),
    name: template.name,
    description: template.description,
    project: 8,
    playbook: template.playbook,
    ...fields,
    extra_vars: Object.keys(template.extraVars).length > 0 ? pythonJson(template.extraVars) : '---',
    ...askFlags(template),
    survey_enabled: template.surveyEnabled,
    allow_simultaneous: template.allowSimultaneous,
    become_enabled: false,
    last_job_run: clock.stamp(recent[0]?.finished ?? null),
    last_job_failed: recent[0]?.status === 'failed',
    next_job_run: null,
    status: recent[0]?.status ?? 'never updated',
    webhook_service: '',
  }
}

export function launchDocument(template: JobTemplate): Record<string, unknown> {
  const required = template.survey.filter((question) => question.required === true).map(({ variable }) => variable)
  const needed = template.surveyEnabled ? required : []
  const { passwordsNeeded, resourcesNeeded, asks } = template
  return {
    can_start_without_user_input: needed.length + passwordsNeeded.length + resourcesNeeded.length + asks.length === 0,
    passwords_needed_to_start: passwordsNeeded,
    ...askFlags(template),
    survey_enabled: template.surveyEnabled,
    variables_needed_to_start: needed,
    credential_needed_to_start: false,
    inventory_needed_to_start: template.fields.inventory === null,
    job_template_data: { name: template.name, id: template.id, description: template.description },
    defaults: { extra_vars: pythonJson(template.extraVars), ...template.fields },
  }
}

export function surveyDocument(template: JobTemplate): object {
  if (template.survey.length === 0) return {}
  const spec = template.survey.map((question) => ({
    type: question.type,
    question_name: question.question ?? question.variable,
    question_description: '',
    variable: question.variable,
    required: question.required ?? false,
    default: question.type === 'password' && question.default !== undefined ? '$encrypted$' : (question.default ?? ''),
    min: question.min ?? null,
    max: question.max ?? null,
    choices: question.choices ?? '',
    new_question: true,
  }))
  return { name: '', description: '', spec }
}

function askFlags({ asks }: JobTemplate): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(ASK_FLAGS).map(([prompt, flag]) => [flag, asks.some((one) => one === prompt)]),
  )
}

function relatedOf(place: string, { link }: DocumentContext): object {
  return {
    launch: link(`${place}launch/`),
    survey_spec: link(`${place}survey_spec/`),
    jobs: link(`${place}jobs/`),
    notification_templates_started: link(`${place}notification_templates_started/`),
    notification_templates_success: link(`${place}notification_templates_success/`),
    notification_templates_error: link(`${place}notification_templates_error/`),
  }
}
