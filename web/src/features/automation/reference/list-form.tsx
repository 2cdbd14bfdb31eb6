import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ifStill } from '../../../components/edited.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { type FormFaults, formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { queryNames } from '../../../resources/queries.ts'
import { NameFields } from './name-fields.tsx'
import { useSaving } from './use-saving.ts'
import { words } from './words.ts'

type Read = Wire.ValidationList & { readonly etag: string }
type Draft = ReturnType<typeof draftOf>

const draftOf = (list: Read | undefined) => ({
  name: list?.name ?? '',
  description: list?.description ?? '',
  type: list?.source.type ?? ('static' as const),
  query: list?.source.saved_query ?? '',
  column: list?.source.column ?? '',
  values: list?.source.type === 'static' ? list.values.join('\n') : '',
})

const valuesIn = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

const bodyOf = ({ name, description, type, query, column, values }: Draft): Wire.ValidationListWrite => ({
  name,
  description,
  ...(type === 'static'
    ? { source: 'static', values: valuesIn(values) }
    : { source: { type, saved_query: query === '' ? null : query, column: column === '' ? null : column } }),
})

const SOURCES = (['static', 'saved_query', 'snapshot'] as const).map((value) => ({
  value,
  label: words.sources[value],
}))
const FIELDS = ['name', 'description', 'source.saved_query', 'source.column', 'source', 'values']

type Props = { readonly list: Read | undefined; readonly onClose: () => void }

/** A list of values, typed or bound to the column of a query. */
export function ListForm({ list, onClose }: Props) {
  const api = useHeddle().automation.validationLists
  const [stored] = useState(() => draftOf(list))
  const [draft, setDraft] = useState(stored)
  const saving = useSaving(
    (body: Wire.ValidationListWrite) => (list ? api.update(list.id, body, ifStill(list)) : api.create(body)),
    onClose,
  )
  const faults = formFaults(saving.error, FIELDS)
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <FormDialog
      title={list ? words.editTitle(list.name) : words.create.lists}
      width={520}
      isDirty={JSON.stringify(draft) !== JSON.stringify(stored) && !saving.isSuccess}
      sending={saving}
      faults={[...faults.general, ...faults.of('source')]}
      verb={words.save}
      onSubmit={() => saving.mutate(bodyOf(draft))}
      onClose={onClose}
    >
      <NameFields draft={draft} faults={faults} onChange={change} />
      <RadioGroup label={words.source} choices={SOURCES} value={draft.type} onChange={(type) => change({ type })} />
      {draft.type === 'static' ? (
        <TextArea
          label={words.values}
          hint={words.valuesHint(valuesIn(draft.values).length)}
          isCode
          rows={8}
          spellCheck={false}
          value={draft.values}
          faults={faults.of('values')}
          onChange={(event) => change({ values: event.currentTarget.value })}
        />
      ) : (
        <BoundFields draft={draft} faults={faults} onChange={change} />
      )}
    </FormDialog>
  )
}

type BoundProps = {
  readonly draft: Draft
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<Draft>) => void
}

function BoundFields({ draft, faults, onChange }: BoundProps) {
  const queries = useQuery({ ...queryNames(useHeddle()), enabled: useMay('queries.view_savedquery') }).data ?? []
  return (
    <>
      <ChoiceField
        label={words.query}
        isRequired
        choices={queries.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.query === '' ? undefined : draft.query}
        faults={faults.of('source.saved_query')}
        onChange={(query) => onChange({ query })}
      />
      <TextField
        label={words.column}
        hint={words.boundHint}
        isCode
        aria-required
        spellCheck={false}
        value={draft.column}
        faults={faults.of('source.column')}
        onChange={(event) => onChange({ column: event.currentTarget.value })}
      />
    </>
  )
}
