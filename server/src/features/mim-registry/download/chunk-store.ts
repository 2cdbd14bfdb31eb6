import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { traced, type Tracing } from '../../../kernel/tracing.ts'
import type { Graphs } from '../../mim/index.ts'
import { endUsualJobs, endOtherJobs, insertJobs, type JobEnd, type KnownJobs } from '../jobs.store.ts'
import { addToCounts, type ImportRow } from '../imports.store.ts'
import type { RunningImport } from '../running-imports.ts'

const compress = promisify(zstdCompress)

const CHUNK_SIZE = 100

/** A finished job with its results. */
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
  readonly tracing: Tracing
  /** `found` is the number of new classes. */
  readonly onStored: (run: ImportRow, found: number) => void
  /** Called when a chunk has been written. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
}

export type ChunkStore = ReturnType<typeof createChunkStore>

/** Writes finished jobs in chunks of a hundred, one short transaction after another, while downloading continues. */
export function createChunkStore({
  held,
  graphs,
  graphId,
  known,
  clock,
  tracing,
  onStored,
  onChange,
  onError,
}: Dependencies) {
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
      await endUsualJobs(tx, atOnce, run.versionKey, now)
      const others = ends.filter((end) => !isUsual(end, run.versionKey))
      await endOtherJobs(tx, others, now)
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
      .then(() =>
        traced(tracing, 'import chunk', { attributes: { 'heddle.classes': chunk.length } }, () => store(chunk)),
      )
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
    /** The number of chunks waiting or being written. */
    waiting: () => waiting,
    isEmpty: () => open.length === 0 && waiting === 0,
    /** Writes an incomplete chunk, because there is no other work until it is written. */
    hurry: (): void => {
      if (waiting === 0) seal()
    },
    flush: async (): Promise<void> => {
      seal()
      await lastStored
    },
  }
}

/** Found in the version itself, on the first attempt. */
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
