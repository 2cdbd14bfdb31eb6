import type { Caller } from '../../kernel/caller.ts'

export type Frame = {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** When it happened; without it, a frame is stamped when it is sent. */
  readonly timestamp?: string
}

/** A frame of the contract, stamped when it is sent unless it says when it happened. */
export type Unstamped<F extends { readonly timestamp: string }> = F extends unknown
  ? Omit<F, 'timestamp'> & { readonly timestamp?: string }
  : never

export type CloseReason = 'finished' | 'ticket' | 'forbidden' | 'not_found' | 'error' | 'restart'
export const CLOSE_CODES: Readonly<Record<CloseReason, number>> = {
  finished: 1000,
  ticket: 4001,
  forbidden: 4003,
  not_found: 4004,
  error: 1011,
  /** The process stops; another one, or the next, goes on where this one ended. */
  restart: 1012,
}

/** An open socket, as channels see it. */
export type Subscriber = {
  readonly caller: Caller
  readonly send: (frame: Frame) => void
  /**
   * Resolves when most of what was sent has left, or the socket has closed. Channels with much to send wait for it
   * between frames, so that a slow reader is neither cut off nor buffered for.
   */
  readonly drained: () => Promise<void>
  /** `finished` after a stream's terminal event. */
  readonly close: (reason: CloseReason) => void
}

export type ChannelOpening =
  | { readonly status: 'open'; readonly close: () => void | Promise<void> }
  | { readonly status: 'forbidden' | 'not_found' }

/** A kind of socket, such as `/ws/notifications/`. Path parameters are `:name`; a trailing slash is optional. */
export type SocketChannel = {
  readonly path: string
  /** Checks access and subscribes; may send frames immediately (replay). */
  readonly open: (subscriber: Subscriber, params: Readonly<Record<string, string>>) => Promise<ChannelOpening>
}
