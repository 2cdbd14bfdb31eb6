import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'

type Props = {
  readonly label: string
  readonly faults: readonly string[]
  readonly value: string
  readonly isReadOnly: boolean
  readonly onChange: (value: string) => void
}

/** Another saved query, by name. */
export function QueryField({ label, faults, value, isReadOnly, onChange }: Props) {
  const { queries } = useHeddle()
  const { data, error } = useQuery({
    queryKey: ['queries', 'saved-queries', 'names'],
    queryFn: async ({ signal }) =>
      (await queries.savedQueries.list({ page_size: 200, ordering: 'name' }, { signal })).results,
    staleTime: 60_000,
  })
  return (
    <ChoiceField
      label={label}
      faults={error ? [...faults, words.queryFailure] : faults}
      choices={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? undefined : value}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  )
}
