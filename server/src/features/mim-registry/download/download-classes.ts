import { addAbortListener } from 'node:events'
import type { Logger } from 'pino'
import type { MimSource, SourceAnswer } from '../../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tracing } from '../../../kernel/tracing.ts'
import type { Graphs } from '../../mim/index.ts'
import { ImportStop } from '../import-failure.ts'
import { claimJobs, type KnownJobs } from '../jobs.store.ts'
import type { Reducer } from '../reducer/reducer.ts'
import type { RunningImport } from '../running-imports.ts'
import { createChunkStore } from './chunk-store.ts'
import { decideNext, type FetchWork, isCompressed, type Next, type Outcome } from './fetch-work.ts'
import { createJobFeed } from './job-feed.ts'
import { readAnswer } from './read-answer.ts'
import { createWakeUp } from './wake-up.ts'
import { watchForOutage } from './watch-for-outage.ts'
import { createWorkList } from './work-list.ts'

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
export async function downloadClasses(dependencies: DownloadDependencies): Promise<void> {
  const { held, source, reducer, clock, logger } = dependencies
  const { run } = held
  const versions = [run.versionKey, ...run.fallbackChain]
  const stop = new AbortController()
  const { signal } = stop
  const { changed, notify } = createWakeUp()
  const settling = new Set<Promise<void>>()
  let logged = 0

  const fail = (error: unknown): void => {
    stop.abort(error)
    notify()
  }
  const follow = (): void => fail(held.signal.reason)
  const feed = createJobFeed({
    claim: (limit) => held.transact((tx) => claimJobs(tx, run.id, limit)),
    onChange: notify,
    onError: fail,
  })
  const work = createWorkList(feed, clock, notify)
  const outage = watchForOutage({
    ask: async (versionKey, place, options) =>
      readAnswer(await source.fetchDocument(versionKey, place, options), place, reducer.check),
    versionKey: run.versionKey,
    clock,
    signal,
  })
  const chunks = createChunkStore({
    ...dependencies,
    onChange: notify,
    onError: fail,
    onStored: (row, found) => {
      if (found > 0) feed.noteNew()
      held.progress.step('classes', row.completedCount + row.notFoundCount + row.failedCount, row.totalClasses)
    },
  })

  const isBacklogged = (): boolean =>
    chunks.waiting() >= MOST_WAITING_CHUNKS || reducer.waiting() >= run.concurrency * WAITING_DOCUMENTS

  /** Undefined once everything is fetched and written, or the download stops. */
  async function next(): Promise<FetchWork | undefined> {
    while (!signal.aborted) {
      const found = isBacklogged() ? undefined : work.take()
      if (found) return found
      if (work.isDone() && chunks.isEmpty()) break
      if (work.isDry()) chunks.hurry()
      await changed()
    }
    notify()
    return undefined
  }

  async function lane(): Promise<void> {
    for (let asked = await next(); asked; asked = await next()) {
      const { job, versionAt } = asked
      const answer = await source.fetchDocument(versions[versionAt]!, job, { compressed: isCompressed(asked), signal })
      const settled = settle(asked, answer).catch(fail)
      settling.add(settled)
      void settled.then(() => settling.delete(settled)).then(notify)
    }
  }

  async function settle(asked: FetchWork, answer: SourceAnswer): Promise<void> {
    const outcome = await readAnswer(answer, asked.job, reducer.reduce)
    // An error after a stop means nothing; a complete document is still stored.
    if (signal.aborted && outcome.kind !== 'class') return
    const step = decideNext(asked, outcome, versions, Math.random)
    await noteHealth(asked, outcome, step)
    if (step.kind === 'ask') work.askAgain(step.work, step.afterMs)
    else finish(asked, outcome, step)
  }

  async function noteHealth(asked: FetchWork, outcome: Outcome, step: Next): Promise<void> {
    if (outcome.kind === 'class') outage.noteSuccess({ place: asked.job, versionKey: versions[asked.versionAt]! })
    else if (outcome.kind !== 'missing')
      await outage.noteFailure({ beganAt: asked.beganAt, isExhausted: step.kind === 'end', message: outcome.message })
  }

  function finish({ job }: FetchWork, outcome: Outcome, { end }: Extract<Next, { kind: 'end' }>): void {
    work.settle()
    chunks.add({
      end,
      isCore: job.isCore,
      ...(outcome.kind === 'class' && { line: outcome.line, references: outcome.references }),
    })
    if (end.state !== 'failed' || ++logged > MOST_LOGGED) return
    const { attemptedVersions, httpStatusLast, lastError } = end
    const what = {
      run_id: run.id,
      class: `${job.package}:${job.className}`,
      attemptedVersions,
      httpStatusLast,
      lastError,
    }
    logger.warn(
      what,
      logged === MOST_LOGGED ? 'a class document failed; further failures are not logged' : 'a class document failed',
    )
  }

  using _listener = addAbortListener(held.signal, follow)
  if (held.signal.aborted) follow()
  try {
    await Promise.all(Array.from({ length: run.concurrency }, () => lane().catch(fail)))
    await Promise.all(settling)
    if (!isLost(signal.reason)) await chunks.flush()
  } finally {
    work.close()
  }
  signal.throwIfAborted()
}

const isLost = (reason: unknown): boolean => reason instanceof ImportStop && reason.why === 'lost'
