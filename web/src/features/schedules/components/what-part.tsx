import { variablesOf } from '@heddle/domain/canvas-editing/variables.ts'
import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { type StripField, stripFields, valueFault } from '../../../canvas/variables/strip-fields.ts'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import { FormPart, Ticks } from '../../../components/form-part.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { queryNames } from '../../../resources/queries.ts'
import { scheduledQuery } from '../api.ts'
import { words } from '../form-words.ts'
import type { PartProps } from './part-props.ts'
import styles from './schedule.module.css'

/** Which query runs, on which fabrics, with which values. */
export function WhatPart({ draft, faults, onChange }: PartProps) {
  const heddle = useHeddle()
  const names = useQuery({ ...queryNames(heddle), enabled: useMay('queries.view_savedquery') }).data ?? []
  const { data: query } = useQuery(scheduledQuery(heddle, draft.query))
  const listed = names.some(({ id }) => id === draft.query) || !query ? names : [query, ...names]
  return (
    <FormPart title={words.what}>
      <TextField
        label={words.name}
        value={draft.name}
        maxLength={200}
        aria-required
        faults={faults.of('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ChoiceField
        label={words.query}
        isRequired
        choices={listed.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.query === '' ? undefined : draft.query}
        faults={faults.of('saved_query')}
        onChange={(next) => onChange({ query: next, variables: {} })}
      />
      <ConnectionTicks {...{ draft, faults, onChange }} />
      {draft.connections.length > 1 && (
        <>
          <CheckField
            label={words.merge}
            checked={draft.merge}
            onChange={(event) => onChange({ merge: event.currentTarget.checked })}
          />
          {draft.merge && (
            <CheckField
              label={words.partial}
              checked={draft.allowPartial}
              onChange={(event) => onChange({ allowPartial: event.currentTarget.checked })}
            />
          )}
        </>
      )}
      {query && (
        <ValueFields
          fields={stripFields(query.parameters, variablesOf(wireCanvas(query)))}
          values={draft.variables}
          faults={faults}
          onValues={(variables) => onChange({ variables })}
        />
      )}
    </FormPart>
  )
}

function ConnectionTicks({ draft, faults, onChange }: PartProps) {
  const mayView = useMay('controller.view_connection')
  const { data: known = [], isSuccess } = useQuery({ ...connectionList(useHeddle()), enabled: mayView })
  const gone = draft.connections.filter((id) => !known.some((one) => one.id === id))
  return (
    <Ticks
      label={words.connections}
      hint={words.connectionsHint}
      choices={[
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...(isSuccess || !mayView ? gone.map((id) => ({ value: id, label: words.gone(id) })) : []),
      ]}
      values={draft.connections}
      faults={[...faults.of('controller_connections'), ...faults.of('merge')]}
      onChange={(connections) => onChange({ connections })}
    />
  )
}

type ValuesProps = {
  readonly fields: readonly StripField[]
  readonly values: Readonly<Record<string, string>>
  readonly faults: FormFaults
  readonly onValues: (values: Readonly<Record<string, string>>) => void
}

/** A field for each variable of the query. */
function ValueFields({ fields, values, faults, onValues }: ValuesProps) {
  if (fields.length === 0) return null
  const about = (name: string) => faults.of('variables').filter((message) => message.startsWith(`${name}: `))
  const others = faults.of('variables').filter((message) => !fields.some(({ name }) => message.startsWith(`${name}: `)))
  return (
    <fieldset className={styles.group}>
      <legend>{words.values}</legend>
      <div className={styles.pair}>
        {fields.map((field) => (
          <ValueField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            faults={about(field.name)}
            onValue={(value) => onValues({ ...values, [field.name]: value })}
          />
        ))}
      </div>
      {others.map((message) => (
        <p key={message} role="alert">
          {message}
        </p>
      ))}
    </fieldset>
  )
}

type ValueProps = {
  readonly field: StripField
  readonly value: string
  readonly faults: readonly string[]
  readonly onValue: (value: string) => void
}

function ValueField({ field, value, faults, onValue }: ValueProps) {
  const fault = valueFault(field, value)
  const shared = {
    label: field.label,
    isCode: true,
    placeholder: field.default === undefined ? words.notSet : words.whatDefault(field.default),
    faults: faults.length > 0 || fault === undefined ? faults : [fault],
  }
  return field.choices === undefined ? (
    <TextField
      {...shared}
      value={value}
      autoComplete="off"
      spellCheck={false}
      aria-required={field.isRequired}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  ) : (
    <ChoiceField
      {...shared}
      isRequired={field.isRequired}
      choices={field.choices.map((one) => ({ value: one }))}
      value={value === '' ? undefined : value}
      accepts={(typed) => typed === ''}
      onChange={onValue}
    />
  )
}
