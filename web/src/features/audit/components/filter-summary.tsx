import { formatTime } from '../../../lib/time/format-time.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { ViewMenu } from '../../../components/rows-grid/view-menu.tsx'
import { words } from '../words.ts'
import { type AuditSearch, filtersIn } from './audit-filters.ts'
import styles from './filter-chips.module.css'
import { filtersInWords } from './filters-in-words.ts'

type Props = {
  /** What saved filters belong to. */
  readonly place: string
  /** What is listed: "Entries". */
  readonly what: string
  readonly search: AuditSearch
  readonly names: readonly string[]
  readonly onChange: (changed: AuditSearch) => void
}

/** The filters as a sentence, and those that were given a name. */
export function FilterSummary({ place, what, search, names, onChange }: Props) {
  const { preferences } = useProfile()
  const sentence = filtersInWords(search, (instant) => formatTime(instant, preferences))
  const none = Object.fromEntries(names.map((name) => [name, undefined]))
  return (
    <div className={styles.summary}>
      <ViewMenu
        place={place}
        view={Object.fromEntries(filtersIn(search, names))}
        onView={(view) => onChange({ ...none, ...view })}
      />
      <p role="status">{words.listed(what, sentence)}</p>
    </div>
  )
}
