import type { DocumentPlace, FetchOptions } from '../../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { ImportFailure } from '../import-failure.ts'
import type { FetchOutcome } from './fetch-work.ts'
import { pause } from '../../../kernel/pause.ts'

/** How long the source may go without a success before it is probed. */
const SUSPICIOUS_MS = 14 * SECOND
const PROBES = 2
const PROBE_PAUSE_MS = SECOND
const PROBE_TIMEOUT_MS = 5 * SECOND

/** A class that every model has. */
export const ROOT: DocumentPlace = { package: 'top', className: 'Root' }

type Ask = (versionKey: string, place: DocumentPlace, options: FetchOptions) => Promise<FetchOutcome>
type Dependencies = {
  readonly ask: Ask
  readonly versionKey: string
  readonly clock: Clock
  readonly signal: AbortSignal
}
/** `at`: when it arrived. Reading it may take until after the source is gone. */
type Fetched = { readonly place: DocumentPlace; readonly versionKey: string; readonly at: number }
type Failure = {
  /** When the attempt that failed was sent. */
  readonly sentAt: number
  readonly isExhausted: boolean
  readonly message: string
}

export type OutageWatch = ReturnType<typeof watchForOutage>

/**
 * Distinguishes an unreachable source from failing documents. When nothing has succeeded for a while, requests a
 * document that was fetched before. If even that fails, the import ends instead of failing class by class.
 */
export function watchForOutage({ ask, versionKey, clock, signal }: Dependencies) {
  let known: Omit<Fetched, 'at'> = { place: ROOT, versionKey }
  let lastSuccess = clock.now().getTime()
  let probing: Promise<string | undefined> | undefined

  /** An error message; undefined if the source responds. */
  async function probe(): Promise<string | undefined> {
    let fault = ''
    for (let probes = 0; probes < PROBES; probes++) {
      if (probes > 0) await pause(clock, PROBE_PAUSE_MS, signal)
      const answer = await askOnce()
      if (answer.kind === 'class') {
        lastSuccess = clock.now().getTime()
        return undefined
      }
      fault = answer.kind === 'missing' ? 'It no longer has the documents.' : answer.message
    }
    return fault
  }

  async function askOnce(): Promise<FetchOutcome> {
    const timeout = new AbortController()
    const timer = clock.setTimer(() => timeout.abort(), PROBE_TIMEOUT_MS)
    try {
      return await ask(known.versionKey, known.place, {
        compressed: false,
        signal: AbortSignal.any([signal, timeout.signal]),
      })
    } finally {
      timer.cancel()
    }
  }

  return {
    noteSuccess: (fetched: Fetched): void => {
      known = fetched
      lastSuccess = Math.max(lastSuccess, fetched.at)
    },

    /** Throws if the source turns out to be unreachable. */
    noteFailure: async ({ sentAt, isExhausted, message }: Failure): Promise<void> => {
      const isSuspicious =
        lastSuccess <= sentAt && (isExhausted || clock.now().getTime() - lastSuccess >= SUSPICIOUS_MS)
      if (!isSuspicious && !probing) return
      probing ??= probe().finally(() => (probing = undefined))
      const fault = await probing
      signal.throwIfAborted()
      if (fault !== undefined)
        throw new ImportFailure(`The source no longer responds. ${fault === '' ? message : fault}`)
    },
  }
}
