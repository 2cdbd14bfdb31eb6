import { Button } from '../../../components/button.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useMay } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import styles from '../../../components/connections/cells.module.css'

/** What is done with a connection. */
export type ConnectionTask = 'edit' | 'test' | 'facts' | 'budget' | 'default' | 'delete'

type Props = { readonly connection: Wire.ControllerConnection; readonly onTask: (task: ConnectionTask) => void }

export function ConnectionActions({ connection, onTask }: Props) {
  const mayTest = useMay('controller.test_connection')
  const mayChange = useMay('controller.change_connection')
  const mayDelete = useMay('controller.delete_connection')
  const entries: readonly MenuEntry[] = [
    { text: words.facts, onSelect: () => onTask('facts') },
    { text: words.budget, onSelect: () => onTask('budget') },
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
      <Menu
        label={words.actions(connection.name)}
        entries={entries}
        target={
          <Button look="quiet" aria-label={words.actions(connection.name)}>
            ⋯
          </Button>
        }
      />
    </div>
  )
}
