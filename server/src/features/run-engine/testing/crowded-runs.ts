import { once } from 'node:events'
import { pino } from 'pino'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { createEnginePool } from '../engine-pool.ts'
import type { PageAnswer } from '../engine-types.ts'
import { MemoryBudget } from '../../../platform/memory/memory-budget.ts'
import { memoryLimit } from '../../../platform/memory/memory-limit.ts'
import { packInput } from '../packed-run.ts'

/**
 * A program that starts more runs at once than its memory holds, once its input ends, and prints how they ended.
 * Arguments: its limit in MB, and the number of runs.
 */
const [limitMb, runs] = process.argv.slice(2).map(Number)
const OBJECTS = 61_440
const MB = 1024 * 1024
const never = new AbortController().signal

const { plan } = prepareQuery({
  canvas: { nodes: [{ id: 'bd', class_name: 'fvBD' }], edges: [], post_processors: [] },
  model: knownModel,
})
const input = { packed: packInput({ plan: plan!, connection: 'lab', lookups: {} }) }
const memory = new MemoryBudget({ limitBytes: memoryLimit(limitMb) })
const pool = createEnginePool({
  maxHeapMb: 2048,
  maxCpuMs: Infinity,
  threads: runs!,
  memory,
  logger: pino({ level: 'silent' }),
})

/** The pages as a controller sends them: bytes, which are moved to the run that reads them. */
const pages = new Map<string, Uint8Array>()

function pageAt(path: string): PageAnswer {
  const body = pages.get(path) ?? writePage(path)
  pages.set(path, body)
  return { ok: true, body: body.slice() }
}

function writePage(path: string): Uint8Array {
  const { searchParams } = new URL(path, 'http://apic')
  const [page, size] = ['page', 'page-size'].map((name) => Number(searchParams.get(name)))
  const first = page! * size!
  const imdata = Array.from({ length: Math.min(size!, OBJECTS - first) }, (_, index) => ({
    fvBD: {
      attributes: {
        dn: `uni/tn-a/BD-${first + index}`,
        name: `${first + index}`,
        descr: `${first + index}`.padEnd(1_500, 'x'),
      },
    },
  }))
  return new TextEncoder().encode(JSON.stringify({ totalCount: String(OBJECTS), imdata }))
}

const run = () =>
  pool.run(
    input,
    { maxRows: 1_000_000, maxHeapBytes: 2048 * MB },
    {
      lane: { user: 1, group: null },
      wait: () => () => undefined,
      get: async (_connection, path) => pageAt(path),
      captured: async () => undefined,
      emit: () => undefined,
      stage: () => undefined,
      chunk: () => undefined,
      chunkBefore: () => undefined,
      count: () => undefined,
      signal: never,
      failureOfAbort: () => ({ reason: 'cancelled', message: 'cancelled' }),
    },
  )

process.stdin.resume()
await once(process.stdin, 'end')
const outcomes = await Promise.all(Array.from({ length: runs! }, run))
process.stdout.write(JSON.stringify(outcomes.map((outcome) => (outcome.ok ? 'success' : outcome.failure.reason))))
await pool.close()
