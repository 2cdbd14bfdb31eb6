import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Graphs } from '../../mim/index.ts'
import { endAtOnce, endOthers, insertJobs, type JobEnd, type KnownJobs } from '../jobs.store.ts'
import { addToCounts, type RunRow } from '../runs.store.ts'
import type { RunningImport } from '../running-imports.ts'

const compress = promisify(zstdCompress)

const CHUNK_SIZE = 100

/** A job that has ended, and what it brought. */
export type Finished = {
  readonly end: JobEnd
  readonly isCore: boolean
  readonly line?: Uint8Array
  readonly references?: readonly DocumentPlace[]
}

type Dependencies = {
  readonly held: RunningImport
  readonly graphs: Graphs
  readonly graphId: string
  readonly known: KnownJobs
  readonly clock: Clock
  /** `found` classes were not known before. */
  readonly onStored: (run: RunRow, found: number) => void
  /** There is one chunk less than there was. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

export type ChunkStore = ReturnType<typeof createChunkStore>

/** Writes what has ended, a hundred at a time, one short transaction after the other, beside the work that goes on. */
export function createChunkStore({ held, graphs, graphId, known, clock, onStored, onChange, onError }: Dependencies) {
  const { run } = held
  let open: Finished[] = []
  let waiting = 0
  let lastStored = Promise.resolve()
  let knownClasses = known.all
  let openCore = known.openCore

  async function store(chunk: readonly Finished[]): Promise<void> {
    const lines = chunk.flatMap(({ line }) => line ?? [])
    const body = lines.length === 0 ? undefined : await compress(Buffer.concat(lines))
    const ends = chunk.map(({ end }) => end)
    const found = await held.transact(async (tx) => {
      const now = clock.now()
      if (body) await graphs.addRecords(tx, graphId, body, lines.length)
      const atOnce = ends.filter((end) => isUsual(end, run.versionKey)).map(({ id }) => id)
      await endAtOnce(tx, atOnce, run.versionKey, now)
      const others = ends.filter((end) => !isUsual(end, run.versionKey))
      await endOthers(tx, others, now)
      const references = chunk.flatMap((one) => one.references ?? []).map((place) => ({ ...place, isCore: false }))
      const inserted = await insertJobs(tx, run.id, references, now)
      const core = openCore - chunk.filter(({ isCore }) => isCore).length
      const row = await addToCounts(tx, run.id, {
        ...countEnds(ends, run.versionKey),
        knownClasses: knownClasses + inserted,
        isCoreIn: known.core > 0 && core === 0,
        now,
      })
      return { inserted, core, row }
    })
    knownClasses += found.inserted
    openCore = found.core
    onStored(found.row, found.inserted)
  }

  function seal(): void {
    if (open.length === 0) return
    const chunk = open
    open = []
    waiting++
    lastStored = lastStored
      .then(() => store(chunk))
      .catch(onError)
      .then(() => {
        waiting--
        onChange()
      })
  }

  return {
    add: (finished: Finished): void => {
      open.push(finished)
      if (open.length >= CHUNK_SIZE) seal()
    },
    /** Chunks that wait to be written, or are being written. */
    waiting: () => waiting,
    isEmpty: () => open.length === 0 && waiting === 0,
    /** Nobody has anything to do before this is written: a chunk need not be full. */
    hurry: (): void => {
      if (waiting === 0) seal()
    },
    flush: async (): Promise<void> => {
      seal()
      await lastStored
    },
  }
}

/** Found in the version itself, at the first try. */
const isUsual = ({ state, sourceVersion, retryCount }: JobEnd, versionKey: string): boolean =>
  state === 'done' && sourceVersion === versionKey && retryCount === 0

function countEnds(ends: readonly JobEnd[], versionKey: string) {
  const done = ends.filter(({ state }) => state === 'done')
  return {
    done: done.length,
    fallback: done.filter(({ sourceVersion }) => sourceVersion !== versionKey).length,
    notFound: ends.filter(({ state }) => state === 'not_found').length,
    failed: ends.filter(({ state }) => state === 'failed').length,
  }
}
