import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { openThread, type Thread } from '../threads/open-thread.ts'
import { threadMemory, type ThreadBudget } from '../threads/thread-memory.ts'
import { createThreadPool, type ThreadUse } from '../threads/thread-pool.ts'
import { ownBytes } from '../threads/bytes.ts'
import { tooLargeInWords } from './rows-too-large.ts'
import type { StoredChunk } from './stored-chunk.ts'
import type { ColumnType } from './parquet/column-types.ts'
import type {
  CsvOrder,
  EndOrder,
  GroupOrder,
  RowGroupsReply,
  RowCalls,
  SheetOrder,
  TypesOrder,
} from './thread/row-calls.ts'

/** Who reads: users take turns. When the signal fires, what is in progress ends with its thread. */
export type ReadBy = { readonly lane: unknown; readonly signal?: AbortSignal }

/** Threads that unpack, parse and write stored rows. */
export type RowThreads = {
  /** The rows of a chunk of any size in small chunks. */
  readonly cut: (chunk: StoredChunk, by: ReadBy) => Promise<readonly StoredChunk[]>
  readonly csv: (order: CsvOrder, by: ReadBy) => Promise<Uint8Array>
  readonly sheet: (order: SheetOrder, by: ReadBy) => Promise<Uint8Array>
  /** The type of each column, as far as these rows tell. */
  readonly parquetTypes: (order: TypesOrder, by: ReadBy) => Promise<readonly ColumnType[]>
  readonly parquetGroup: (order: GroupOrder, by: ReadBy) => Promise<RowGroupsReply>
  readonly parquetEnd: (order: EndOrder, by: ReadBy) => Promise<Uint8Array>
  readonly use: () => ThreadUse
  readonly close: () => Promise<void>
}

/** Two at least, so that one user leaves one to the others. */
const LEAST_THREADS = 2
const WARM = 1
/**
 * A small chunk takes a few MB of it; a row of the greatest length, written as CSV, nearly all. Rows are short-lived: a
 * larger young generation takes more memory and saves no time. Who reads rows may hold a loan for a whole download.
 */
const MEMORY = { mostMb: 400, youngHeapMb: 16, isPart: true }
const NEVER = new AbortController().signal

export function createRowThreads(logger: Logger, budget: ThreadBudget): RowThreads {
  const { memory, ...lending } = threadMemory(budget, MEMORY)
  const total = Math.max(LEAST_THREADS, availableParallelism())
  const threads = createThreadPool<RowCalls>({
    limits: { total, perLane: Math.ceil(total / 2) },
    warm: WARM,
    ...lending,
    open: (onEnd) =>
      openThread<RowCalls>(new URL('./thread/row-worker.ts', import.meta.url), {
        name: 'rows',
        memory,
        onEnd: ({ cause }) => {
          if (cause !== undefined) logger.error({ err: cause }, 'a thread for rows failed')
          onEnd()
        },
      }),
  })

  async function inThread<Result>(
    { lane, signal = NEVER }: ReadBy,
    work: (thread: Thread<RowCalls>, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const taken = await threads.take(lane, signal)
    if (!taken) {
      signal.throwIfAborted()
      throw new Error('the server is shutting down')
    }
    try {
      const result = await work(taken.thread, signal)
      taken.release()
      return result
    } catch (error) {
      taken.discard()
      throw tooLargeInWords(error)
    }
  }

  return {
    cut: (chunk, by) =>
      inThread(by, async (thread, signal) => {
        const chunks: StoredChunk[] = []
        const host = { chunk: (cut: StoredChunk) => void chunks.push(cut) }
        await thread.call('cut', owned(chunk), { host, signal })
        return chunks
      }),
    csv: (order, by) =>
      inThread(by, (thread, signal) => thread.call('csv', { ...order, chunk: owned(order.chunk) }, { signal })),
    sheet: (order, by) =>
      inThread(by, (thread, signal) => thread.call('sheet', { ...order, chunk: owned(order.chunk) }, { signal })),
    parquetTypes: (order, by) =>
      inThread(by, (thread, signal) =>
        thread.call('parquetTypes', { ...order, chunks: order.chunks.map(owned) }, { signal }),
      ),
    parquetGroup: (order, by) =>
      inThread(by, (thread, signal) =>
        thread.call('parquetGroup', { ...order, chunks: order.chunks.map(owned) }, { signal }),
      ),
    parquetEnd: (order, by) => inThread(by, (thread, signal) => thread.call('parquetEnd', order, { signal })),
    use: threads.use,
    close: threads.close,
  }
}

/** Posting a slice would copy all that it is a slice of. */
const owned = ({ body, base, ...chunk }: StoredChunk): StoredChunk => ({
  ...chunk,
  body: ownBytes(body),
  ...(base && { base: ownBytes(base) }),
})
