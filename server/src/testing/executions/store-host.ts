import { readClassTable } from '@heddle/simulators/controller/model/class-table.ts'
import { envelope } from '@heddle/simulators/controller/exchange/reply.ts'
import { ObjectStore } from '@heddle/simulators/controller/model/object-store.ts'
import { ControllerProblem } from '@heddle/simulators/controller/problem/controller-problem.ts'
import { QueryEngine } from '@heddle/simulators/controller/query/query-engine.ts'
import type { EngineEvent, EngineHost, PageAnswer, ResultChunk } from '../../features/run-engine/engine-types.ts'

/** A host backed by a simulated object store, without sockets. Records the engine's requests, events and chunks. */
export function storeHost({ maxObjects = Infinity }: { readonly maxObjects?: number } = {}) {
  const store = new ObjectStore(readClassTable())
  const queries = new QueryEngine(store)
  const paths: string[] = []
  const events: EngineEvent[] = []
  const chunks: ResultChunk[] = []

  const answer = (path: string): PageAnswer => {
    const { pathname, searchParams } = new URL(path, 'http://controller')
    const call = decodeURIComponent(pathname).replace(/^\/api\/(.*)\.json$/s, '$1')
    try {
      const { totalCount, items } = queries.answer(
        call,
        new Map(searchParams),
        { maxObjects, maxPredicates: 20, tooBigStatus: 400 },
        0,
      )
      return { ok: true, body: new TextEncoder().encode(envelope(totalCount, items)) }
    } catch (error) {
      if (!(error instanceof ControllerProblem)) throw error
      return {
        ok: false,
        failure: { reason: error.message.includes('too big') ? 'too_big' : 'bad_filter', message: error.message },
      }
    }
  }
  const host: EngineHost = {
    get: async (_connection, path) => {
      paths.push(path)
      return answer(path)
    },
    captured: async () => undefined,
    emit: (event) => events.push(event),
    stage: () => undefined,
    chunk: (chunk) => chunks.push(chunk),
    chunkBefore: () => undefined,
    count: () => undefined,
    memory: () => undefined,
    now: () => 0,
  }
  return { store, host, paths, events, chunks }
}
