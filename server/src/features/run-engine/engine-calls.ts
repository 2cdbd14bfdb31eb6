import type { Host } from '../../platform/threads/calls.ts'
import type {
  CapturedRows,
  CaptureOrder,
  CountedClass,
  EngineEvent,
  PackedRun,
  PageAnswer,
  ResultChunk,
  RunLimits,
  RunOutcome,
  Stage,
} from './engine-types.ts'

/** The main thread owns the sockets, a worker thread owns the rows. One run at a time. */
export type EngineCalls = {
  /** Its outcome has no stages: they were sent before. */
  run: (order: { readonly input: PackedRun; readonly limits: RunLimits }, host: Host<RunHost>) => RunOutcome
}

type RunHost = {
  get: (page: { readonly connection: string; readonly path: string }) => Promise<PageAnswer>
  captured: (order: CaptureOrder) => Promise<CapturedRows | undefined>
  emit: (event: EngineEvent) => void
  stage: (stage: Stage) => void
  count: (counted: CountedClass) => void
  memory: (bytes: number) => void
  chunk: (chunk: ResultChunk) => void
  chunkBefore: (chunk: ResultChunk) => void
}
