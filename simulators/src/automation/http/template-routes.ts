import { jobFields, templateFields } from '../documents/list-fields.ts'
import { jobDetail, jobListEntry } from '../documents/job-document.ts'
import { launchDocument, surveyDocument, templateDocument } from '../documents/template-document.ts'
import { workflowJobDocument } from '../documents/workflow-job-document.ts'
import { acceptLaunch } from '../launch/accept-launch.ts'
import { Job } from '../model/job.ts'
import type { JobTemplate } from '../model/job-template.ts'
import type { Call } from './call.ts'
import { problems } from './http-problem.ts'
import { emptyReply, jsonReply, type Reply } from './reply.ts'
import { type Route, route } from './route.ts'

export const TEMPLATE_ROUTES: readonly Route[] = [
  route('GET', 'job_templates/', listTemplates),
  route('GET', 'job_templates/:id/', (call) => jsonReply(200, documentOf(call, templateOf(call)))),
  route('DELETE', 'job_templates/:id/', deleteTemplate),
  route('GET', 'job_templates/:id/launch/', (call) => jsonReply(200, launchDocument(templateOf(call)))),
  route('POST', 'job_templates/:id/launch/', launch),
  route('GET', 'job_templates/:id/survey_spec/', (call) => jsonReply(200, surveyDocument(templateOf(call)))),
  route('GET', 'job_templates/:id/jobs/', listJobs),
]

/** A template the caller may see; others answer as if they did not exist. */
export function templateOf(call: Call): JobTemplate {
  const template = call.server.state.templates.get(call.id)
  if (!template || !maySee(call, template)) throw problems.notFound()
  return template
}

export function maySee({ account }: Call, template: JobTemplate): boolean {
  return account.isSuperuser || template.access !== 'none'
}

export function mayStart({ account, scope }: Call, template: JobTemplate): boolean {
  return scope === 'write' && (account.isSuperuser || template.access === 'execute')
}

/** The answer to a launch: the key names the kind of job, and the job itself follows. */
export function launched(call: Call, job: ReturnType<Call['server']['state']['launch']>, ignored: object): Reply {
  const isJob = job instanceof Job
  const document = isJob ? jobDetail(job, call.documents) : workflowJobDocument(job, call.documents)
  const location = call.documents.link(`${isJob ? 'jobs' : 'workflow_jobs'}/${job.id}/`)
  return jsonReply(
    201,
    { [isJob ? 'job' : 'workflow_job']: job.id, ignored_fields: ignored, ...document },
    { location },
  )
}

function listTemplates(call: Call): Reply {
  const templates = [...call.server.state.templates.values()].filter((template) => maySee(call, template))
  return call.list(templates, templateFields(), (template) => documentOf(call, template))
}

function deleteTemplate(call: Call): Reply {
  const template = templateOf(call)
  if (!call.account.isSuperuser) throw problems.forbidden()
  const active = jobsOf(call, template).filter(({ isActive }) => isActive)
  if (active.length > 0)
    throw problems.conflict({
      error: 'Resource is being used by running jobs.',
      active_jobs: active.map(({ id }) => ({ type: 'job', id })),
    })
  call.server.state.templates.delete(template.id)
  return emptyReply(204)
}

function launch(call: Call): Reply {
  const template = templateOf(call)
  if (!mayStart(call, template)) throw problems.forbidden()
  const acceptance = acceptLaunch(template, call.body())
  if ('errors' in acceptance) throw problems.badRequest(acceptance.errors)
  const { request, ignored } = acceptance
  const slices = Number(request.prompts.job_slice_count)
  const job = call.server.state.launch({ template, request, launchedBy: call.account, slices })
  return launched(call, job, ignored)
}

function listJobs(call: Call): Reply {
  return call.list(jobsOf(call, templateOf(call)), jobFields(call.server.clock), (job) =>
    jobListEntry(job, call.documents),
  )
}

function documentOf(call: Call, template: JobTemplate): object {
  return templateDocument(template, jobsOf(call, template), mayStart(call, template), call.documents)
}

function jobsOf({ server }: Call, template: JobTemplate): Job[] {
  return [...server.state.jobs.values()].filter((job) => job.template === template)
}
