import type { Lifetime } from './cache.ts'

/** `sequence` grows from frame to frame of a stream; only its order means something. */
export type StreamEntry = { readonly sequence: number; readonly frame: unknown }
/** Called in order, one entry at a time; must not wait for anything. A failure is logged. */
export type StreamHandler = (entry: StreamEntry) => void

/** What happened so far under a key, kept for latecomers, and what happens next. Frames are JSON. */
export type Streams = {
  /** Keeps and announces the frame in one step. The lifetime begins anew with each; past `maxLength` the oldest frame goes. */
  readonly append: (key: string, frame: unknown, options: Lifetime & { readonly maxLength: number }) => Promise<number>
  readonly read: (key: string) => Promise<StreamEntry[]>
  /**
   * Hands the handler what happened so far, then what happens from now on, each frame once and in order, whatever is
   * appended meanwhile in whichever process. Resolves when the past has been handed over; `replayed` counts it.
   */
  readonly streamFrom: (key: string, handler: StreamHandler) => Promise<Following>
}

export type Following = { readonly replayed: number; readonly unsubscribe: () => void }
