import type { EngineEvent, PageAnswer, ResultChunk, RunInput, RunLimits, RunOutcome, Stage } from './engine-types.ts'

/**
 * Messages between the main thread, which owns the sockets, and a worker thread, which owns the rows. One run at a
 * time.
 */
export type ToWorker =
  | { readonly type: 'run'; readonly input: RunInput; readonly limits: RunLimits }
  | { readonly type: 'answer'; readonly request: number; readonly answer: PageAnswer }

export type FromWorker =
  | { readonly type: 'get'; readonly request: number; readonly connection: string; readonly path: string }
  | { readonly type: 'event'; readonly event: EngineEvent }
  | { readonly type: 'stage'; readonly stage: Stage }
  | { readonly type: 'chunk'; readonly chunk: ResultChunk }
  /** Without the stages, which were sent before. */
  | { readonly type: 'done'; readonly outcome: RunOutcome }
