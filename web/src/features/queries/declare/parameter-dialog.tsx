import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { useState } from 'react'
import { QueryField } from '../../../canvas/steps/fields/query-field.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextArea, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import styles from './declared.module.css'
import {
  type ChoicesBy,
  formOfParameter,
  parameterOfForm,
  type ParameterForm,
  withParameter,
} from './parameter-form.ts'
import { words } from './words.ts'

const text = words.parameters

const TYPES = Object.keys(text.types) as readonly (keyof typeof text.types)[]
const FIELDS = ['name', 'label', 'type', 'default', 'choices', 'choices_from.saved_query', 'choices_from.column']

type Props = {
  readonly parameters: readonly Wire.Parameter[]
  /** What is edited, or what a new one is called to begin with. */
  readonly name: string | undefined
  readonly sending: { readonly error: Error | null; readonly isPending: boolean }
  readonly onSave: (parameters: readonly Wire.Parameter[]) => void
  readonly onClose: () => void
}

/** Declares a parameter, or changes one. Its faults are found by the rules of the server before it is asked. */
export function ParameterDialog({ parameters, name, sending, onSave, onClose }: Props) {
  const known = parameters.find((parameter) => parameter.name === name)
  const [first] = useState(() => formOfParameter(known ?? { name: name ?? '' }))
  const [form, setForm] = useState(first)
  const [isChecked, setIsChecked] = useState(false)
  const all = withParameter<{ readonly name: string }>(parameters, known?.name, parameterOfForm(form) as never)
  const index = known ? parameters.indexOf(known) : parameters.length
  const own = isChecked ? readParameters(all).faults : {}
  const sentAs = (field: string) => `parameters.${index}.${field}`
  const sent = formFaults(sending.error, FIELDS.map(sentAs))
  const faultsAt = (field: string) => [
    ...new Set([
      ...Object.entries(own).flatMap(([path, faults]) => (isAt(path, index, field) ? faults : [])),
      ...sent.of(sentAs(field)),
    ]),
  ]
  const handleSubmit = () => {
    setIsChecked(true)
    const { parameters: read, faults } = readParameters(all)
    if (Object.keys(faults).length === 0) onSave(read)
  }
  return (
    <FormDialog
      title={known ? text.editTitle(known.name) : text.newTitle}
      width={560}
      isDirty={form !== first}
      sending={sending}
      faults={sent.general}
      verb={words.save}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Fields form={form} faultsAt={faultsAt} onChange={(next) => setForm({ ...form, ...next })} />
    </FormDialog>
  )
}

const isAt = (path: string, index: number, field: string): boolean =>
  path === `${index}.${field}` || path.startsWith(`${index}.${field}.`)

type FieldsProps = {
  readonly form: ParameterForm
  readonly faultsAt: (field: string) => readonly string[]
  readonly onChange: (next: Partial<ParameterForm>) => void
}

function Fields({ form, faultsAt, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={text.name}
          isCode
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          hint={text.nameHint}
          value={form.name}
          faults={faultsAt('name')}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
        <TextField
          label={text.label}
          hint={text.labelHint}
          value={form.label}
          faults={faultsAt('label')}
          onChange={({ currentTarget: { value } }) => onChange({ label: value })}
        />
      </div>
      <div className={styles.pair}>
        <ChoiceField
          label={text.type}
          choices={TYPES.map((type) => ({ value: type, label: text.types[type] }))}
          value={form.type}
          faults={faultsAt('type')}
          onChange={(type) => onChange({ type })}
        />
        <TextField
          label={text.default}
          isCode
          autoComplete="off"
          spellCheck={false}
          hint={text.defaultHint}
          value={form.default}
          faults={faultsAt('default')}
          onChange={({ currentTarget: { value } }) => onChange({ default: value })}
        />
      </div>
      <CheckField
        label={text.isRequired}
        checked={form.isRequired}
        onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
      />
      {form.type !== 'boolean' && <Choices form={form} faultsAt={faultsAt} onChange={onChange} />}
    </>
  )
}

const SOURCES: readonly ChoicesBy[] = ['any', 'list', 'query']

function Choices({ form, faultsAt, onChange }: FieldsProps) {
  const { choicesBy } = form
  // An enum has choices: which, is all there is to say.
  const sources = form.type === 'enum' ? SOURCES.slice(1) : SOURCES
  const shown = sources.includes(choicesBy) ? choicesBy : 'list'
  const choose = (next: Partial<ParameterForm>) => onChange({ choicesBy: shown, ...next })
  return (
    <>
      <RadioGroup
        label={text.choicesBy}
        choices={sources.map((value) => ({ value, label: text.by[value] }))}
        value={shown}
        onChange={(by) => onChange({ choicesBy: by })}
      />
      {shown === 'list' && (
        <TextArea
          label={text.list}
          isCode
          rows={4}
          hint={text.listHint}
          value={form.choices}
          faults={faultsAt('choices')}
          onChange={({ currentTarget: { value } }) => choose({ choices: value })}
        />
      )}
      {shown === 'query' && (
        <div className={styles.pair}>
          <QueryField
            label={text.query}
            value={form.query}
            isReadOnly={false}
            faults={faultsAt('choices_from.saved_query')}
            onChange={(query) => choose({ query })}
          />
          <TextField
            label={text.column}
            isCode
            autoComplete="off"
            spellCheck={false}
            hint={text.columnHint}
            value={form.column}
            faults={faultsAt('choices_from.column')}
            onChange={({ currentTarget: { value } }) => choose({ column: value })}
          />
        </div>
      )}
    </>
  )
}
