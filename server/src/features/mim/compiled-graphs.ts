import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Logger } from 'pino'
import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import { PARTS_FORMAT } from '@heddle/domain/mim/graph/pack-parts.ts'
import type { Database } from '../../adapters/database/database.ts'
import { emptySharedBytes, type SharedBytes } from '../../platform/threads/bytes.ts'
import type { ThreadBudget } from '../../platform/threads/thread-memory.ts'
import { compileInThread } from './compile/compile-in-thread.ts'
import type { CompileStep } from './graphs.ts'
import {
  clearParts,
  completeParts,
  findGraph,
  insertPart,
  partNumbers,
  readPart,
  readRecords,
  recordNumbers,
} from './graphs.store.ts'
import { openPackedModel, type OpenModel } from './open-model.ts'

const decompress = promisify(zstdDecompress)

type Dependencies = { readonly database: Database; readonly logger: Logger; readonly memory: ThreadBudget }

export type CompiledGraphs = ReturnType<typeof createCompiledGraphs>

/** Compiles stored class records, stores the compiled parts in the database, and opens them. */
export function createCompiledGraphs({ database, logger, memory }: Dependencies) {
  /** The model this process compiled last, which is probably the next one to be opened. */
  let latest: { readonly graphId: string; readonly model: OpenModel } | undefined

  async function compile(
    graphId: string,
    onStep: (step: CompileStep) => void,
    signal: AbortSignal,
  ): Promise<GraphCounts> {
    const { packed, pieces, outline, counts } = await compileInThread(rowsOf(graphId, onStep), onStep, signal, memory)
    await database.transaction((tx) => clearParts(tx, graphId))
    for (const [number, piece] of pieces.entries()) {
      signal.throwIfAborted()
      await insertPart(database.db, graphId, number, Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
    }
    const model = openPackedModel(packed)
    const classNames = Array.from({ length: model.graph.classCount }, (_, id) => model.graph.className(id))
    await completeParts(database.db, graphId, {
      partsFormat: PARTS_FORMAT,
      partsBytes: packed.byteLength,
      counts,
      classNames,
      outline: Buffer.from(outline.buffer, outline.byteOffset, outline.byteLength),
    })
    latest = { graphId, model }
    return counts
  }

  async function* rowsOf(graphId: string, onStep: (step: CompileStep) => void): AsyncGenerator<Uint8Array> {
    const rows = await recordNumbers(database.db, graphId)
    const total = rows.reduce((sum, { classCount }) => sum + classCount, 0)
    let done = 0
    for (const { number, classCount } of rows) {
      const body = await readRecords(database.db, graphId, number)
      if (body === undefined) throw new Error(`class records ${number} of graph ${graphId} are gone`)
      yield body
      done += classCount
      onStep({ step: 'classes', current: done, total })
    }
  }

  /** Undefined when the parts are incomplete or have another layout. */
  async function readPacked(graphId: string): Promise<SharedBytes | undefined> {
    const graph = await findGraph(database.db, graphId)
    if (graph?.partsFormat !== PARTS_FORMAT || graph.partsBytes === null) return undefined
    const packed = emptySharedBytes(graph.partsBytes)
    let filled = 0
    for (const number of await partNumbers(database.db, graphId)) {
      const body = await readPart(database.db, graphId, number)
      const piece = body && (await decompress(body))
      // Another process is recompiling the same graph right now.
      if (!piece || filled + piece.byteLength > packed.byteLength) return undefined
      packed.set(piece, filled)
      filled += piece.byteLength
    }
    return filled === packed.byteLength ? packed : undefined
  }

  async function open(graphId: string): Promise<OpenModel> {
    if (latest?.graphId === graphId) return latest.model
    const packed = await readPacked(graphId)
    if (packed !== undefined) return openPackedModel(packed)
    logger.info({ graph_id: graphId }, 'recompiling the class model')
    await compile(graphId, () => undefined, new AbortController().signal)
    return open(graphId)
  }

  return {
    compile,
    open,
    /** The model, if this process already has it open. */
    openHere: (graphId: string): OpenModel | undefined => (latest?.graphId === graphId ? latest.model : undefined),
    forget: (): void => void (latest = undefined),
  }
}
