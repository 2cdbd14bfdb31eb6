import { Button } from '../../../components/button.tsx'
import styles from '../../../components/connections/cells.module.css'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useMay } from '../../../lib/session/context.tsx'
import { words } from './words.ts'

/** What is done with a connection. */
export type ServerTask = 'edit' | 'test' | 'default' | 'delete'

type Props = { readonly connection: Wire.AutomationConnection; readonly onTask: (task: ServerTask) => void }

export function ServerActions({ connection, onTask }: Props) {
  const mayTest = useMay('automation.test_connection')
  const mayChange = useMay('automation.change_connection')
  const mayDelete = useMay('automation.delete_connection')
  const entries: readonly MenuEntry[] = [
    ...(mayChange ? [{ text: words.edit, onSelect: () => onTask('edit') }] : []),
    ...(mayChange && !connection.is_default ? [{ text: words.makeDefault, onSelect: () => onTask('default') }] : []),
    ...(mayDelete
      ? ['line' as const, { text: words.remove, isDangerous: true, onSelect: () => onTask('delete') }]
      : []),
  ]
  return (
    <div className={styles.actions}>
      {mayTest && (
        <Button onClick={() => onTask('test')} aria-label={`${words.test} ${connection.name}`}>
          {words.test}
        </Button>
      )}
      {entries.length > 0 && (
        <Menu
          label={words.actions(connection.name)}
          entries={entries}
          target={
            <Button look="quiet" aria-label={words.actions(connection.name)}>
              ⋯
            </Button>
          }
        />
      )}
    </div>
  )
}
