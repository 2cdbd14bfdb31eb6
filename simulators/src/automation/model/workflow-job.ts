import type { LaunchRequest } from '../launch/launch-request.ts'
import type { Account } from './account.ts'
import type { Job } from './job.ts'
import type { JobStatus } from './job-status.ts'
import type { JobTemplate } from './job-template.ts'

export type WorkflowNode = { readonly id: number; readonly number: number; job: Job | undefined }

/** What a launch of a sliced template creates: its nodes hold the jobs, and its status follows from theirs. */
export class WorkflowJob {
  readonly id: number
  readonly template: JobTemplate
  readonly request: LaunchRequest
  readonly launchedBy: Account
  readonly created: number
  readonly nodes: WorkflowNode[]
  canceledOn: number | null = null

  constructor(parts: Pick<WorkflowJob, 'id' | 'template' | 'request' | 'launchedBy' | 'created' | 'nodes'>) {
    this.id = parts.id
    this.template = parts.template
    this.request = parts.request
    this.launchedBy = parts.launchedBy
    this.created = parts.created
    this.nodes = parts.nodes
  }

  get jobs(): Job[] {
    return this.nodes.flatMap(({ job }) => job ?? [])
  }

  get status(): JobStatus {
    const { jobs } = this
    if (jobs.length < this.nodes.length) return this.canceledOn === null ? 'pending' : 'canceled'
    if (jobs.some(({ isActive }) => isActive)) return 'running'
    if (this.canceledOn !== null) return 'canceled'
    return jobs.every(({ status }) => status === 'successful') ? 'successful' : 'failed'
  }

  get started(): number | null {
    const [first] = this.jobs
    return first ? first.parts.created : null
  }

  get finished(): number | null {
    const { jobs, status } = this
    if (status === 'pending' || status === 'running') return null
    return jobs.length === 0 ? this.canceledOn : Math.max(...jobs.map(({ finished }) => finished ?? 0))
  }
}
