import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { queryNames } from '../../../resources/queries.ts'
import { words } from '../words.ts'

type Props = {
  readonly label: string
  readonly inFiles?: string | undefined
  readonly faults: readonly string[]
  readonly value: string
  readonly isReadOnly: boolean
  readonly onChange: (value: string) => void
}

/** Another saved query, by name. */
export function QueryField({ label, inFiles, faults, value, isReadOnly, onChange }: Props) {
  const { data, error } = useQuery(queryNames(useHeddle()))
  return (
    <ChoiceField
      label={label}
      inFiles={inFiles}
      faults={error ? [...faults, words.queryFailure] : faults}
      choices={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? undefined : value}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  )
}
