import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { Filters, Growing } from '../../../components/table.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { groupList, permissionList } from '../api.ts'
import { words } from '../words.ts'
import type { UserSearch } from './user-query.ts'

type Props = { readonly search: UserSearch; readonly onChange: (changed: UserSearch) => void }

const ANY = 'any'
const CHOICE_ANY = { value: ANY, label: words.any }

/** Everything that the API can narrow the list by. */
export function UserFilters({ search, onChange }: Props) {
  const heddle = useHeddle()
  const groups = useQuery(groupList(heddle)).data ?? []
  const permissions = useQuery(permissionList(heddle)).data ?? []
  const filter = (name: keyof UserSearch, label: string, choices: readonly { value: string; label?: string }[]) => (
    <ChoiceField
      label={label}
      choices={[CHOICE_ANY, ...choices]}
      value={search[name] ?? ANY}
      onChange={(value) => onChange({ [name]: value === ANY ? undefined : value })}
    />
  )
  return (
    <Filters>
      <Growing>
        <SearchField
          label={words.search}
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text === '' ? undefined : text })}
        />
      </Growing>
      {filter('is_active', words.status, [
        { value: 'true', label: words.active },
        { value: 'false', label: words.inactive },
      ])}
      {filter(
        'group',
        words.group,
        groups.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
      {filter('is_superuser', words.kind, [
        { value: 'true', label: words.superusers },
        { value: 'false', label: words.others },
      ])}
      {filter(
        'permission',
        words.mayDo,
        permissions.map(({ codename }) => ({ value: codename })),
      )}
      <ListViews of="users" search={search} onSearch={onChange} />
    </Filters>
  )
}
