import { checkValue, fitValue, operatorsFor, valueForm } from '@heddle/domain/canvas-editing/filter-operators.ts'
import { OPERATOR_WORDS } from '@heddle/domain/canvas-editing/operator-words.ts'
import type { FilterPath, FilterPosition } from '@heddle/domain/canvas-editing/filter-editing.ts'
import { OPERATORS, type Operator } from '@heddle/domain/canvas/canvas.ts'
import { isPropertyName } from '@heddle/domain/canvas/names.ts'
import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import { memo, useId, useState } from 'react'
import { isSameValue } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useHandler } from '../../../lib/use-handler.ts'
import { PlaceOfProblem } from '../../problems/place.tsx'
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
export function ConditionFields(props: Props) {
  const { filter, path, editor } = props
  const id = useId()
  const [isTouched, setIsTouched] = useState(false)
  const condition = readCondition(filter, editor)
  const faults = faultsOf(props, condition, isTouched)
  const { handleProperty, handleOperator, handleValue } = useEdits(props, condition)
  const { name, property, operator, operators, value } = condition
  const form = operator === undefined ? 'text' : valueForm(operator, property)
  const isWide = form === 'flags' || form === 'list' || form === 'range'
  const faultIdOf = (key: keyof Faults) => (faults[key] === undefined ? undefined : `${id}-${key}`)
  const valueFields = (
    <PlaceOfProblem path={`filters.${path}.value`} className={isWide ? styles.wide : styles.value}>
      <ValueFields
        form={form}
        property={property}
        value={value}
        faultId={faultIdOf('value')}
        isReadOnly={editor.isReadOnly}
        onChange={handleValue}
        onLeave={() => setIsTouched(true)}
      />
    </PlaceOfProblem>
  )
  return (
    <>
      <div className={styles.row}>
        <PlaceOfProblem path={`filters.${path}.property`} className={styles.property}>
          <PropertyChoice
            properties={editor.properties}
            value={name}
            faultId={faultIdOf('property')}
            isReadOnly={editor.isReadOnly}
            onChange={handleProperty}
          />
        </PlaceOfProblem>
        <PlaceOfProblem path={`filters.${path}.operator`} className={styles.operator}>
          <OperatorChoice
            operators={operators}
            value={operator ?? (filter.operator as Operator | undefined)}
            faultId={faultIdOf('operator')}
            isReadOnly={editor.isReadOnly}
            onChange={handleOperator}
          />
        </PlaceOfProblem>
        {!isWide && valueFields}
      </div>
      {isWide && valueFields}
      {Object.entries(faults).map(([key, fault]) => (
        <p key={key} id={`${id}-${key}`} className={styles.fault}>
          {fault}
        </p>
      ))}
    </>
  )
}

type Condition = ReturnType<typeof readCondition>

/** A condition as it is written, with what the class model knows of its property. */
function readCondition(filter: WireObject, editor: FilterEditor) {
  const name = typeof filter.property === 'string' ? filter.property : ''
  const property = editor.propertyNamed(name)
  const operator = OPERATORS.find((known) => known === filter.operator)
  const offered = operatorsFor(property?.type)
  const operators = operator === undefined || offered.includes(operator) ? offered : [...offered, operator]
  return { name, property, operator, operators, value: filter.value as ConditionValue }
}

type Faults = { readonly property?: string; readonly operator?: string; readonly value?: string }

/** What is wrong, by field. What nobody has filled in yet is not wrong yet. */
function faultsOf({ filter, path, editor }: Props, condition: Condition, isTouched: boolean): Faults {
  const { name, operator } = condition
  const property = name === '' ? (isTouched ? words.noProperty : undefined) : unknownProperty(editor, name, path)
  const unknown =
    operator === undefined && filter.operator !== undefined ? editor.faultsAt(`${path}.operator`)[0] : undefined
  const value = operator && valueFault(editor, path, { ...condition, operator }, isTouched)
  return {
    ...(property !== undefined && { property }),
    ...(unknown !== undefined && { operator: unknown }),
    ...(value !== undefined && { value }),
  }
}

type Judged = Omit<Condition, 'operator'> & { readonly operator: Operator }

function valueFault(editor: FilterEditor, path: FilterPath, { property, operator, value }: Judged, isTouched: boolean) {
  const fault = checkValue(property, operator, value)
  if (fault !== undefined) return value === undefined && !isTouched ? undefined : fault
  return editor.faultsAt(`${path}.value`)[0]
}

function useEdits({ filter, position, path, editor }: Props, { property, operator, value }: Condition) {
  const set = (next: WireObject, gesture?: string) => editor.set(position, next, gesture)
  const handleProperty = useHandler((chosen: string) => {
    const found = editor.propertyNamed(chosen)
    const allowed = operatorsFor(found?.type)
    const kept = operator !== undefined && allowed.includes(operator) ? operator : (allowed[0] ?? 'eq')
    set(withValue({ ...filter, property: chosen, operator: kept }, fitValue(found, kept, value)))
  })
  const handleOperator = useHandler((chosen: Operator) =>
    set(withValue({ ...filter, operator: chosen }, fitValue(property, chosen, value))),
  )
  const handleValue = (next: ConditionValue) => set(withValue(filter, next), `filter:${editor.nodeId}:${path}`)
  return { handleProperty, handleOperator, handleValue }
}

type ChoiceProps<V extends string> = {
  readonly faultId: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: V) => void
}
type PropertyProps = ChoiceProps<string> & { readonly properties: FilterEditor['properties']; readonly value: string }

/** Classes have many properties: their list is not drawn again for each key that is typed into the value. */
const PropertyChoice = memo(({ properties, value, faultId, isReadOnly, onChange }: PropertyProps) => (
  <ChoiceField
    label={words.property}
    isLabelHidden
    isCode
    choices={properties.map((one) => ({ value: one.name, note: noteOf(one) }))}
    value={value}
    placeholder={words.chooseProperty}
    faultId={faultId}
    isDisabled={isReadOnly}
    accepts={isPropertyName}
    onChange={onChange}
  />
))

type OperatorProps = ChoiceProps<Operator> & {
  readonly operators: readonly Operator[]
  readonly value: Operator | undefined
}

const OperatorChoice = memo(
  ({ operators, value, faultId, isReadOnly, onChange }: OperatorProps) => (
    <ChoiceField<Operator>
      label={words.operator}
      isLabelHidden
      showsValues
      choices={operators.map((one) => ({ value: one, label: OPERATOR_WORDS[one] }))}
      value={value}
      faultId={faultId}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  ),
  (before, next) => isSameValue(before, next),
)

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
