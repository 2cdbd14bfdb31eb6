import { addAbortListener } from 'node:events'
import type { Logger } from 'pino'
import type { MimSource, SourceAnswer } from '../../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tracing } from '../../../kernel/tracing.ts'
import type { Graphs } from '../../mim/index.ts'
import { ImportStop } from '../import-failure.ts'
import { claimJobs, type JobEnd, type KnownJobs } from '../jobs.store.ts'
import type { Reducer } from '../reducer/reducer.ts'
import type { RunningImport } from '../running-imports.ts'
import { type ChunkStore, createChunkStore } from './chunk-store.ts'
import { decideNext, type FetchWork, isCompressed, type Next, type FetchOutcome } from './fetch-work.ts'
import { createJobFeed, type JobFeed } from './job-feed.ts'
import { readAnswer } from './read-answer.ts'
import { createWakeUp } from './wake-up.ts'
import { type OutageWatch, watchForOutage } from './watch-for-outage.ts'
import { createWorkList, type WorkList } from './work-list.ts'

export type DownloadDependencies = {
  readonly held: RunningImport
  readonly graphId: string
  readonly known: KnownJobs
  readonly source: MimSource
  readonly reducer: Reducer
  readonly graphs: Graphs
  readonly clock: Clock
  readonly tracing: Tracing
  readonly logger: Logger
}

/** How many chunks may wait for the database before fetching pauses. */
const MOST_WAITING_CHUNKS = 2
/** How many documents may wait to be read, per concurrent request. */
const WAITING_DOCUMENTS = 3
/** How many failed documents are logged. The jobs of the run list all of them. */
const MOST_LOGGED = 20

/**
 * Fetches every class of a run that is still open, and those discovered on the way. Keeps the allowed number of
 * requests in flight: reading, writing and waiting for a retry happen alongside. Rejects with the signal's reason or
 * the error.
 */
export async function downloadClasses(parts: DownloadDependencies): Promise<void> {
  const download = new ClassDownload(parts)
  using _listener = addAbortListener(parts.held.signal, () => download.stop(parts.held.signal.reason))
  if (parts.held.signal.aborted) download.stop(parts.held.signal.reason)
  await download.perform()
}

class ClassDownload {
  readonly #parts: DownloadDependencies
  readonly #versions: readonly string[]
  readonly #stopped = new AbortController()
  readonly #wakeUp = createWakeUp()
  readonly #settling = new Set<Promise<void>>()
  readonly #feed: JobFeed
  readonly #work: WorkList
  readonly #outage: OutageWatch
  readonly #chunks: ChunkStore
  #logged = 0

