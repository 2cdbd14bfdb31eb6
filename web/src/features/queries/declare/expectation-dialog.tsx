import { type ReactNode, useMemo, useState } from 'react'
import { useRulesState } from '../../../canvas/rules/use-rules.ts'
import { ExpressionField } from '../../../canvas/steps/fields/expression-field.tsx'
import { StepFormContext } from '../../../canvas/steps/form-context.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { SuggestField } from '../../../components/suggest-field.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import styles from './declared.module.css'
import {
  CHANGE_KINDS,
  type Expectation,
  type ExpectationForm,
  expectationOfForm,
  formOfExpectation,
  NOTHING_EXPECTED,
} from './expectation-form.ts'
import { ExpectationPreview, useJudged } from './expectation-preview.tsx'
import type { FieldsProps } from './fields-props.ts'
import { GuidanceFields } from './guidance-fields.tsx'
import { words } from './words.ts'

const text = words.expectation

const FIELDS = [
  'expect.rows.min',
  'expect.rows.max',
  'expect.rows',
  'expect.every',
  'expect.changes',
  'expect.changes.added.max',
  'expect.changes.removed.max',
  'expect.changes.changed.max',
  'expect.against',
  'severity',
  'look',
  'resource',
].concat(['reason', 'when', 'why', 'remedy', 'links', 'expect'])
/** What a condition knows; `has_class` is a function. */
const FACTS = ['version', 'lowest_switch', 'highest_switch', 'nodes', 'leafs', 'spines', 'controllers', 'pods']
const ROWS = Object.keys(text.rows) as readonly ExpectationForm['rows'][]
const SEVERITIES = Object.keys(text.severities) as readonly ExpectationForm['severity'][]

type Props = {
  readonly query: Expectation & Pick<Wire.SavedQuery, 'parameters'>
  /** The last run that gave rows, with the values of its variables. */
  readonly ran: { readonly log: Wire.ExecutionLog } | undefined
  readonly sending: { readonly error: Error | null; readonly isPending: boolean }
  readonly onSave: (expectation: Expectation) => void
  readonly onClose: () => void
}

/** Says what is expected of the rows, beside what the last ones would have said to it. */
export function ExpectationDialog({ query, ran, sending, onSave, onClose }: Props) {
  const [first] = useState(() => formOfExpectation(query))
  const [form, setForm] = useState(first)
  const expectation = expectationOfForm(form)
  const { expect, resource, reason, look, when } = expectation
  const isNothing = expect === null
  const judged = useJudged(
    {
      expectation: { expect, resource, reason, look, when },
      parameters: query.parameters.map(({ name }) => ({ name })),
      variables: ran?.log.variables ?? {},
    },
    ran?.log,
  )
  const sent = formFaults(sending.error, FIELDS)
  const faultsAt = (field: string) => [...new Set([...(judged?.faults[field] ?? []), ...sent.of(field)])]
  return (
    <FormDialog
      title={text.dialogTitle}
      width={720}
      isDirty={form !== first}
      sending={sending}
      faults={[...sent.general, ...sent.of('expect')]}
      verb={words.save}
      more={query.expect && <Button onClick={() => onSave(NOTHING_EXPECTED)}>{text.clear}</Button>}
      onSubmit={() => onSave(expectation)}
      onClose={onClose}
    >
      <Fields
        form={form}
        parameters={query.parameters}
        columns={ran?.log.columns ?? []}
        faultsAt={faultsAt}
        onChange={(next) => setForm({ ...form, ...next })}
      />
      <ExpectationPreview judged={judged} isNothing={isNothing} log={ran?.log} />
    </FormDialog>
  )
}

function Fields({
  parameters,
  columns,
  ...fields
}: FieldsProps & { readonly parameters: readonly Wire.Parameter[]; readonly columns: readonly string[] }) {
  const { form, faultsAt, onChange } = fields
  const facts = useMemo(
    () => [...FACTS.map((name) => `fabric.${name}`), ...parameters.map(({ name }) => `params.${name}`)],
    [parameters],
  )
  return (
    <>
      <RowCount {...fields} />
      <Completed columns={columns}>
        <ExpressionField
          label={text.everyRow}
          hint={text.everyHint}
          faults={faultsAt('expect.every')}
          value={form.every}
          onChange={(every) => onChange({ every })}
        />
      </Completed>
      <Changes {...fields} />
      <div className={styles.pair}>
        <ChoiceField
          label={text.severity}
          choices={SEVERITIES.map((value) => ({ value, label: text.severities[value] }))}
          value={form.severity}
          faults={faultsAt('severity')}
          onChange={(severity) => onChange({ severity })}
        />
        <SuggestField
          label={text.resource}
          isCode
          suggestions={columns.map((value) => ({ value }))}
          value={form.resource}
          faults={faultsAt('resource')}
          onChange={(resource) => onChange({ resource })}
        />
      </div>
      <CheckField
        label={text.look}
        checked={form.isForPerson}
        onChange={(event) => onChange({ isForPerson: event.currentTarget.checked })}
      />
      <TextField
        label={text.reason}
        hint={text.reasonHint}
        value={form.reason}
        faults={faultsAt('reason')}
        onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
      />
      <Completed columns={facts}>
        <ExpressionField
          label={text.when}
          hint={text.whenHint}
          faults={faultsAt('when')}
          value={form.when}
          onChange={(when) => onChange({ when })}
        />
      </Completed>
      <GuidanceFields {...fields} />
    </>
  )
}

function RowCount({ form, faultsAt, onChange }: FieldsProps) {
  return (
    <>
      <ChoiceField
        label={text.rowCount}
        choices={ROWS.map((value) => ({ value, label: text.rows[value] }))}
        value={form.rows}
        faults={faultsAt('expect.rows')}
        onChange={(rows) => onChange({ rows })}
      />
      {form.rows === 'bounds' && (
        <div className={styles.pair}>
          {(['min', 'max'] as const).map((bound) => (
            <TextField
              key={bound}
              label={text[bound]}
              isCode
              inputMode="numeric"
              value={form[bound]}
              faults={faultsAt(`expect.rows.${bound}`)}
              onChange={({ currentTarget: { value } }) => onChange({ [bound]: value })}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** How much may differ from the capture before. */
function Changes({ form, faultsAt, onChange }: FieldsProps) {
  const general = [...faultsAt('expect.changes'), ...faultsAt('expect.against')]
  return (
    <fieldset className={styles.links}>
      <legend>{text.changes}</legend>
      <div className={styles.pair}>
        {CHANGE_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={text.mostChanges[kind]}
            isCode
            inputMode="numeric"
            value={form.changes[kind]}
            faults={[...faultsAt(`expect.changes.${kind}.max`), ...general]}
            onChange={({ currentTarget: { value } }) => onChange({ changes: { ...form.changes, [kind]: value } })}
          />
        ))}
      </div>
      <p className={styles.facts}>{text.changesHint}</p>
    </fieldset>
  )
}

/** What an expression field offers while one types. */
function Completed({ columns, children }: { readonly columns: readonly string[]; readonly children: ReactNode }) {
  const vocabulary = useRulesState('vocabulary')
  const form = useMemo(
    () => ({
      type: 'expect',
      columns,
      vocabulary: vocabulary ?? { steps: [], functions: [], methods: [], dnParts: [] },
      isReadOnly: false,
      faultsAt: () => [],
      remediesAt: () => [],
    }),
    [columns, vocabulary],
  )
  return <StepFormContext value={form}>{children}</StepFormContext>
}
