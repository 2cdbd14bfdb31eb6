import { randomBytes } from 'node:crypto'
import type { LaunchRequest } from '../launch/launch-request.ts'
import type { AutomationClock } from '../time/automation-clock.ts'
import type { Account, Scope, Token } from './account.ts'
import { Job } from './job.ts'
import { createTemplate, type JobTemplate, type TemplateOptions } from './job-template.ts'
import type { TaskManager } from './task-manager.ts'
import { WorkflowJob } from './workflow-job.ts'

const FIRST_JOB = 1001
const SPAWN_MS = 100

type LaunchParts = {
  readonly template: JobTemplate
  readonly request: LaunchRequest
  readonly launchedBy: Account
  readonly slices: number
}

/** Everything one automation server knows. */
export class AutomationState {
  readonly accounts: Account[] = []
  readonly tokens = new Map<string, Token>()
  readonly templates = new Map<number, JobTemplate>()
  readonly jobs = new Map<number, Job>()
  readonly workflowJobs = new Map<number, WorkflowJob>()
  readonly clock: AutomationClock
  readonly #tasks: TaskManager
  #nextId = FIRST_JOB
  #nextNode = 1

  constructor(clock: AutomationClock, tasks: TaskManager) {
    this.clock = clock
    this.#tasks = tasks
  }

  addAccount(account: Omit<Account, 'id'>): Account {
    const added = { ...account, id: this.accounts.length + 1 }
    this.accounts.push(added)
    return added
  }

  addToken(account: Account, scope: Scope, value = randomBytes(15).toString('hex'), description = ''): Token {
    const token = { id: this.tokens.size + 1, value, account, scope, description, created: this.clock.now }
    this.tokens.set(value, token)
    return token
  }

  addTemplate(options: TemplateOptions): JobTemplate {
    const id = options.id ?? Math.max(6, ...this.templates.keys()) + 1
    const template = createTemplate(options, id, this.clock.now)
    this.templates.set(id, template)
    return template
  }

  launch(parts: LaunchParts): Job | WorkflowJob {
    return parts.slices > 1 ? this.#launchSlices(parts) : this.#launchJob(parts)
  }

  cancelWorkflowJob(workflowJob: WorkflowJob): void {
    workflowJob.canceledOn ??= this.clock.now
    for (const job of workflowJob.jobs) if (job.isActive) this.#tasks.cancel(job)
  }

  /** As `cleanup_jobs` does it: the job and its events are gone. */
  deleteJob(id: number): boolean {
    const job = this.jobs.get(id)
    if (job) this.#tasks.forget(job)
    return this.jobs.delete(id) || this.workflowJobs.delete(id)
  }

  #launchJob({ template, request, launchedBy }: LaunchParts, slice?: Job['parts']['slice']): Job {
    const script = template.scriptFor({
      extraVars: request.extraVars,
      limit: String(request.prompts.limit),
      jobType: String(request.prompts.job_type),
    })
    const id = this.#nextId++
    const job = new Job({ id, template, request, launchedBy, script, created: this.clock.now, ...(slice && { slice }) })
    this.jobs.set(id, job)
    this.#tasks.begin(job)
    return job
  }

  #launchSlices(parts: LaunchParts): WorkflowJob {
    const nodes = Array.from({ length: parts.slices }, (_, index) => ({
      id: this.#nextNode++,
      number: index + 1,
      job: undefined,
    }))
    const workflowJob = new WorkflowJob({ ...parts, id: this.#nextId++, created: this.clock.now, nodes })
    this.workflowJobs.set(workflowJob.id, workflowJob)
    this.clock.schedule(SPAWN_MS, () => {
      if (workflowJob.canceledOn !== null) return
      for (const node of workflowJob.nodes)
        node.job = this.#launchJob(parts, { workflowJob, number: node.number, count: nodes.length })
    })
    return workflowJob
  }
}
