import { OPERATOR_WORDS } from '@heddle/domain/canvas-editing/operator-words.ts'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { SuggestField } from '../../../components/suggest-field.tsx'
import { useStepForm } from '../form-context.ts'
import { type StepConfig, recordIn, textIn } from '../step-config.ts'
import { words } from '../words.ts'
import styles from './fields.module.css'
import { Remedies } from './remedies.tsx'

type Props = {
  readonly path: string
  readonly value: readonly unknown[]
  readonly onChange: (value: readonly unknown[]) => void
}

const LISTS = new Set(['in', 'not_in', 'between', 'any_bit', 'all_bits'])
const WITHOUT_VALUE = new Set(['is_empty', 'is_set'])
const OPERATORS = Object.entries(OPERATOR_WORDS).map(([value, note]) => ({ value, note }))
const GROUPS = ['any', 'all', 'not']

/** Conditions on columns; all of them must hold. */
export function ConditionsField({ path, value, onChange }: Props) {
  const { isReadOnly } = useStepForm()
  return (
    <div className={styles.list}>
      {value.map((condition, index) => (
        <fieldset key={index} className={styles.group}>
          <legend>{words.condition(index + 1)}</legend>
          {!isReadOnly && (
            <button
              type="button"
              aria-label={words.removeCondition(index + 1)}
              className={`${styles.cross} ${styles.corner}`}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              ×
            </button>
          )}
          {GROUPS.some((key) => key in recordIn(condition)) ? (
            <GroupOfConditions value={condition} onChange={(next) => onChange(value.with(index, next))} />
          ) : (
            <Condition
              path={`${path}.${index}`}
              value={recordIn(condition)}
              onChange={(next) => onChange(value.with(index, next))}
            />
          )}
        </fieldset>
      ))}
      {!isReadOnly && (
        <Button look="link" className={styles.add} onClick={() => onChange([...value, { operator: 'eq' }])}>
          {words.addCondition}
        </Button>
      )}
    </div>
  )
}

type ConditionProps = {
  readonly path: string
  readonly value: StepConfig
  readonly onChange: (value: StepConfig) => void
}

function Condition({ path, value, onChange }: ConditionProps) {
  const { columns, isReadOnly, faultsAt, remediesAt } = useStepForm()
  const operator = textIn(value['operator']) || 'eq'
  const set = (values: StepConfig) =>
    onChange(Object.fromEntries(Object.entries({ ...value, ...values }).filter(([, one]) => one !== undefined)))
  const isList = LISTS.has(operator)
  return (
    <>
      <SuggestField
        label={words.property}
        isCode
        suggestions={columns.map((column) => ({ value: column }))}
        value={textIn(value['property'])}
        isReadOnly={isReadOnly}
        faults={faultsAt(`${path}.property`)}
        onChange={(property) => set({ property: property === '' ? undefined : property })}
      />
      <Remedies remedies={remediesAt(`${path}.property`)} />
      <ChoiceField
        label={words.operator}
        choices={OPERATORS}
        value={operator}
        isDisabled={isReadOnly}
        faults={faultsAt(`${path}.operator`)}
        onChange={(next) =>
          set({ operator: next, value: WITHOUT_VALUE.has(next) ? undefined : valueOf(next, shown(value['value'])) })
        }
      />
      {!WITHOUT_VALUE.has(operator) && (
        <TextField
          label={words.value}
          isCode
          readOnly={isReadOnly}
          {...(isList && { hint: words.listHint })}
          value={shown(value['value'])}
          faults={faultsAt(`${path}.value`)}
          onChange={(event) => set({ value: valueOf(operator, event.currentTarget.value) })}
        />
      )}
    </>
  )
}

const shown = (value: unknown): string => (Array.isArray(value) ? value.map(textIn).join(', ') : textIn(value))

/** A list keeps what is typed, commas and all; the engine reads `a, b` as two values. */
const valueOf = (operator: string, text: string): unknown =>
  operator === 'between' && text.includes(',') ? text.split(',').map((part) => part.trim()) : text

/** Groups are drawn elsewhere; here they are edited as what they are. */
function GroupOfConditions({
  value,
  onChange,
}: {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
  const { isReadOnly } = useStepForm()
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  return (
    <TextArea
      label={words.value}
      isLabelHidden
      isCode
      rows={4}
      hint={words.groupHint}
      readOnly={isReadOnly}
      faults={fault === undefined ? [] : [fault]}
      value={typed ?? JSON.stringify(value, null, 2)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        try {
          onChange(JSON.parse(text))
          setFault(undefined)
        } catch (error) {
          setFault(words.badJson((error as Error).message))
        }
      }}
      onBlur={() => fault === undefined && setTyped(undefined)}
    />
  )
}
