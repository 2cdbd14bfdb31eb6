import type { RunFailure } from './engine-types.ts'

/** A user cancelled the run, or the waiting client disconnected. */
export const CANCELLED = { reason: 'cancelled', message: 'cancelled' } as const satisfies RunFailure

/** The process stopped during the run; the interface has no separate reason for that. */
export const SERVER_STOPPED: RunFailure = { reason: 'cancelled', message: 'The server stopped during this run.' }
