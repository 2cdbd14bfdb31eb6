import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Filters } from '../../../components/table.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { queryNames } from '../../../resources/queries.ts'
import { connectionList } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import styles from './run-filters.module.css'

type Search = Partial<Record<string, string>>
type Props = {
  readonly search: Search
  readonly onChange: (changed: Record<string, string | undefined>) => void
  /** At their end. */
  readonly children: ReactNode
}

const ANY = 'any'
const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const STATUSES = [
  { value: ANY, label: words.any },
  { value: 'success' },
  { value: 'failure' },
  { value: 'timeout' },
  { value: 'running' },
]
/** Integers come first among the keys of an object. */
const SINCE = ['any', '1', '7', '30'].map((value) => ({
  value,
  label: words.sinceChoices[value as keyof typeof words.sinceChoices],
}))

/** Which runs are listed. Each choice is a parameter of the address. */
export function RunFilters({ search, onChange, children }: Props) {
  const heddle = useHeddle()
  const mayConnections = useMay('controller.view_connection')
  const queries = useQuery(queryNames(heddle))
  const connections = useQuery({ ...connectionList(heddle), enabled: mayConnections })
  const field = (
    name: string,
    label: string,
    choices: readonly { readonly value: string; readonly label?: string }[],
  ) => (
    <div className={styles.field} data-set={search[name] === undefined ? undefined : true}>
      <ChoiceField
        label={label}
        choices={choices}
        value={search[name] ?? ANY}
        onChange={(value) => onChange({ [name]: value === ANY ? undefined : value })}
      />
    </div>
  )
  const named = (any: string, items: readonly { readonly id: string; readonly name: string }[] = []) => [
    { value: ANY, label: any },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Filters>
      {field('status', words.status, STATUSES)}
      <div className={styles.wide}>{field('saved_query', words.query, named(words.anyQuery, queries.data))}</div>
      {mayConnections && field('controller_connection', words.connection, named(words.anyConnection, connections.data))}
      {field('since', words.when, SINCE)}
      {field(
        'draft',
        words.drafts,
        ['any', 'false', 'true'].map((value) => ({ value, label: words.draftChoices[value as 'any'] })),
      )}
      {field('expectation', words.expectation, choicesOf(words.expectationChoices))}
      {children}
    </Filters>
  )
}
