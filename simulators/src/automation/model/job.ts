import { OutputIndex } from '../output/output-index.ts'
import type { LaunchRequest } from '../launch/launch-request.ts'
import type { Account } from './account.ts'
import type { JobScript } from './job-script.ts'
import { isActive, type JobStatus } from './job-status.ts'
import type { JobTemplate } from './job-template.ts'

const STUCK_EVENT_MS = 100

export type JobParts = {
  readonly id: number
  readonly template: JobTemplate
  readonly request: LaunchRequest
  readonly launchedBy: Account
  readonly script: JobScript
  readonly created: number
  /** Which slice of a sliced job this is. */
  readonly slice?: {
    readonly workflowJob: { readonly id: number; readonly status: JobStatus }
    readonly number: number
    readonly count: number
  }
}

/** A job and where it is in its life; times are those of the server's clock. */
export class Job {
  readonly id: number
  readonly parts: JobParts
  readonly index: OutputIndex
  status: JobStatus
  modified: number
  started: number | null = null
  finished: number | null = null
  canceledOn: number | null = null
  explanation = ''
  traceback = ''
  /** Its process is gone: the steps of its script no longer happen. */
  isLost = false

  constructor(parts: JobParts) {
    this.parts = parts
    this.id = parts.id
    this.index = new OutputIndex(parts.script.output)
    this.status = parts.script.steps[0]?.status === 'pending' ? 'new' : 'pending'
    this.modified = parts.created
  }

  get template(): JobTemplate {
    return this.parts.template
  }

  get script(): JobScript {
    return this.parts.script
  }

  get isActive(): boolean {
    return isActive(this.status)
  }

  /** Whether the playbook printed everything, rather than being stopped midway. */
  get hasRunToItsEnd(): boolean {
    return this.status === this.script.steps.at(-1)?.status && this.started !== null && !this.isLost
  }

  get eventEveryMs(): number {
    const { eventEveryMs, steps, output } = this.script
    if (eventEveryMs !== undefined) return eventEveryMs
    const running = steps.findIndex(({ status }) => status === 'running')
    const end = running < 0 ? undefined : steps[running + 1]
    return end ? end.afterMs / (output.count + 1) : STUCK_EVENT_MS
  }
}
