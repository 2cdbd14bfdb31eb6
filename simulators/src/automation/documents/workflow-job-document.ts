import { isFailed } from '../model/job-status.ts'
import type { WorkflowJob, WorkflowNode } from '../model/workflow-job.ts'
import type { DocumentContext } from './document-context.ts'
import { shownVariables } from './job-document.ts'
import { pythonJson } from './python-json.ts'

export function workflowJobDocument(
  workflowJob: WorkflowJob,
  { clock, link }: DocumentContext,
): Record<string, unknown> {
  const { id, template, request, launchedBy, status, started, finished } = workflowJob
  const place = `workflow_jobs/${id}/`
  return {
    id,
    type: 'workflow_job',
    url: link(place),
    related: {
      workflow_nodes: link(`${place}workflow_nodes/`),
      cancel: link(`${place}cancel/`),
      job_template: link(`job_templates/${template.id}/`),
    },
    summary_fields: { job_template: { id: template.id, name: template.name, description: template.description } },
    created: clock.stamp(workflowJob.created),
    modified: clock.stamp(finished ?? started ?? workflowJob.created),
    name: template.name,
    description: template.description,
    unified_job_template: template.id,
    launch_type: 'manual',
    status,
    failed: isFailed(status),
    started: clock.stamp(started),
    finished: clock.stamp(finished),
    canceled_on: clock.stamp(workflowJob.canceledOn),
    elapsed: started === null ? 0 : ((finished ?? clock.now) - started) / 1000,
    job_explanation: status === 'failed' ? 'No error handling paths found, marking workflow as failed' : '',
    launched_by: { id: launchedBy.id, name: launchedBy.username, type: 'user', url: link(`users/${launchedBy.id}/`) },
    workflow_job_template: null,
    job_template: template.id,
    is_sliced_job: true,
    extra_vars: pythonJson(shownVariables(request.extraVars, request.secrets)),
    allow_simultaneous: template.allowSimultaneous,
  }
}

export function workflowNodeDocument(
  workflowJob: WorkflowJob,
  node: WorkflowNode,
  { link }: DocumentContext,
): Record<string, unknown> {
  const { job } = node
  return {
    id: node.id,
    type: 'workflow_job_node',
    url: link(`workflow_job_nodes/${node.id}/`),
    related: { ...(job && { job: link(`jobs/${job.id}/`) }), workflow_job: link(`workflow_jobs/${workflowJob.id}/`) },
    summary_fields: job
      ? { job: { id: job.id, name: job.template.name, status: job.status, type: 'job', failed: isFailed(job.status) } }
      : {},
    job: job?.id ?? null,
    workflow_job: workflowJob.id,
    unified_job_template: workflowJob.template.id,
    identifier: String(node.number),
    do_not_run: false,
  }
}
