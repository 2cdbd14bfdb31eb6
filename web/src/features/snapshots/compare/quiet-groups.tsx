import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHeddle } from '../../../lib/session/context.tsx'
import { HISTORY_KEY } from '../../../resources/history.ts'
import type { QuietGrouping } from './comparison.ts'
import { words } from './words.ts'
import styles from './quiet-groups.module.css'

type Props = {
  /** The capture before. */
  readonly capture: string
  readonly grouping: QuietGrouping
  /** Of all rows that differ, also of those that are not shown. */
  readonly changedGroups: readonly string[]
}

/** More names are no longer read, but searched for. */
const MOST_NAMES = 300

/** What has no row in the list: the groups in which nothing changed. */
export function QuietGroups({ capture, grouping, changedGroups }: Props) {
  const { history } = useHeddle()
  const [isOpen, setIsOpen] = useState(false)
  const found = useQuery({
    queryKey: [...HISTORY_KEY, 'groups', capture, grouping],
    queryFn: ({ signal }) => history.snapshots.groups(capture, { by: grouping }, { signal }),
    staleTime: Infinity,
  })
  if (!found.data || found.data.truncated) return null
  const changed = new Set(changedGroups)
  const quiet = found.data.groups.filter((name) => name !== '' && !changed.has(name))
  if (quiet.length === 0) return null
  return (
    <div className={styles.quiet}>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span aria-hidden className={styles.twist}>
          {isOpen ? '▾' : '▸'}
        </span>
        {words.quiet(grouping, quiet)}
      </button>
      {isOpen && (
        <ul aria-label={words.quiet(grouping, quiet)}>
          {quiet.slice(0, MOST_NAMES).map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
          {quiet.length > MOST_NAMES && <li>{words.moreGroups(quiet.length - MOST_NAMES)}</li>}
        </ul>
      )}
    </div>
  )
}
