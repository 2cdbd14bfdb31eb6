import type { Lifetime } from './cache.ts'

/** `sequence` increases from frame to frame of a stream; only its order is meaningful. */
export type StreamEntry = { readonly sequence: number; readonly frame: unknown }
/** Called in order, one entry at a time; must not block. A failure is logged. */
export type StreamHandler = (entry: StreamEntry) => void

/** What has happened under a key, stored for latecomers, and what happens next. Frames are JSON. */
export type Streams = {
  /**
   * Stores and publishes the frame atomically. Each frame restarts the lifetime; over `maxLength` the oldest is
   * dropped.
   */
  readonly append: (key: string, frame: unknown, options: Lifetime & { readonly maxLength: number }) => Promise<number>
  readonly read: (key: string) => Promise<StreamEntry[]>
  /**
   * Delivers the stored frames to the handler, then new ones, each once and in order, whatever any process appends
   * meanwhile. Resolves once the stored frames have been delivered; `replayed` is their number.
   */
  readonly streamFrom: (key: string, handler: StreamHandler) => Promise<Following>
}

export type Following = { readonly replayed: number; readonly unsubscribe: () => void }
