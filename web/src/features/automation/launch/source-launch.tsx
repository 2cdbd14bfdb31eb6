import { useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { type FormFaults, formFaults } from '../../../components/form-faults.ts'
import { SuggestField } from '../../../components/suggest-field.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { type MappingDraft, mappingOf } from '../../../resources/row-mapping.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from '../launch-words.ts'
import { DryRunDialog } from './dry-run-dialog.tsx'
import styles from './launch.module.css'
import { knownMapping } from './mapping.ts'
import type { RowSource } from './row-source.ts'
import { useRememberedMapping } from './use-remembered-mapping.ts'
import { type Expectation, VerifyFields } from './verify-fields.tsx'

type Props = {
  readonly template: Wire.AutomationTemplate
  readonly source: RowSource
  /** Which rows somebody selected; an expression. */
  readonly chosen?: string | undefined
}

const FIELDS = ['mapping', 'filter', 'comment', 'verify_after']

/** Rows that a query, a capture or a comparison has: which columns they give, and what is expected afterwards. */
export function SourceLaunch({ template, source, chosen = '' }: Props) {
  const names = template.schema.map(({ name }) => name)
  const { mapping, setMapping, isKnown, keep } = useMapping(template.id, names, source.columns)
  const [filter, setFilter] = useState(chosen)
  const [comment, setComment] = useState('')
  const [expect, setExpect] = useState<Expectation>('none')
  const [keys, setKeys] = useState(source.columns.includes('dn') ? 'dn' : '')
  const body: Wire.LaunchBody = {
    rows_from: source.rowsFrom,
    mapping: mappingOf(mapping, source.columns),
    ...(filter.trim() !== '' && { filter }),
    ...(comment !== '' && { comment }),
    ...(expect !== 'none' && { verify_after: { expect, by: keys.split(',').map((key) => key.trim()) } }),
  }
  const { ask, launch, error } = useSourceLaunch(template.id, keep)
  const faults = formFaults(error, FIELDS)
  return (
    <div className={styles.source}>
      <FormFrame
        error={error}
        faults={[...faults.general, ...faultsOfNoColumn(faults, names)]}
        onSubmit={() => ask.mutate(body)}
      >
        <p>{words.from[source.kind]}</p>
        <MappingFields
          {...{ names, mapping, faults }}
          columns={source.columns}
          isKnown={isKnown}
          onMapping={setMapping}
        />
        <TextField
          label={words.filter}
          hint={words.filterHint}
          isCode
          spellCheck={false}
          value={filter}
          faults={faults.of('filter')}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        {source.kind !== 'comparison' && (
          <VerifyFields
            expect={expect}
            keys={keys}
            faults={faults.of('verify_after')}
            onExpect={setExpect}
            onKeys={setKeys}
          />
        )}
        <TextField
          label={words.comment}
          value={comment}
          maxLength={10_000}
          faults={faults.of('comment')}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" look="primary" impossible={ask.isPending ? words.reading : undefined}>
            {words.showRows}
          </Button>
        </div>
      </FormFrame>
      {ask.data && (
        <DryRunDialog
          plan={ask.data}
          onClose={ask.reset}
          launch={
            <Button
              look="primary"
              impossible={launch.isPending ? words.launching : undefined}
              onClick={() => launch.mutate(body)}
            >
              {words.launch}
            </Button>
          }
        />
      )}
    </div>
  )
}

/** What each column takes, beginning with what was given at the last launch. */
function useMapping(template: string, names: readonly string[], columns: readonly string[]) {
  const remembered = useRememberedMapping(template)
  const [first] = useState<MappingDraft>(() => knownMapping(names, columns, remembered.mapping))
  const [mapping, setMapping] = useState(first)
  return {
    mapping,
    setMapping,
    isKnown: remembered.mapping !== undefined && names.every((name) => first[name] !== ''),
    keep: () => remembered.keep(mappingOf(mapping, columns)),
  }
}

type MappingProps = {
  readonly names: readonly string[]
  readonly columns: readonly string[]
  readonly mapping: MappingDraft
  readonly faults: FormFaults
  /** It is that of the last launch, and complete. */
  readonly isKnown: boolean
  readonly onMapping: (mapping: MappingDraft) => void
}

/** What each column takes. What was launched like this before is folded, unless something is wrong with it. */
function MappingFields({ names, columns, mapping, faults, isKnown, onMapping }: MappingProps) {
  const fields = (
    <>
      {names.map((name) => (
        <SuggestField
          key={name}
          label={name}
          isCode
          suggestions={columns.map((value) => ({ value }))}
          value={mapping[name] ?? ''}
          faults={faultsOfColumn(faults, name)}
          onChange={(text) => onMapping({ ...mapping, [name]: text })}
        />
      ))}
      <p className={styles.hint}>{words.mappingHint}</p>
    </>
  )
  if (!isKnown) return fields
  return (
    <details open={faults.of('mapping').length > 0}>
      <summary>{words.asBefore(names.map((name) => `${name}: ${mapping[name] ?? ''}`).join(', '))}</summary>
      <div className={styles.source}>{fields}</div>
    </details>
  )
}

const isAbout = (name: string) => (message: string) => message.startsWith(`${name}: `)

const faultsOfColumn = (faults: FormFaults, name: string): readonly string[] =>
  faults.of('mapping').filter(isAbout(name))

const faultsOfNoColumn = (faults: FormFaults, names: readonly string[]): readonly string[] =>
  faults.of('mapping').filter((message) => !names.some((name) => isAbout(name)(message)))

function useSourceLaunch(template: string, onLaunched: () => void) {
  const { templates } = useHeddle().automation
  const cache = useQueryClient()
  const ask = useWrite({
    mutationFn: (body: Wire.LaunchBody) => templates.launch(template, body, { dry_run: true }),
  })
  const launch = useWrite({
    mutationFn: (body: Wire.LaunchBody) => templates.launch(template, body),
    onSuccess: async () => {
      onLaunched()
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
    next: ({ id }) => linkOptions({ to: '/automation/requests/$id', params: { id } }),
    // The form says why.
    onError: () => ask.reset(),
  })
  return { ask, launch, error: ask.error ?? launch.error }
}
