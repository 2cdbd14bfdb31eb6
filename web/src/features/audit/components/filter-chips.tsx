import { Button } from '../../../components/button.tsx'
import { Chip, ChipRemove } from '../../../components/chip.tsx'
import { words } from '../words.ts'
import { type AuditSearch, filtersIn } from './audit-filters.ts'
import styles from './filter-chips.module.css'

type Props = {
  readonly search: AuditSearch
  readonly names: readonly string[]
  readonly onChange: (changed: AuditSearch) => void
}

/** The filters that hold, each of which can be taken away. */
export function FilterChips({ search, names, onChange }: Props) {
  const set = filtersIn(search, names)
  if (set.length === 0) return null
  return (
    <div className={styles.row}>
      <ul aria-label={words.filters} className={styles.chips}>
        {set.map(([name, value]) => (
          <Chip key={name}>
            {words.chip(name, value)}
            <ChipRemove aria-label={words.removeFilter(name)} onClick={() => onChange({ [name]: undefined })} />
          </Chip>
        ))}
      </ul>
      {set.length > 1 && (
        <Button look="link" onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}>
          {words.clear}
        </Button>
      )}
    </div>
  )
}
