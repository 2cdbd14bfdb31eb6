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
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import type { Category } from './categories.ts'
import styles from './dialogs.module.css'
import { type ChosenForImport, entryOf, type ImportEntry, missingConnection, NOWHERE } from './import-entry.ts'
import { ImportFaults, importFaults } from './import-faults.tsx'
import { changesIn, ImportQuestion } from './import-plan.tsx'
import { faultsOfQuery, type Imported, readImport } from './read-import.ts'

type Props = {
  readonly categories: readonly Category[]
  /** Where the list is just now. */
  readonly category: number | undefined
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

const MOST_BYTES = 10 * 1024 * 1024

/** One query from a file or the clipboard, or a file of several. What it would change is shown before it does. */
export function ImportDialog(props: Props) {
  const { onClose } = props
  const given = useGiven(props)
  const { entry, imported, text } = given
  const { plan, apply, reset } = useImport(given.body, props)
  const error = plan.error ?? apply.error
  const refused = error instanceof HeddleError ? faultsOfQuery(error.fields, entry?.name ?? '') : {}
  const faults = importFaults(imported, given.fileFault, error, refused)
  const steps = plan.data && !apply.isPending && !apply.error ? changesIn(plan.data) : []
  if (steps.length > 0) {
    return (
      <ImportQuestion
        steps={steps}
        isOfFile={entry === undefined}
        onBack={reset}
        onConfirm={() => apply.mutate()}
        onClose={onClose}
      />
    )
  }
  const choose = (chosen: ChosenForImport) => {
    reset()
    given.choose(chosen)
  }
  const take = (next: string) => {
    reset()
    given.take(next)
  }
  return (
    <Dialog title={words.import.title} isOpen onClose={onClose} width={560} isDirty={text !== ''}>
      <FormFrame error={error} onSubmit={() => given.body && faults.length === 0 && plan.mutate()}>
        <FileButton onText={take} onTooLarge={given.refuse} />
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
        {faults.length > 0 && <ImportFaults faults={faults} />}
        {imported?.kind === 'file' && <p>{words.import.several(imported.count)}</p>}
        {entry && <EntryFields entry={entry} given={given} refused={refused} onChoose={choose} />}
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

type Given = ReturnType<typeof useGiven>

/** What was pasted or read from a file, and what the user says instead of it. */
function useGiven({ categories, category }: Props) {
  const mayRead = useMay('controller.view_connection')
  const { data: connections = [] } = useQuery({ ...connectionList(useHeddle()), enabled: mayRead })
  const [text, setText] = useState('')
  const [fileFault, setFileFault] = useState<string>()
  const [chosen, setChosen] = useState<ChosenForImport>({})
  const paths = folderPaths(categories.map(({ id, name, parent }) => ({ id, name, parentId: parent })))
  const imported = text.trim() === '' ? undefined : readImport(text)
  const fallback = { category: category === undefined ? undefined : paths.get(category), connections }
  const entry = imported?.kind === 'query' ? entryOf(imported.query, chosen, fallback) : undefined
  return {
    text,
    imported,
    entry,
    body: imported?.kind === 'file' ? imported.file : entry && { version: 1, saved_queries: [entry] },
    fileFault,
    connections,
    folders: [...paths.values()].sort(),
    choose: (change: ChosenForImport) => setChosen((before) => ({ ...before, ...change })),
    refuse: setFileFault,
    take: (next: string) => {
      setFileFault(undefined)
      setChosen({})
      setText(next)
    },
  }
}

/** Asks the server what the import would do, and does it at once where nothing is changed or deleted. */
function useImport(body: Given['body'], { onClose, onDone }: Props) {
  const { queries } = useHeddle()
  const apply = useMutation({
    mutationFn: () => queries.import(body),
    onSuccess: async ({ plan: steps }) => {
      onClose()
      await onDone()
      const count = steps.filter(({ kind, action }) => kind === 'saved_query' && action !== 'unchanged').length
      toast(count === 0 ? words.import.nothing : words.import.done(count))
    },
  })
  const plan = useMutation({
    mutationFn: () => queries.import(body, { dry_run: true }),
    onSuccess: (reply) => {
      if (changesIn(reply).length === 0) apply.mutate()
    },
  })
  const reset = () => {
    plan.reset()
    apply.reset()
  }
  return { plan, apply, reset }
}

type FieldsProps = {
  readonly entry: ImportEntry
  readonly given: Given
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly onChoose: (chosen: ChosenForImport) => void
}

function EntryFields({ entry, given: { connections, folders }, refused, onChoose }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.import.name}
        value={entry.name}
        faults={refused.name}
        onChange={(event) => onChoose({ name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <ChoiceField
          label={words.category}
          choices={[{ value: NOWHERE, label: words.noCategory }, ...folders.map((path) => ({ value: path }))]}
          value={entry.category ?? NOWHERE}
          faults={refused.category}
          onChange={(category) => onChoose({ category })}
        />
        <ChoiceField
          label={words.connection}
          choices={connections.map(({ name }) => ({ value: name }))}
          value={entry.controller_connection}
          faults={refused.controller_connection ?? missingConnection(entry, connections)}
          onChange={(connection) => onChoose({ connection })}
        />
      </div>
    </>
  )
}

function whyNot(
  imported: Imported | undefined,
  entry: ImportEntry | undefined,
  isPending: boolean,
): string | undefined {
  if (isPending) return words.import.verb
  if (imported === undefined || imported.kind === 'fault') return words.import.hint
  return entry?.name.trim() === '' ? words.import.nameNeeded : undefined
}

type FileProps = { readonly onText: (text: string) => void; readonly onTooLarge: (fault: string) => void }

function FileButton({ onText, onTooLarge }: FileProps) {
  const id = useId()
  const handleFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0]
    if (!file) return
    if (file.size > MOST_BYTES) onTooLarge(words.import.tooLarge(`${Math.ceil(file.size / 1024 / 1024)} MB`))
    else onText(await file.text())
    // So that choosing the same file again is noticed.
    input.value = ''
  }
  return (
    <div className={styles.file}>
      <input id={id} type="file" accept=".json,application/json" onChange={(event) => void handleFile(event)} />
      <label htmlFor={id} className={buttonClass()}>
        {words.import.file}
      </label>
      <span aria-hidden>{words.import.orPaste}</span>
    </div>
  )
}
