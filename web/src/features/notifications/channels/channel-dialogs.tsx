import { useQueryClient } from '@tanstack/react-query'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { CHANNELS_KEY } from './api.ts'
import { ChannelForm } from './channel-form.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { words } from './words.ts'

/** The dialog that is open, and what it is about. */
export type Opened =
  | { readonly task: 'new' }
  | { readonly task: 'edit' | 'deliveries' | 'delete'; readonly channel: Wire.Channel }
  | { readonly task: 'secret'; readonly secret: string; readonly isRotated: boolean }

type Props = { readonly opened: Opened; readonly onOpen: (opened: Opened | undefined) => void }

export function ChannelDialogs({ opened, onOpen }: Props) {
  const { channels } = useHeddle().notifications
  const cache = useQueryClient()
  const onClose = () => onOpen(undefined)
  const onSecret = (secret: string) => onOpen({ task: 'secret', secret, isRotated: false })
  switch (opened.task) {
    case 'new':
      return <ChannelForm onClose={onClose} onSecret={onSecret} />
    case 'edit':
      return <ChannelForm id={opened.channel.id} onClose={onClose} onSecret={onSecret} />
    case 'deliveries':
      return <DeliveriesDialog channel={opened.channel} onClose={onClose} />
    case 'secret':
      return <SecretDialog secret={opened.secret} isRotated={opened.isRotated} onClose={onClose} />
    case 'delete':
      return (
        <DeleteDialog
          title={words.removeTitle(opened.channel.name)}
          text={words.removeText}
          remove={() => channels.remove(opened.channel.id)}
          onClose={onClose}
          onRemoved={async () => {
            await cache.invalidateQueries({ queryKey: CHANNELS_KEY })
            toast(words.removed)
          }}
        />
      )
  }
}
