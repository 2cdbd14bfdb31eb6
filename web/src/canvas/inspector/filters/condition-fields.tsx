import { checkValue, fitValue, operatorsFor, valueForm } from '@heddle/domain/canvas-editing/filter-operators.ts'
import { OPERATOR_WORDS } from '@heddle/domain/canvas-editing/operator-words.ts'
import type { FilterPath, FilterPosition } from '@heddle/domain/canvas-editing/filter-editing.ts'
import { OPERATORS, type Operator } from '@heddle/domain/canvas/canvas.ts'
import { isPropertyName } from '@heddle/domain/canvas/names.ts'
import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import { useId, useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Place } from '../place.tsx'
import { words } from '../words.ts'
import type { ConditionValue } from './condition-value.ts'
import type { FilterEditor } from './filter-editor.ts'
import styles from './filters.module.css'
import { ValueFields } from './value-fields.tsx'

type Props = {
  readonly filter: WireObject
  readonly position: FilterPosition
  readonly path: FilterPath
  readonly editor: FilterEditor
}

/** A property, an operator and a value, marked at once where they do not fit together. */
export function ConditionFields({ filter, position, path, editor }: Props) {
  const id = useId()
  const [isTouched, setIsTouched] = useState(false)
  const name = typeof filter.property === 'string' ? filter.property : ''
  const property = editor.propertyNamed(name)
  const operator = OPERATORS.find((known) => known === filter.operator)
  const value = filter.value as ConditionValue
  const offered = operatorsFor(property?.type)
  const operators = operator === undefined || offered.includes(operator) ? offered : [...offered, operator]

  const faults = {
    property: name === '' ? (isTouched ? words.noProperty : undefined) : unknownProperty(editor, name, path),
    operator:
      operator === undefined && filter.operator !== undefined ? editor.faultsAt(`${path}.operator`)[0] : undefined,
    value: operator === undefined ? undefined : valueFault(),
  }
  function valueFault(): string | undefined {
    const fault = operator && checkValue(property, operator, value)
    // What nobody has filled in yet is not wrong yet.
    if (fault !== undefined) return value === undefined && !isTouched ? undefined : fault
    return editor.faultsAt(`${path}.value`)[0]
  }

  const set = (next: WireObject, gesture?: string) => editor.set(position, next, gesture)
  const handleProperty = (chosen: string) => {
    const found = editor.propertyNamed(chosen)
    const allowed = operatorsFor(found?.type)
    const kept = operator !== undefined && allowed.includes(operator) ? operator : (allowed[0] ?? 'eq')
    set(withValue({ ...filter, property: chosen, operator: kept }, fitValue(found, kept, value)))
  }
  const handleOperator = (chosen: Operator) =>
    set(withValue({ ...filter, operator: chosen }, fitValue(property, chosen, value)))
  const handleValue = (next: ConditionValue) => set(withValue(filter, next), `filter:${editor.nodeId}:${path}`)

  const form = operator === undefined ? 'text' : valueForm(operator, property)
  const isWide = form === 'flags' || form === 'list' || form === 'range'
  const told = Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const faultIdOf = (key: keyof typeof faults) => (faults[key] === undefined ? undefined : `${id}-${key}`)
  const valueFields = (
    <Place path={`filters.${path}.value`} className={isWide ? styles.wide : styles.value}>
      <ValueFields
        form={form}
        property={property}
        value={value}
        faultId={faultIdOf('value')}
        isReadOnly={editor.isReadOnly}
        onChange={handleValue}
        onLeave={() => setIsTouched(true)}
      />
    </Place>
  )
  return (
    <>
      <div className={styles.row}>
        <Place path={`filters.${path}.property`} className={styles.property}>
          <ChoiceField
            label={words.property}
            isLabelHidden
            isCode
            choices={editor.properties.map((one) => ({ value: one.name, note: noteOf(one) }))}
            value={name}
            placeholder={words.chooseProperty}
            faultId={faultIdOf('property')}
            isDisabled={editor.isReadOnly}
            accepts={isPropertyName}
            onChange={handleProperty}
          />
        </Place>
        <Place path={`filters.${path}.operator`} className={styles.operator}>
          <ChoiceField<Operator>
            label={words.operator}
            isLabelHidden
            showsValues
            choices={operators.map((one) => ({ value: one, label: OPERATOR_WORDS[one] }))}
            value={operator ?? (filter.operator as Operator | undefined)}
            faultId={faultIdOf('operator')}
            isDisabled={editor.isReadOnly}
            onChange={handleOperator}
          />
        </Place>
        {!isWide && valueFields}
      </div>
      {isWide && valueFields}
      {told.map(([key, fault]) => (
        <p key={key} id={`${id}-${key}`} className={styles.fault}>
          {fault}
        </p>
      ))}
    </>
  )
}

function unknownProperty(editor: FilterEditor, name: string, path: FilterPath): string | undefined {
  const [said] = editor.faultsAt(`${path}.property`)
  if (said !== undefined) return said
  return editor.isModelKnown && editor.propertyNamed(name) === undefined ? words.unknownProperty(name) : undefined
}

const noteOf = ({ label, naming }: { readonly label: string; readonly naming?: boolean }): string =>
  naming ? `${label} · ${words.namingMark}` : label

function withValue(filter: WireObject, value: ConditionValue): WireObject {
  const { value: _before, ...rest } = filter
  return value === undefined ? rest : { ...rest, value }
}
