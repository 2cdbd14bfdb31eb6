import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'

type Props = {
  readonly connections: readonly Wire.ControllerConnection[]
  readonly selected: string | undefined
  /** Known from the query before the list is there. */
  readonly name: string | undefined
  readonly onOpen: () => void
  readonly onSelect: (id: string) => void
}

/** Which fabric is asked. */
export function ConnectionMenu({ connections, selected, name, onOpen, onSelect }: Props) {
  const shown = connections.find(({ id }) => id === selected)?.name ?? name
  if (connections.length === 0 && shown === undefined)
    return <Button impossible={words.noConnections}>{words.chooseConnection}</Button>
  return (
    <Menu
      label={words.connection}
      onOpen={onOpen}
      target={
        <Button title={words.connection}>
          {shown ?? words.chooseConnection} <span aria-hidden>▾</span>
        </Button>
      }
      entries={connections.map((connection) => ({
        text: connection.name,
        note: connection.id === selected ? '✓' : connection.host,
        onSelect: () => onSelect(connection.id),
      }))}
    />
  )
}
