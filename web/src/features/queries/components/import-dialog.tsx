import { HeddleError } from '@heddle/client'
import { folderPaths } from '@heddle/domain/query-files/folders.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionChoices } from '../api.ts'
import { words } from '../words.ts'
import type { Category } from './categories.ts'
import styles from './dialogs.module.css'
import { faultsOfQuery, type Imported, readImport } from './read-import.ts'

type Connection = { readonly name: string; readonly isDefault: boolean }
type Props = {
  readonly categories: readonly Category[]
  /** Where the list is just now. */
  readonly category: number | undefined
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}
/** What the user says instead of the file. */
type Chosen = { readonly name?: string; readonly category?: string; readonly connection?: string }

const NOWHERE = 'none'
const MOST_BYTES = 10 * 1024 * 1024

/** One query from a file or the clipboard, or a file of several. What it would change is shown before it does. */
export function ImportDialog({ categories, category, onClose, onDone }: Props) {
  const heddle = useHeddle()
  const { data: connections = [] } = useQuery({
    ...connectionChoices(heddle),
    enabled: useMay('controller.view_connection'),
  })
  const [text, setText] = useState('')
  const [fileFault, setFileFault] = useState<string>()
  const [chosen, setChosen] = useState<Chosen>({})
  const paths = folderPaths(categories.map(({ id, name, parent }) => ({ id, name, parentId: parent })))
  const imported = text.trim() === '' ? undefined : readImport(text)
  const fallback = { category: category === undefined ? undefined : paths.get(category), connections }
  const entry = imported?.kind === 'query' ? entryOf(imported.query, chosen, fallback) : undefined
  const body = imported?.kind === 'file' ? imported.file : entry && { version: 1, saved_queries: [entry] }

  const apply = useMutation({
    mutationFn: () => heddle.queries.import(body),
    onSuccess: async ({ plan }) => {
      onClose()
      await onDone()
      const count = plan.filter(({ kind, action }) => kind === 'saved_query' && action !== 'unchanged').length
      toast(count === 0 ? words.import.nothing : words.import.done(count))
    },
  })
  const plan = useMutation({
    mutationFn: () => heddle.queries.import(body, { dry_run: true }),
    onSuccess: (reply) => {
      if (reply.plan.every(({ action }) => action === 'create' || action === 'unchanged')) apply.mutate()
    },
  })
  const error = plan.error ?? apply.error
  const refused = error instanceof HeddleError ? faultsOfQuery(error.fields, entry?.name ?? '') : {}
  const faults = faultsOf(imported, fileFault, error, refused)
  const isAsking = plan.data !== undefined && !apply.isPending && !apply.error && changes(plan.data).length > 0
  const reset = () => {
    plan.reset()
    apply.reset()
  }
  const choose = (change: Chosen) => {
    reset()
    setChosen((before) => ({ ...before, ...change }))
  }
  const take = (next: string) => {
    reset()
    setFileFault(undefined)
    setChosen({})
    setText(next)
  }

  async function handleFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // So that choosing the same file again is noticed.
    const input = currentTarget
    if (!file) return
    if (file.size > MOST_BYTES) setFileFault(words.import.tooLarge(`${Math.ceil(file.size / 1024 / 1024)} MB`))
    else take(await file.text())
    input.value = ''
  }

  if (isAsking) {
    return (
      <Dialog title={words.import.title} isOpen onClose={onClose} width={560}>
        <p>{entry ? words.import.changes : words.import.changesOfFile}</p>
        <Plan steps={changes(plan.data)} />
        <DialogActions>
          <Button onClick={reset}>{words.import.back}</Button>
          <Button look="primary" onClick={() => apply.mutate()}>
            {words.import.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }

  return (
    <Dialog title={words.import.title} isOpen onClose={onClose} width={560} isDirty={text !== ''}>
      <FormFrame error={error} onSubmit={() => body && faults.length === 0 && plan.mutate()}>
        <FileButton onChange={(event) => void handleFile(event)} />
        <div className={styles.text}>
          <TextArea
            label={words.import.text}
            hint={words.import.hint}
            isCode
            rows={6}
            spellCheck={false}
            value={text}
            onChange={(event) => take(event.currentTarget.value)}
          />
        </div>
        {faults.length > 0 && <Faults faults={faults} />}
        {imported?.kind === 'file' && <p>{words.import.several(imported.count)}</p>}
        {entry && (
          <>
            <TextField
              label={words.import.name}
              value={entry.name}
              faults={refused.name}
              onChange={(event) => choose({ name: event.currentTarget.value })}
            />
            <div className={styles.pair}>
              <ChoiceField
                label={words.category}
                choices={[
                  { value: NOWHERE, label: words.noCategory },
                  ...[...paths.values()].sort().map((path) => ({ value: path })),
                ]}
                value={entry.category ?? NOWHERE}
                faults={refused.category}
                onChange={(path) => choose({ category: path })}
              />
              <ChoiceField
                label={words.connection}
                choices={connections.map(({ name }) => ({ value: name }))}
                value={entry.controller_connection}
                faults={refused.controller_connection ?? missingConnection(entry, connections)}
                onChange={(name) => choose({ connection: name })}
              />
            </div>
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" impossible={whyNot(imported, entry, plan.isPending || apply.isPending)}>
            {words.import.verb}
          </Button>
        </DialogActions>
      </FormFrame>
    </Dialog>
  )
}

type Entry = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly category: string | null
  readonly controller_connection: string | undefined
}

/** The user's choice, else the file's, else where the list is and the default connection. */
function entryOf(
  query: Extract<Imported, { kind: 'query' }>['query'],
  chosen: Chosen,
  { category, connections }: { readonly category: string | undefined; readonly connections: readonly Connection[] },
): Entry {
  const fromFile = typeof query.category === 'string' ? query.category : undefined
  const wanted = chosen.category ?? fromFile ?? category ?? NOWHERE
  const named = typeof query.controller_connection === 'string' ? query.controller_connection : undefined
  const usual =
    connections.find(({ isDefault }) => isDefault) ?? (connections.length === 1 ? connections[0] : undefined)
  return {
    ...query,
    name: chosen.name ?? query.name,
    category: wanted === NOWHERE ? null : wanted,
    controller_connection: chosen.connection ?? named ?? usual?.name,
  }
}

/** Known before the server is asked; without the right to read connections it is the one to ask. */
const missingConnection = (
  { controller_connection: name }: Entry,
  connections: readonly Connection[],
): readonly string[] =>
  name === undefined || connections.length === 0 || connections.some((one) => one.name === name)
    ? []
    : [words.import.noConnection(name)]

function whyNot(imported: Imported | undefined, entry: Entry | undefined, isPending: boolean): string | undefined {
  if (isPending) return words.import.verb
  if (imported === undefined || imported.kind === 'fault') return words.import.hint
  return entry?.name.trim() === '' ? words.import.nameNeeded : undefined
}

type Fault = { readonly place?: string; readonly text: string }
const ON_FIELDS = ['name', 'category', 'controller_connection']

function faultsOf(
  imported: Imported | undefined,
  fileFault: string | undefined,
  error: Error | null,
  refused: Readonly<Record<string, readonly string[]>>,
): readonly Fault[] {
  if (fileFault !== undefined) return [{ text: fileFault }]
  if (imported?.kind === 'fault') return [{ text: imported.fault }]
  if (!error) return []
  const fields = Object.entries(refused)
  if (fields.length === 0) return [{ text: error.message }]
  return fields
    .filter(([place]) => !ON_FIELDS.includes(place) || imported?.kind === 'file')
    .flatMap(([place, messages]) => messages.map((text) => (place === 'non_field_errors' ? { text } : { place, text })))
}

const Faults = ({ faults }: { readonly faults: readonly Fault[] }) => (
  <div role="alert" className={styles.faults}>
    <ul>
      {faults.map(({ place, text }) => (
        <li key={`${place}${text}`}>
          {place !== undefined && <code>{place}</code>}
          {text}
        </li>
      ))}
    </ul>
  </div>
)

function FileButton({ onChange }: { readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  const id = useId()
  return (
    <div className={styles.file}>
      <input id={id} type="file" accept=".json,application/json" onChange={onChange} />
      <label htmlFor={id} className={buttonClass()}>
        {words.import.file}
      </label>
      <span aria-hidden>{words.import.orPaste}</span>
    </div>
  )
}

const changes = ({ plan }: Wire.QueryImportReply): readonly Wire.ImportStep[] =>
  plan.filter(({ action }) => action === 'change' || action === 'delete')

const MOST_PATHS = 6

const Plan = ({ steps }: { readonly steps: readonly Wire.ImportStep[] }) => (
  <ul className={styles.plan}>
    {steps.map(({ action, kind, name, diff }) => (
      <li key={`${kind}${name}`}>
        <span className={styles.kind}>{words.import.actions[action]}</span>
        <span>
          {words.import.kinds[kind]} “{name}”
        </span>
        {diff && (
          <code>
            {[...new Set(diff.map(({ path }) => path))].slice(0, MOST_PATHS).join(', ')}
            {diff.length > MOST_PATHS && ' …'}
          </code>
        )}
      </li>
    ))}
  </ul>
)
