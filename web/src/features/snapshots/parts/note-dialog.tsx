import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { words } from './words.ts'

type Props = { readonly capture: Pick<Wire.SnapshotItem, 'id' | 'annotation'>; readonly onClose: () => void }

/** What somebody wants others to know about a capture. */
export function NoteDialog({ capture, onClose }: Props) {
  const { history } = useHeddle()
  const cache = useQueryClient()
  const [note, setNote] = useState(capture.annotation ?? '')
  const saving = useWrite({
    mutationFn: () => history.snapshots.annotate(capture.id, { annotation: note === '' ? null : note }),
    onSuccess: async () => {
      onClose()
      toast(words.saved)
      await cache.invalidateQueries({ queryKey: HISTORY_KEY })
    },
  })
  const faults = formFaults(saving.error, ['annotation'])
  return (
    <FormDialog
      title={words.noteTitle}
      sending={saving}
      faults={faults.general}
      verb={words.save}
      leave={words.cancel}
      isDirty={note !== (capture.annotation ?? '')}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <p>{words.noteText}</p>
      <TextArea
        label={words.noteLabel}
        value={note}
        faults={faults.of('annotation')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