  constructor(parts: DownloadDependencies) {
    const { held, clock } = parts
    const { notify } = this.#wakeUp
    this.#parts = parts
    this.#versions = [held.run.versionKey, ...held.run.fallbackChain]
    this.#feed = createJobFeed({
      claim: (limit) => held.transact((tx) => claimJobs(tx, held.run.id, limit)),
      onChange: notify,
      onError: this.stop,
    })
    this.#work = createWorkList(this.#feed, clock, notify)
    this.#outage = this.#watchForOutage()
    this.#chunks = this.#openChunks()
  }

  readonly stop = (reason: unknown): void => {
    this.#stopped.abort(reason)
    this.#wakeUp.notify()
  }

  async perform(): Promise<void> {
    const { signal } = this.#stopped
    const lanes = Array.from({ length: this.#parts.held.run.concurrency }, () => this.#lane().catch(this.stop))
    try {
      await Promise.all(lanes)
      await Promise.all(this.#settling)
      if (!isLost(signal.reason)) await this.#chunks.flush()
    } finally {
      this.#work.close()
    }
    signal.throwIfAborted()
  }

  #watchForOutage(): OutageWatch {
    const { held, source, reducer, clock } = this.#parts
    return watchForOutage({
      ask: async (versionKey, place, options) =>
        readAnswer(await source.fetchDocument(versionKey, place, options), place, reducer.check),
      versionKey: held.run.versionKey,
      clock,
      signal: this.#stopped.signal,
    })
  }

  #openChunks(): ChunkStore {
    const { progress } = this.#parts.held
    return createChunkStore({
      ...this.#parts,
      onChange: this.#wakeUp.notify,
      onError: this.stop,
      onStored: (row, found) => {
        if (found > 0) this.#feed.noteNew()
        progress.step('classes', row.completedCount + row.notFoundCount + row.failedCount, row.totalClasses)
      },
    })
  }

  async #lane(): Promise<void> {
    const { source, clock } = this.#parts
    const { signal } = this.#stopped
    for (let asked = await this.#next(); asked; asked = await this.#next()) {
      const { job, versionAt } = asked
      const sentAt = clock.now().getTime()
      const answer = await source.fetchDocument(this.#versions[versionAt]!, job, {
        compressed: isCompressed(asked),
        signal,
      })
      const settled = this.#settle(asked, answer, sentAt).catch(this.stop)
      this.#settling.add(settled)
      void settled.then(() => this.#settling.delete(settled)).then(this.#wakeUp.notify)
    }
  }

  /** Undefined once everything is fetched and written, or the download stops. */
  async #next(): Promise<FetchWork | undefined> {
    while (!this.#stopped.signal.aborted) {
      const found = this.#isBacklogged() ? undefined : this.#work.take()
      if (found) return found
      if (this.#work.isDone() && this.#chunks.isEmpty()) break
      if (this.#work.isDry()) this.#chunks.hurry()
      await this.#wakeUp.changed()
    }
    this.#wakeUp.notify()
    return undefined
  }

  #isBacklogged(): boolean {
    const { held, reducer } = this.#parts
    return (
      this.#chunks.waiting() >= MOST_WAITING_CHUNKS || reducer.waiting() >= held.run.concurrency * WAITING_DOCUMENTS
    )
  }

  async #settle(asked: FetchWork, answer: SourceAnswer, sentAt: number): Promise<void> {
    const times = { sentAt, arrivedAt: this.#parts.clock.now().getTime() }
    const outcome = await readAnswer(answer, asked.job, this.#parts.reducer.reduce)
    // An error after a stop means nothing; a complete document is still stored.
    if (this.#stopped.signal.aborted && outcome.kind !== 'class') return
    const step = decideNext(asked, outcome, this.#versions, Math.random)
    await this.#noteHealth(asked, outcome, step, times)
    if (step.kind === 'ask') this.#work.askAgain(step.work, step.afterMs)
    else this.#finish(asked, outcome, step.end)
  }

  async #noteHealth(
    asked: FetchWork,
    outcome: FetchOutcome,
    step: Next,
    { sentAt, arrivedAt: at }: { readonly sentAt: number; readonly arrivedAt: number },
  ): Promise<void> {
    if (outcome.kind === 'class')
      this.#outage.noteSuccess({ place: asked.job, versionKey: this.#versions[asked.versionAt]!, at })
    else if (outcome.kind !== 'missing')
      await this.#outage.noteFailure({
        sentAt,
        isExhausted: step.kind === 'end',
        message: outcome.message,
      })
  }

  #finish({ job }: FetchWork, outcome: FetchOutcome, end: JobEnd): void {
    this.#work.settle()
    const found = outcome.kind === 'class' ? outcome : undefined
    this.#chunks.add({ end, isCore: job.isCore, ...(found && { references: found.references }) }, found?.line)
    if (end.state === 'failed') this.#logFailure(job, end)
  }

  #logFailure(job: FetchWork['job'], { attemptedVersions, httpStatusLast, lastError }: JobEnd): void {
    if (++this.#logged > MOST_LOGGED) return
    const what = {
      run_id: this.#parts.held.run.id,
      class: `${job.package}:${job.className}`,
      attemptedVersions,
      httpStatusLast,
      lastError,
    }
    this.#parts.logger.warn(
      what,
      this.#logged === MOST_LOGGED
        ? 'a class document failed; further failures are not logged'
        : 'a class document failed',
    )
  }
}

const isLost = (reason: unknown): boolean => reason instanceof ImportStop && reason.why === 'lost'
