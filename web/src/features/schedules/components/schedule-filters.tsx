import { ChoiceField } from '../../../components/choice-field.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { Filters, Growing } from '../../../components/table.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'

export type ScheduleSearch = Readonly<Partial<Record<string, string>>>
type Props = { readonly search: ScheduleSearch; readonly onChange: (changed: ScheduleSearch) => void }

const ANY = 'any'
const STATES = [
  { value: ANY, label: words.anyState },
  { value: 'true', label: words.onlyOn },
  { value: 'false', label: words.onlyOff },
]

/** What the address asks for; what it does not know is left out. */
export const scheduleQuery = (
  { saved_query, search, enabled }: ScheduleSearch,
  page: number,
): Wire.ScheduledTaskListQuery => ({
  page,
  ...(saved_query !== undefined && { saved_query }),
  ...(search !== undefined && { search }),
  ...(enabled !== undefined && { enabled: enabled === 'true' }),
})

/** Which schedules are listed. */
export const ScheduleFilters = ({ search, onChange }: Props) => (
  <Filters>
    <Growing>
      <SearchField
        label={words.find}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text === '' ? undefined : text })}
      />
    </Growing>
    <ChoiceField
      label={words.which}
      choices={STATES}
      value={search.enabled ?? ANY}
      onChange={(value) => onChange({ enabled: value === ANY ? undefined : value })}
    />
    <ListViews of="schedules" search={search} onSearch={onChange} />
  </Filters>
)
