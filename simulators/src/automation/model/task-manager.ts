import type { AutomationClock } from '../time/automation-clock.ts'
import type { Job } from './job.ts'
import { isActive, type JobStatus } from './job-status.ts'

export type TaskSettings = {
  /** How many jobs may be waiting or running at once; 0 keeps all of them pending. */
  capacity: number
  /** How long a running job takes to obey a cancel. */
  cancelMs: number
}

export type JobEvent = 'started' | 'success' | 'error'

const REAPED =
  'Task was marked as running at system start up. The system must have not shut down properly, so it has been marked as failed.'

/** Moves jobs through their life cycles: one after the other where a template or the capacity asks for it. */
export class TaskManager {
  readonly #clock: AutomationClock
  readonly #settings: TaskSettings
  readonly #notify: (job: Job, event: JobEvent) => void
  /** Active jobs by template, oldest first. */
  readonly #active = new Map<number, Set<Job>>()
  /** Jobs that only wait for a free place, and the step they would take. */
  readonly #ready = new Map<Job, number>()
  #busy = 0

  constructor(clock: AutomationClock, settings: TaskSettings, notify: (job: Job, event: JobEvent) => void) {
    this.#clock = clock
    this.#settings = settings
    this.#notify = notify
  }

  begin(job: Job): void {
    const siblings = this.#active.get(job.template.id) ?? new Set()
    this.#active.set(job.template.id, siblings.add(job))
    this.#scheduleStep(job, 0)
  }

  /** Places the jobs that may run now; called whenever a place or the capacity changes. */
  place(): void {
    for (const [job, step] of this.#ready) {
      if (this.#busy >= this.#settings.capacity) return
      if (this.#isBlocked(job)) continue
      this.#ready.delete(job)
      this.#take(job, step)
    }
  }

  /** Accepts a cancel: a job that does not run yet is canceled at once, a running one later, if it obeys. */
  cancel(job: Job): void {
    job.canceledOn ??= this.#clock.now
    if (job.status !== 'running') {
      this.#end(job, 'canceled')
      return
    }
    if (job.script.cancel === 'ignored') return
    this.#clock.schedule(this.#settings.cancelMs, () => {
      if (job.isActive && !job.isLost) this.#end(job, 'canceled')
    })
  }

  /** The workers restart: what ran is marked as failed, or, if nothing reaps it, stays as it is forever. */
  restart(reaps: boolean): void {
    for (const job of [...this.#active.values()].flatMap((siblings) => [...siblings])) {
      if (job.status !== 'waiting' && job.status !== 'running') continue
      job.isLost = true
      if (!reaps) continue
      job.explanation = REAPED
      this.#end(job, 'failed')
    }
  }

  /** The job was deleted: it takes no place and does not move. */
  forget(job: Job): void {
    this.#free(job)
    this.#active.get(job.template.id)?.delete(job)
    this.#ready.delete(job)
    job.isLost = true
    this.place()
  }

  #scheduleStep(job: Job, index: number): void {
    const step = job.script.steps[index]
    if (step) this.#clock.schedule(step.afterMs, () => this.#reach(job, index))
  }

  #reach(job: Job, index: number): void {
    if (job.isLost || !job.isActive) return
    const { status } = job.script.steps[index]!
    const needsPlace = job.status === 'pending' && (status === 'waiting' || status === 'running')
    if (!needsPlace) {
      this.#take(job, index)
      return
    }
    this.#ready.set(job, index)
    this.place()
  }

  #take(job: Job, index: number): void {
    const { status } = job.script.steps[index]!
    if (!isActive(status)) {
      this.#end(job, status)
      return
    }
    if (!isPlaced(job.status) && isPlaced(status)) this.#busy++
    job.status = status
    job.modified = this.#clock.now
    if (status === 'running') {
      job.started = this.#clock.now
      this.#notify(job, 'started')
    }
    this.#scheduleStep(job, index + 1)
  }

  #end(job: Job, status: JobStatus): void {
    const isReaped = job.isLost
    const wasPlaced = isPlaced(job.status)
    const isNatural = status === job.script.steps.at(-1)?.status && !isReaped
    this.#free(job)
    job.status = status
    job.finished = job.modified = this.#clock.now
    if (isNatural) {
      job.explanation = job.script.explanation
      job.traceback = job.script.traceback
      job.script.onEnd?.()
    }
    this.#active.get(job.template.id)?.delete(job)
    this.#ready.delete(job)
    if (status === 'successful') this.#notify(job, 'success')
    else if (status !== 'canceled' || wasPlaced) this.#notify(job, 'error')
    this.place()
  }

  #free(job: Job): void {
    if (isPlaced(job.status)) this.#busy--
  }

  #isBlocked(job: Job): boolean {
    if (job.template.allowSimultaneous || job.parts.slice) return false
    const [oldest] = this.#active.get(job.template.id) ?? []
    return oldest !== job
  }
}

function isPlaced(status: JobStatus): boolean {
  return status === 'waiting' || status === 'running'
}
