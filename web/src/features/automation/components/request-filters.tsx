import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Filters } from '../../../components/table.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { templateNames } from '../api.ts'
import { words } from '../words.ts'
import styles from './automation.module.css'

export type RequestSearch = Partial<Record<string, string>>
type Props = { readonly search: RequestSearch; readonly onChange: (changed: RequestSearch) => void }

const ANY = 'any'
const STATUSES = [
  { value: ANY, label: words.anyStatus },
  ...(['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const).map((value) => ({
    value,
    label: words.statuses[value],
  })),
]

/** Which requests are listed. Each choice is a parameter of the address. */
export function RequestFilters({ search, onChange }: Props) {
  const { username } = useProfile()
  const templates = useQuery({ ...templateNames(useHeddle()), enabled: useMay('automation.view_template') })
  const set = (name: string) => (value: string) => onChange({ [name]: value === ANY ? undefined : value })
  const users = [
    { value: ANY, label: words.everybody },
    { value: username, label: words.mine },
    ...(search.user === undefined || search.user === username ? [] : [{ value: search.user }]),
  ]
  return (
    <Filters>
      <div className={styles.filter}>
        <ChoiceField label={words.status} choices={STATUSES} value={search.status ?? ANY} onChange={set('status')} />
      </div>
      {templates.data && (
        <div className={styles.wideFilter}>
          <ChoiceField
            label={words.template}
            choices={[
              { value: ANY, label: words.anyTemplate },
              ...templates.data.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={search.template ?? ANY}
            onChange={set('template')}
          />
        </div>
      )}
      <div className={styles.filter}>
        <ChoiceField label={words.user} choices={users} value={search.user ?? ANY} onChange={set('user')} />
      </div>
      <ListViews of="requests" search={search} onSearch={onChange} />
    </Filters>
  )
}
