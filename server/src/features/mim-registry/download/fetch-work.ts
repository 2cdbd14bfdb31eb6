import type { SourceAnswer } from '../../../adapters/mim-source/mim-sources.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { ClaimedDocument, JobEnd } from '../jobs.store.ts'
import type { Reduced } from '../reducer/reducer-calls.ts'

/** A class to fetch, and its attempts so far. */
export type FetchWork = {
  readonly job: ClaimedDocument
  /** The version to ask, as an index into the list of versions, of which the run's own is the first. */
  readonly versionAt: number
  /** Attempts with this version. */
  readonly tries: number
  /** Retries over all versions. */
  readonly retryCount: number
}

/** A response whose document, if there was one, has been read. */
export type FetchOutcome =
  | Exclude<SourceAnswer, { readonly kind: 'document' }>
  | ({ readonly kind: 'class' } & Extract<Reduced, { readonly ok: true }>)

export type Next =
  | { readonly kind: 'ask'; readonly work: FetchWork; readonly afterMs: number }
  | { readonly kind: 'end'; readonly end: JobEnd; readonly isExhausted: boolean }

const BACKOFF_MS = [SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND]
/** Spreads retries, so that a registry that has just recovered does not get all of them at once. */
const JITTER = 0.2

export const firstTry = (job: ClaimedDocument): FetchWork => ({ job, versionAt: 0, tries: 0, retryCount: 0 })

/** Every second attempt is uncompressed: some documents are only available that way. */
export const isCompressed = ({ tries }: FetchWork): boolean => tries % 2 === 0

/**
 * Decides what follows an attempt. A class that a version lacks is looked up in the next one. An error is retried and
 * then fails without trying other versions, as the version that did not respond may well have the class.
 */
export function decideNext(
  work: FetchWork,
  outcome: FetchOutcome,
  versions: readonly string[],
  random: () => number,
): Next {
  switch (outcome.kind) {
    case 'class':
      return end(work, versions, {
        state: 'done',
        sourceVersion: versions[work.versionAt] ?? null,
        status: 200,
        error: '',
      })
    case 'missing':
      if (work.versionAt + 1 < versions.length)
        return { kind: 'ask', work: { ...work, versionAt: work.versionAt + 1, tries: 0 }, afterMs: 0 }
      return end(work, versions, { state: 'not_found', sourceVersion: null, status: outcome.status, error: '' })
    case 'refused':
      return end(work, versions, {
        state: 'failed',
        sourceVersion: null,
        status: outcome.status,
        error: outcome.message,
      })
    case 'unavailable': {
      const backoff = BACKOFF_MS[work.tries]
      if (backoff === undefined)
        return end(work, versions, {
          state: 'failed',
          sourceVersion: null,
          status: outcome.status,
          error: outcome.message,
        })
      const jittered = Math.round(backoff * (1 - JITTER + 2 * JITTER * random()))
      const again = { ...work, tries: work.tries + 1, retryCount: work.retryCount + 1 }
      return { kind: 'ask', work: again, afterMs: Math.max(jittered, outcome.retryAfterMs ?? 0) }
    }
  }
}

type EndFacts = Pick<JobEnd, 'state' | 'sourceVersion'> & { readonly status: number | null; readonly error: string }

function end(work: FetchWork, versions: readonly string[], { state, sourceVersion, status, error }: EndFacts): Next {
  return {
    kind: 'end',
    isExhausted: state === 'failed',
    end: {
      id: work.job.id,
      state,
      sourceVersion,
      attemptedVersions: versions.slice(0, work.versionAt + 1),
      httpStatusLast: status,
      lastError: error,
      retryCount: work.retryCount,
    },
  }
}
