import {
  type ModelComparisonReply,
  MOST_COMPARED_CLASSES,
  MOST_TOUCHED_QUERIES,
  type TouchedQuery,
} from '@heddle/contract/mim-registry.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { FieldErrors, ServiceUnavailable } from '../../../kernel/errors.ts'
import { type Lane, laneOf } from '../../../kernel/lane.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { openThread, type Thread } from '../../../platform/threads/open-thread.ts'
import { threadMemory, type ThreadBudget } from '../../../platform/threads/thread-memory.ts'
import { createThreadPool } from '../../../platform/threads/thread-pool.ts'
import type { Graphs, MimService, ModelVersionRow } from '../../mim/index.ts'
import { presentModelVersion } from '../mim-registry.presenter.ts'
import type { CompareCalls, ComparedModel } from './compare-calls.ts'
import { queriesAfter } from './queries-to-compare.store.ts'

type Parts = {
  readonly database: Database
  readonly graphs: Graphs
  readonly sharedModel: MimService['sharedModel']
  readonly budget: ThreadBudget
}

type CompareModels = {
  readonly compare: (
    caller: Caller,
    versions: { readonly from: string; readonly to: string },
    signal: AbortSignal,
  ) => Promise<ModelComparisonReply>
  readonly close: () => Promise<void>
}

const PROGRAM = new URL('./compare-worker.ts', import.meta.url)
// Administrators compare now and then: one at a time, and the thread ends with it.
const LIMITS = { total: 1, perLane: 1 }
/** The texts of two models, and what they differ in. */
const MEMORY = { mostMb: 384, youngHeapMb: 24 }
/** For memory; then the caller asks again. */
const LONGEST_WAIT_MS = 20 * SECOND
/** A comparison takes a few seconds. */
const DEADLINE_MS = 60 * SECOND
/** As many as are looked at; the reply says how many. */
const MOST_QUERIES = 20_000

/** Compares versions of the class model, in a thread, and finds the saved queries that would notice. */
export function createCompareModels(parts: Parts): CompareModels {
  const { memory, ...lending } = threadMemory(parts.budget, { ...MEMORY, longestWaitMs: LONGEST_WAIT_MS })
  const threads = createThreadPool<CompareCalls>({
    limits: LIMITS,
    warm: 0,
    ...lending,
    open: (onEnd) => openThread(PROGRAM, { name: 'class model comparison', memory, onEnd }),
  })
  return {
    compare: async (caller, asked, signal) => {
      const found = await findVersions(parts.graphs, asked)
      return useThread(threads.take, laneOf(caller), signal, (thread, limited) =>
        compareIn({ ...parts, thread, signal: limited }, found),
      )
    },
    close: threads.close,
  }
}

type Take = ReturnType<typeof createThreadPool<CompareCalls>>['take']

async function useThread<Result>(
  take: Take,
  lane: Lane,
  signal: AbortSignal,
  work: (thread: Thread<CompareCalls>, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const taken = await take(lane, signal)
  if (!taken) throw new ServiceUnavailable('The server is stopping, or the request has ended.')
  try {
    return await work(taken.thread, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]))
  } finally {
    // It holds a model.
    taken.discard()
  }
}

type Versions = { readonly from: ModelVersionRow; readonly to: ModelVersionRow }

async function findVersions(graphs: Graphs, asked: { readonly from: string; readonly to: string }): Promise<Versions> {
  const rows = await graphs.comparable()
  const [from, to] = [asked.from, asked.to].map((version) =>
    rows.find(({ controllerVersion }) => controllerVersion === version),
  )
  if (from && to) return { from, to }
  throw new FieldErrors({ ...(!from && { from: [missing(asked.from)] }), ...(!to && { to: [missing(asked.to)] }) })
}

const missing = (version: string): string =>
  `Nothing to compare is kept of version ${JSON.stringify(version)}: import it, if only to compare it.`

type Work = Parts & { readonly thread: Thread<CompareCalls>; readonly signal: AbortSignal }

async function compareIn(work: Work, { from, to }: Versions): Promise<ModelComparisonReply> {
  const { thread, signal } = work
  const input = { from: await sideOf(work, from), to: await sideOf(work, to), most: MOST_COMPARED_CLASSES }
  const { removed, added, changed, counts } = await thread.call('compare', input, { signal })
  const { queries, touched, read } = await touchedQueries(work)
  return {
    from: presentModelVersion(from),
    to: presentModelVersion(to),
    counts: { ...counts, queries: touched, queries_read: read },
    removed: [...removed],
    added: [...added],
    changed: changed.map((change) => ({
      ...change,
      removed: [...change.removed],
      added: [...change.added],
      retyped: [...change.retyped],
      values: change.values.map((one) => ({ property: one.property, removed: [...one.removed] })),
    })),
    queries: [...queries],
  }
}

async function sideOf(
  { graphs, sharedModel }: Work,
  { id, graphId, controllerVersion }: ModelVersionRow,
): Promise<ComparedModel> {
  const outline = await graphs.outline(id)
  if (outline) return { outline }
  const model = sharedModel()
  if (model && model.graphId === graphId) return { packed: model.packed }
  throw new FieldErrors({ non_field_errors: [missing(controllerVersion)] })
}

async function touchedQueries({ database, thread, signal }: Work) {
  const queries: TouchedQuery[] = []
  let [touched, read] = [0, 0]
  let last: string | undefined
  while (read < MOST_QUERIES) {
    const some = await queriesAfter(database.db, last)
    if (some.length === 0) break
    const found = await thread.call(
      'touch',
      some.map(({ nodes, edges }) => ({ nodes, edges })),
      { signal },
    )
    for (const [index, parts] of found.entries()) {
      const { id, name, createdBy } = some[index]!
      if (parts.length > 0) touched += 1
      if (parts.length > 0 && queries.length < MOST_TOUCHED_QUERIES)
        queries.push({ id, name, created_by: createdBy, parts: [...parts] })
    }
    read += some.length
    last = some.at(-1)!.id
  }
  return { queries, touched, read }
}
