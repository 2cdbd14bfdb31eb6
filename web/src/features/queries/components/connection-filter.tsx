import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { words } from '../words.ts'

const ANY = 'any'

type Props = {
  readonly value: string | undefined
  /** Their connections are known without asking. */
  readonly known: readonly Wire.SavedQueryListItem[]
  readonly onChange: (id: string | undefined) => void
}

/** All connections are read once somebody reaches for them: a page opens with few calls. */
export function ConnectionFilterBox({ value, known, onChange }: Props) {
  const heddle = useHeddle()
  const [isWanted, setIsWanted] = useState(false)
  const mayRead = useMay('controller.view_connection')
  const all = useQuery({ ...connectionList(heddle), enabled: mayRead && (isWanted || value !== undefined) })
  const names = new Map([
    ...known.flatMap(({ controller_connection: id, controller_connection_name: name }) =>
      // Checks of a pack belong to no connection.
      id === null ? [] : [[id, name ?? words.deletedConnection] as const],
    ),
    ...(all.data ?? []).map(({ id, name }) => [id, name] as const),
  ])
  const choices = [...names]
    .map(([id, label]) => ({ value: id, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  const want = () => setIsWanted(true)
  return (
    <div role="presentation" onFocus={want} onPointerEnter={want}>
      <ChoiceField
        label={words.connection}
        isLabelHidden
        choices={[{ value: ANY, label: words.anyConnection }, ...choices]}
        value={value ?? ANY}
        onChange={(id) => onChange(id === ANY ? undefined : id)}
      />
    </div>
  )
}
