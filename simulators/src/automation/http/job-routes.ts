import { jobFields } from '../documents/list-fields.ts'
import { jobDetail, jobListEntry } from '../documents/job-document.ts'
import type { Job } from '../model/job.ts'
import { processedAt } from '../output/saved-events.ts'
import type { Call } from './call.ts'
import { answerEvents } from './events-answer.ts'
import { problems } from './http-problem.ts'
import { emptyReply, jsonReply, type Reply } from './reply.ts'
import { type Route, route } from './route.ts'
import { answerStdout } from './stdout-answer.ts'
import { launched, mayStart, maySee } from './template-routes.ts'

const MINUTE = 60_000

export const JOB_ROUTES: readonly Route[] = [
  route('GET', 'jobs/', listJobs),
  route('GET', 'jobs/:id/', (call) => jsonReply(200, jobDetail(jobOf(call), call.documents))),
  route('DELETE', 'jobs/:id/', deleteJob),
  route('GET', 'jobs/:id/cancel/', (call) => jsonReply(200, { can_cancel: jobOf(call).isActive })),
  route('POST', 'jobs/:id/cancel/', cancelJob),
  route('POST', 'jobs/:id/relaunch/', relaunch),
  route('GET', 'jobs/:id/stdout/', (call) => answerStdout(call, jobOf(call))),
  route('GET', 'jobs/:id/job_events/', (call) => answerEvents(call, jobOf(call))),
]

/** Whether the caller may cancel it; an ordinary user loses that right once the job has ended. */
export function checkCancel({ account, request }: Call, owner: { readonly id: number }, isActive: boolean): void {
  if (!account.isSuperuser && (owner.id !== account.id || !isActive)) throw problems.forbidden()
  if (!isActive) throw problems.methodNotAllowed(request.method)
}

function jobOf(call: Call): Job {
  const job = call.server.state.jobs.get(call.id)
  if (!job || !maySee(call, job.template)) throw problems.notFound()
  return job
}

function listJobs(call: Call): Reply {
  const jobs = [...call.server.state.jobs.values()].filter((job) => maySee(call, job.template))
  return call.list(jobs, jobFields(call.server.clock), (job) => jobListEntry(job, call.documents))
}

/** Accepted is not canceled: the job still has to stop, and may end before it does. */
function cancelJob(call: Call): Reply {
  const job = jobOf(call)
  checkCancel(call, job.parts.launchedBy, job.isActive)
  call.server.tasks.cancel(job)
  return emptyReply(202)
}

function relaunch(call: Call): Reply {
  const { template, parts } = jobOf(call)
  if (!mayStart(call, template)) throw problems.forbidden()
  return launched(
    call,
    call.server.state.launch({ template, request: parts.request, launchedBy: call.account, slices: 1 }),
    {},
  )
}

function deleteJob(call: Call): Reply {
  const job = jobOf(call)
  const { state, settings, clock } = call.server
  if (!call.account.isSuperuser) throw problems.forbidden()
  if (job.isActive && job.status !== 'new') throw problems.forbidden('Cannot delete running job resource.')
  const isProcessed = processedAt(job, settings.eventLag) <= clock.now
  if (!isProcessed && job.finished !== null && clock.now < job.finished + MINUTE)
    throw problems.badRequest({ error: 'Job has not finished processing events.' })
  state.deleteJob(job.id)
  return emptyReply(204)
}
