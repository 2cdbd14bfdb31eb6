import { useQuery } from '@tanstack/react-query'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { queriesThrough } from '../api.ts'
import { words } from '../words.ts'

type Props = {
  readonly connection: Wire.ControllerConnection
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

export function DeleteConnection({ connection: { id, name }, onClose, onDone }: Props) {
  const heddle = useHeddle()
  const { data: queries } = useQuery({ ...queriesThrough(heddle, id), enabled: useMay('queries.view_savedquery') })
  return (
    <DeleteDialog
      title={words.removeTitle(name)}
      text={words.removeText(queries)}
      remove={() => heddle.controller.connections.remove(id)}
      onClose={onClose}
      onRemoved={async () => {
        await onDone()
        toast(words.removed(name))
      }}
    />
  )
}
