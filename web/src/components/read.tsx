import { HeddleError } from '@heddle/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useProfile } from '../lib/session/context.tsx'
import { useHandler } from '../lib/use-handler.ts'
import { formatTime, relativeTime } from '../lib/time/format-time.ts'
import { EmptyState, ErrorBar, ErrorState, ForbiddenState, LoadingState, StaleBar } from './states.tsx'
import { useMinute } from './time-text.tsx'
import { useCutOffParts } from './use-cut-off-parts.ts'
import styles from './states.module.css'
import { words } from './words.ts'

type Props<T> = {
  readonly of: UseQueryResult<T>
  /** Begins the sentence of a failure: "The runs could not be read." */
  readonly failure: string
  readonly permission: string
  /** Shown while it loads, instead of lines of text. */
  readonly skeleton?: ReactNode
  /** A list that others change too: after some minutes it says how old it is. */
  readonly goesStale?: boolean
  readonly children: (data: T) => ReactNode
}

/** What the server said, or the state of a page that waits, failed, or is not for its reader. */
export function Read<T>({ of: query, failure, permission, skeleton, goesStale = false, children }: Props<T>) {
  const { data, error, refetch } = query
  const { isStale } = useAge(query, goesStale)
  const handleRetry = () => void refetch()
  if (data !== undefined) {
    return (
      <>
        <ReadBar of={query} failure={failure} goesStale={goesStale} />
        <div className={isStale ? styles.stale : styles.current}>{children(data)}</div>
      </>
    )
  }
  if (!error) return skeleton ?? <LoadingState />
  if (statusOf(error) === 403) return <ForbiddenState permission={permission} />
  if (statusOf(error) === 404) return <EmptyState title={words.goneTitle}>{words.gone}</EmptyState>
  return <ErrorState what={failure} error={error} onRetry={handleRetry} />
}

/** Above what was read: that it may be old, or that reading it again failed. */
export function ReadBar<T>({ of: query, failure, goesStale = false }: Pick<Props<T>, 'of' | 'failure' | 'goesStale'>) {
  const { error, refetch, dataUpdatedAt } = query
  const { now, isCutOff, isStale } = useAge(query, goesStale)
  const handleRetry = useHandler(() => void refetch())
  const cutOff = useCutOffParts(isCutOff, dataUpdatedAt, handleRetry)
  if (isCutOff) return cutOff ? <Stale readAt={cutOff.readAt} now={now} isCutOff onReload={cutOff.reload} /> : null
  if (isStale) return <Stale readAt={dataUpdatedAt} now={now} isCutOff={false} onReload={handleRetry} />
  return error && <ErrorBar what={failure} error={error} onRetry={handleRetry} />
}

function useAge<T>({ data, error, dataUpdatedAt }: UseQueryResult<T>, goesStale: boolean) {
  const now = useMinute()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const isCutOff = data !== undefined && (!isOnline || (error !== null && statusOf(error) === 0))
  return { now, isCutOff, isStale: isCutOff || (goesStale && !error && now - dataUpdatedAt > STALE_AFTER_MS) }
}

const STALE_AFTER_MS = 10 * 60_000

/** 0 when there was no answer at all. */
const statusOf = (error: Error): number => (error instanceof HeddleError ? error.status : -1)

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

type StaleProps = {
  readonly readAt: number
  readonly now: number
  readonly isCutOff: boolean
  readonly onReload: () => void
}

function Stale({ readAt, now, isCutOff, onReload }: StaleProps) {
  const { preferences } = useProfile()
  const age = relativeTime(new Date(readAt).toISOString(), Math.max(now, readAt)) ?? formatTime(readAt, preferences)
  return <StaleBar onReload={onReload}>{isCutOff ? words.cutOff(age) : words.readAt(age)}</StaleBar>
}
