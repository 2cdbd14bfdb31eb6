import type { RunFailure } from './engine-types.ts'

/** Somebody cancelled the run, or nobody waits for it any more. */
export const CANCELLED: RunFailure = { reason: 'cancelled', message: 'cancelled' }

/** The process ended while the run was under way; the interface has no reason of its own for it. */
export const SERVER_STOPPED: RunFailure = { reason: 'cancelled', message: 'The server stopped during this run.' }
