import { workflowJobFields } from '../documents/list-fields.ts'
import { workflowJobDocument, workflowNodeDocument } from '../documents/workflow-job-document.ts'
import type { WorkflowJob, WorkflowNode } from '../model/workflow-job.ts'
import { isActive } from '../model/job-status.ts'
import type { Fields } from '../query/fields.ts'
import type { Call } from './call.ts'
import { problems } from './http-problem.ts'
import { checkCancel } from './job-routes.ts'
import { emptyReply, jsonReply, type Reply } from './reply.ts'
import { type Route, route } from './route.ts'
import { maySee } from './template-routes.ts'

export const WORKFLOW_ROUTES: readonly Route[] = [
  route('GET', 'workflow_jobs/', listWorkflowJobs),
  route('GET', 'workflow_jobs/:id/', (call) =>
    jsonReply(200, workflowJobDocument(workflowJobOf(call), call.documents)),
  ),
  route('GET', 'workflow_jobs/:id/cancel/', (call) =>
    jsonReply(200, { can_cancel: isActive(workflowJobOf(call).status) }),
  ),
  route('POST', 'workflow_jobs/:id/cancel/', cancel),
  route('GET', 'workflow_jobs/:id/workflow_nodes/', listNodes),
]

const NODE_FIELDS: Fields<WorkflowNode> = {
  model: 'WorkflowJobNode',
  searched: [],
  standardOrder: 'id',
  fields: {
    id: { kind: 'integer', get: ({ id }) => id },
    job: { kind: 'related', get: ({ job }) => job?.id ?? null },
    identifier: { kind: 'text', get: ({ number }) => String(number) },
  },
}

function workflowJobOf(call: Call): WorkflowJob {
  const workflowJob = call.server.state.workflowJobs.get(call.id)
  if (!workflowJob || !maySee(call, workflowJob.template)) throw problems.notFound()
  return workflowJob
}

function listWorkflowJobs(call: Call): Reply {
  const jobs = [...call.server.state.workflowJobs.values()].filter(({ template }) => maySee(call, template))
  return call.list(jobs, workflowJobFields(call.server.clock), (job) => workflowJobDocument(job, call.documents))
}

function cancel(call: Call): Reply {
  const workflowJob = workflowJobOf(call)
  checkCancel(call, workflowJob.launchedBy, isActive(workflowJob.status))
  call.server.state.cancelWorkflowJob(workflowJob)
  return emptyReply(202)
}

function listNodes(call: Call): Reply {
  const workflowJob = workflowJobOf(call)
  return call.list(workflowJob.nodes, NODE_FIELDS, (node) => workflowNodeDocument(workflowJob, node, call.documents))
}
