import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { type FormFaults, formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { SeveralField } from '../../../components/several-field.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { connectionList } from '../../../resources/connections.ts'
import { folderChoices } from '../../../resources/folders.ts'
import { queryNames } from '../../../resources/queries.ts'
import { CHANGES_KEY, packsToCapture } from './api.ts'
import { words } from './words.ts'

const FIELDS = ['name', 'note', 'pack', 'category', 'saved_queries', 'controller_connection']
const KINDS = ['pack', 'category', 'queries'] as const

type Draft = {
  readonly name: string
  readonly note: string
  readonly kind: (typeof KINDS)[number]
  readonly pack: string
  /** The id of a folder. */
  readonly category: string
  readonly queries: readonly string[]
  readonly connection: string | undefined
}

const EMPTY: Draft = { name: '', note: '', kind: 'pack', pack: '', category: '', queries: [], connection: undefined }

/** What is going to change, where, and what is captured and checked around it. */
export function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [draft, setDraft] = useState(EMPTY)
  const { data: connections = [] } = useQuery({
    ...connectionList(heddle),
    enabled: useMay('controller.view_connection'),
  })
  const connection = draft.connection ?? connections.find(({ is_default: isDefault }) => isDefault)?.id
  const open = useWrite({
    mutationFn: () =>
      heddle.history.changes.create({
        ...{ name: draft.name, note: draft.note, controller_connection: connection ?? '' },
        ...whatIn(draft),
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [...CHANGES_KEY, 'list'] })
    },
    next: ({ id }) => linkOptions({ to: '/history/changes/$id', params: { id } }),
  })
  const faults = formFaults(open.error, FIELDS)
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  return (
    <FormDialog
      title={words.open}
      isDirty={draft !== EMPTY}
      sending={open}
      faults={faults.general}
      verb={words.openVerb}
      onSubmit={() => open.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        aria-required
        value={draft.name}
        faults={faults.of('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ChoiceField
        label={words.connection}
        isRequired
        choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
        value={connection}
        faults={faults.of('controller_connection')}
        onChange={(next) => change({ connection: next })}
      />
      <RadioGroup
        label={words.what}
        choices={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'pack' && <PackField value={draft.pack} faults={faults} onChange={(pack) => change({ pack })} />}
      {draft.kind === 'category' && (
        <FolderField value={draft.category} faults={faults} onChange={(category) => change({ category })} />
      )}
      {draft.kind === 'queries' && (
        <QueriesField queries={draft.queries} faults={faults} onChange={(queries) => change({ queries })} />
      )}
      <TextArea
        label={words.note}
        hint={words.noteHint}
        rows={2}
        value={draft.note}
        faults={faults.of('note')}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

/** What is chosen; nothing chosen is for the server to say. */
function whatIn({ kind, pack, category, queries }: Draft): Partial<Wire.ChangeBody> {
  if (kind === 'queries') return { saved_queries: [...queries] }
  if (kind === 'category') return category === '' ? {} : { category: Number(category) }
  return pack === '' ? {} : { pack }
}

type ChoiceProps = {
  readonly value: string
  readonly faults: FormFaults
  readonly onChange: (value: string) => void
}

function PackField({ value, faults, onChange }: ChoiceProps) {
  const { data: packs = [], isSuccess } = useQuery({
    ...packsToCapture(useHeddle()),
    enabled: useMay('packs.view_pack'),
  })
  return (
    <ChoiceField
      label={words.pack}
      isRequired
      choices={packs.map(({ name, title }) => ({ value: name, label: title }))}
      value={value === '' ? undefined : value}
      faults={isSuccess && packs.length === 0 ? [words.noPacks] : faults.of('pack')}
      onChange={onChange}
    />
  )
}

function FolderField({ value, faults, onChange }: ChoiceProps) {
  const { data: folders = [] } = useQuery({ ...folderChoices(useHeddle()), enabled: useMay('queries.view_category') })
  return (
    <ChoiceField
      label={words.category}
      isRequired
      choices={folders}
      value={value === '' ? undefined : value}
      faults={faults.of('category')}
      onChange={onChange}
    />
  )
}

type QueriesProps = {
  readonly queries: readonly string[]
  readonly faults: FormFaults
  readonly onChange: (queries: readonly string[]) => void
}

function QueriesField({ queries, faults, onChange }: QueriesProps) {
  const { data: names = [] } = useQuery({ ...queryNames(useHeddle()), enabled: useMay('queries.view_savedquery') })
  return (
    <SeveralField
      label={words.query}
      chosenLabel={words.queries}
      none={words.noQueries}
      removeLabel={words.without}
      choices={names.map(({ id, name }) => ({ value: id, label: name }))}
      values={queries}
      faults={faults.of('saved_queries')}
      onChange={onChange}
    />
  )
}
