import { useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import { words } from '../words.ts'
import { runName } from './run-name.ts'

/** A draft that ran becomes a query, which opens on its canvas. */
export function SaveDraft({ run }: { readonly run: Wire.ExecutionLog }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const mayAdd = useMay('queries.add_savedquery')
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState(run.saved_query_name === null ? '' : runName(run))
  const { canvas, controller_connection: connection } = run
  const save = useWrite({
    mutationFn: () =>
      queries.savedQueries.create({
        ...(canvas as Wire.DraftBody),
        name: name.trim(),
        controller_connection: connection ?? '',
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: QUERIES_KEY })
    },
    next: ({ id }) => linkOptions({ to: '/queries/saved-queries/$id/', params: { id } }),
  })
  const faults = formFaults(save.error, ['name'])
  if (!run.draft || !mayAdd || canvas === null || connection === null) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.saveDraft}</Button>
      {isOpen && (
        <FormDialog
          title={words.saveDraftTitle}
          sending={save}
          faults={faults.general}
          verb={words.save}
          onSubmit={() => save.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p>{words.saveDraftText}</p>
          <TextField
            label={words.name}
            value={name}
            required
            maxLength={200}
            data-autofocus
            faults={faults.of('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  )
}
