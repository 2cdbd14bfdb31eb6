import { useQuery } from '@tanstack/react-query'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { templatesThrough } from './api.ts'
import { words } from './words.ts'

type Props = {
  readonly connection: Wire.AutomationConnection
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

export function DeleteServer({ connection: { id, name }, onClose, onDone }: Props) {
  const heddle = useHeddle()
  const { data: templates } = useQuery({
    ...templatesThrough(heddle, id),
    enabled: useMay('automation.view_template'),
  })
  return (
    <DeleteDialog
      title={words.removeTitle(name)}
      text={words.removeText(templates)}
      remove={() => heddle.automation.connections.remove(id)}
      onClose={onClose}
      onRemoved={async () => {
        await onDone()
        toast(words.removed(name))
      }}
    />
  )
}
