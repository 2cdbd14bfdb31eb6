import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import type { ReadQuery } from '../api.ts'
import { useAddress } from './use-address.ts'
import type { WorkspaceConnection } from './use-connection.ts'
import { words } from './words.ts'

type Props = {
  readonly connection: WorkspaceConnection
  readonly base: ReadQuery | undefined
}

/** Which fabric is asked. */
export function ConnectionMenu({ connection: { all, selected, want }, base }: Props) {
  const { change } = useAddress()
  // The query knows the name before the list is there.
  const shown = all.find(({ id }) => id === selected)?.name ?? base?.controller_connection_name ?? undefined
  if (all.length === 0 && shown === undefined)
    return <Button impossible={words.noConnections}>{words.chooseConnection}</Button>
  return (
    <Menu
      label={words.connection}
      onOpen={want}
      target={
        <Button title={words.connection}>
          {shown ?? words.chooseConnection} <span aria-hidden>▾</span>
        </Button>
      }
      entries={all.map(({ id, name, host }) => ({
        text: name,
        note: id === selected ? '✓' : host,
        onSelect: () => change({ connection: id === base?.controller_connection ? undefined : id }),
      }))}
    />
  )
}
