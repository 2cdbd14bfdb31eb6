import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Executor } from '../../../adapters/database/database.ts'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { traced, type Tracing } from '../../../kernel/tracing.ts'
import type { Graphs } from '../../mim/index.ts'
import { endUsualJobs, endOtherJobs, insertJobs, type JobEnd, type KnownJobs } from '../jobs.store.ts'
import { addToCounts, type ImportRow } from '../imports.store.ts'
import type { RunningImport } from '../running-imports.ts'
import { ChunkLines } from './chunk-lines.ts'

const compress = promisify(zstdCompress)

const CHUNK_SIZE = 100

/** A finished job with its results. */
export type Finished = {
  readonly end: JobEnd
  readonly isCore: boolean
  readonly references?: readonly DocumentPlace[]
}

type Chunk = { readonly jobs: Finished[]; readonly lines: ChunkLines }

const emptyChunk = (spare: ChunkLines[]): Chunk => ({ jobs: [], lines: spare.pop() ?? new ChunkLines() })

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
  /** Room that chunks no longer need. */
  const spare: ChunkLines[] = []
  let open = emptyChunk(spare)
  let waiting = 0
  let lastStored = Promise.resolve()
  let knownClasses = known.all
  let openCore = known.openCore

  async function store({ jobs, lines }: Chunk): Promise<void> {
    const body = lines.count === 0 ? undefined : await compress(lines.bytes)
    const ends = jobs.map(({ end }) => end)
    const found = await held.transact(async (tx) => {
      const now = clock.now()
      if (body) await graphs.addRecords(tx, graphId, body, lines.count)
      await endJobs(tx, ends, run.versionKey, now)
      const references = jobs.flatMap((one) => one.references ?? []).map((place) => ({ ...place, isCore: false }))
      const inserted = await insertJobs(tx, run.id, references, now)
      const core = openCore - jobs.filter(({ isCore }) => isCore).length
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
    spare.push(lines.cleared())
  }

  function seal(): void {
    if (open.jobs.length === 0) return
    const chunk = open
    open = emptyChunk(spare)
    waiting++
    lastStored = lastStored
      .then(() =>
        traced(tracing, 'import chunk', { attributes: { 'heddle.classes': chunk.jobs.length } }, () => store(chunk)),
      )
      .catch(onError)
      .then(() => {
        waiting--
        onChange()
      })
  }

  return {
    /** With the line of its class, if it was found. */
    add: (finished: Finished, line?: Uint8Array): void => {
      open.jobs.push(finished)
      if (line) open.lines.add(line)
      if (open.jobs.length >= CHUNK_SIZE) seal()
    },
    /** The number of chunks waiting or being written. */
    waiting: () => waiting,
    isEmpty: () => open.jobs.length === 0 && waiting === 0,
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

async function endJobs(tx: Executor, ends: readonly JobEnd[], versionKey: string, now: Date): Promise<void> {
  const atOnce = ends.filter((end) => isUsual(end, versionKey)).map(({ id }) => id)
  await endUsualJobs(tx, atOnce, versionKey, now)
  const others = ends.filter((end) => !isUsual(end, versionKey))
  await endOtherJobs(tx, others, now)
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
