import { Button } from '../../../components/button.tsx'
import cells from '../../../components/connections/cells.module.css'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from './words.ts'

/** What is done with a channel. */
export type ChannelTask = 'test' | 'edit' | 'deliveries' | 'rotate' | 'unmute' | 'delete'

type Props = { readonly channel: Wire.Channel; readonly onTask: (task: ChannelTask) => void }

/** Those of a group are for administrators; its members may end a mute. */
export function ChannelActions({ channel, onTask }: Props) {
  const { name, group, type, muted } = channel
  const { is_admin: isAdmin } = useProfile()
  const isTheirs = group === null || isAdmin
  const entries: readonly MenuEntry[] = [
    ...(isTheirs ? [{ text: words.deliveries, onSelect: () => onTask('deliveries') }] : []),
    ...(isTheirs ? [{ text: words.edit, onSelect: () => onTask('edit') }] : []),
    ...(isTheirs && type === 'webhook' ? [{ text: words.rotate, onSelect: () => onTask('rotate') }] : []),
    ...(muted.length > 0 ? [{ text: words.unmute, onSelect: () => onTask('unmute') }] : []),
    ...(isTheirs ? ['line' as const, { text: words.remove, isDangerous: true, onSelect: () => onTask('delete') }] : []),
  ]
  return (
    <div className={cells.actions}>
      {isTheirs && (
        <Button onClick={() => onTask('test')} aria-label={words.testOf(name)}>
          {words.test}
        </Button>
      )}
      {entries.length > 0 && (
        <Menu
          label={words.actionsOf(name)}
          entries={entries}
          target={
            <Button look="quiet" aria-label={words.actionsOf(name)}>
              ⋯
            </Button>
          }
        />
      )}
    </div>
  )
}
