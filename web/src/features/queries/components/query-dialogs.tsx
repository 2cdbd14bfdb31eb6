import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { capturesByQuery } from '../../../resources/history.ts'
import { type QueryRef, schedulesOf } from '../api.ts'
import { words } from '../words.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { type Category, pathOf } from './categories.ts'
import styles from './dialogs.module.css'
import { QuotaNote } from './quota-note.tsx'

type Closing = { readonly onClose: () => void; readonly onDone: () => Promise<void> }
type OfQueries = Closing & { readonly queries: readonly QueryRef[] }

const NOWHERE = 'none'

const categoryChoices = (categories: readonly Category[]) => [
  { value: NOWHERE, label: words.noCategory },
  ...categories
    .map(({ id }) => ({ value: String(id), label: pathOf(id, categories) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en')),
]

const nameOfOne = (queries: readonly QueryRef[]): string | undefined =>
  queries.length === 1 ? queries[0]!.name : undefined

type MoveProps = OfQueries & { readonly categories: readonly Category[]; readonly from?: number | null }

export function MoveDialog({ queries, categories, from = null, onClose, onDone }: MoveProps) {
  const { savedQueries } = useHeddle().queries
  const [target, setTarget] = useState(from === null ? NOWHERE : String(from))
  const category = target === NOWHERE ? null : Number(target)
  return (
    <BulkDialog
      title={words.moveDialog.title(nameOfOne(queries), queries.length)}
      queries={queries}
      verb={words.moveDialog.verb}
      act={({ id }, options) => savedQueries.update(id, { category }, options)}
      doneText={words.moveDialog.done}
      failedText={words.moveDialog.failed}
      onClose={onClose}
      onDone={onDone}
    >
      <ChoiceField label={words.category} choices={categoryChoices(categories)} value={target} onChange={setTarget} />
    </BulkDialog>
  )
}

export function DuplicateDialog({ queries, onClose, onDone }: OfQueries) {
  const { savedQueries } = useHeddle().queries
  return (
    <BulkDialog
      title={words.duplicateDialog.title(queries.length)}
      queries={queries}
      verb={words.duplicateDialog.verb}
      act={({ id }, options) => savedQueries.duplicate(id, undefined, options)}
      doneText={words.duplicateDialog.done}
      failedText={words.duplicateDialog.failed}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{words.duplicateDialog.text}</p>
      <QuotaNote />
    </BulkDialog>
  )
}

/** Says what goes with the queries, and what stays, before they are deleted. */
export function DeleteQueriesDialog({ queries, onClose, onDone }: OfQueries) {
  const { savedQueries } = useHeddle().queries
  return (
    <BulkDialog
      title={words.removeDialog.title(nameOfOne(queries), queries.length)}
      queries={queries}
      verb={words.removeDialog.verb}
      isDangerous
      act={({ id }, options) => savedQueries.remove(id, options)}
      doneText={words.removeDialog.done}
      failedText={words.removeDialog.failed}
      onClose={onClose}
      onDone={onDone}
    >
      {queries.length > 1 && (
        <ul className={styles.names}>
          {queries.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
      <Consequences queries={queries} />
    </BulkDialog>
  )
}

function Consequences({ queries }: { readonly queries: readonly QueryRef[] }) {
  const heddle = useHeddle()
  const ids = queries.map(({ id }) => id)
  const { data: schedules = [] } = useQuery({
    ...schedulesOf(heddle, ids),
    enabled: useMay('queries.view_scheduledtask'),
  })
  const { data: snapshots } = useQuery({ ...capturesByQuery(heddle), enabled: useMay('history.view_snapshot') })
  const kept = ids.reduce((sum, id) => sum + (snapshots?.get(id)?.snapshot_count ?? 0), 0)
  return (
    <div className={styles.consequences}>
      <p>{words.removeDialog.versions}</p>
      {schedules.length > 0 && (
        <div>
          <p>{words.removeDialog.schedules}</p>
          <ul>
            {schedules.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {kept > 0 && <p>{words.removeDialog.snapshots(kept)}</p>}
      <p>{words.removeDialog.lookups}</p>
    </div>
  )
}

/** Its name and description; the canvas stays, so there is no new version. */
export const RenameDialog = ({ query, ...closing }: Closing & { readonly query: Wire.SavedQueryListItem }) => (
  <Edited kind={['query']} id={query.id} read={useHeddle().queries.savedQueries.get} onClose={closing.onClose}>
    {(read) => read && <RenameForm query={read} {...closing} />}
  </Edited>
)

type RenameProps = Closing & { readonly query: Wire.SavedQuery & { readonly etag: string } }

function RenameForm({ query, onClose, onDone }: RenameProps) {
  const { savedQueries } = useHeddle().queries
  const [name, setName] = useState(query.name)
  const [description, setDescription] = useState(query.description)
  const save = useMutation({
    mutationFn: () => savedQueries.update(query.id, { name, description }, ifStill(query)),
    onSuccess: async () => {
      onClose()
      await onDone()
      toast(words.renamed(name))
    },
  })
  const faults = formFaults(save.error, ['name', 'description'])
  const isDirty = name !== query.name || description !== query.description
  return (
    <FormDialog
      title={words.renameDialog.title(query.name)}
      isDirty={isDirty}
      sending={save}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        faults={faults.of('name')}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextArea
        label={words.description}
        rows={3}
        value={description}
        faults={faults.of('description')}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
