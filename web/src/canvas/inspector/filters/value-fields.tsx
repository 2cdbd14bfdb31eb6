import {
  type FilteredProperty,
  hasVariable,
  typedScalar,
  type ValueForm,
} from '@heddle/domain/canvas-editing/filter-operators.ts'
import type { Scalar } from '@heddle/domain/canvas/canvas.ts'
import { listValue } from '@heddle/domain/filter/list-value.ts'
import { textOf } from '@heddle/domain/values/compare-texts.ts'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { words } from '../words.ts'
import type { ConditionValue } from './condition-value.ts'
import styles from './filters.module.css'
import { ListField } from './list-field.tsx'

type Props = {
  readonly form: ValueForm
  readonly property: FilteredProperty | undefined
  readonly value: ConditionValue
  readonly faultId: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: ConditionValue) => void
  /** A field was left: what is missing now is missing. */
  readonly onLeave: () => void
}

/** The value of a condition, as its operator and property take it. A variable fits everywhere. */
export function ValueFields(props: Props) {
  switch (props.form) {
    case 'none':
      return null
    case 'text':
      return <TextValue {...props} />
    case 'choice':
      return <ChoiceValue {...props} />
    case 'flags':
      return <Flags {...props} />
    case 'range':
      return <Range {...props} />
    case 'list':
      return <ListField {...props} values={listValue(props.value)} />
  }
}

const shown = (value: ConditionValue): string => textOf(value)
const invalid = (faultId: string | undefined) =>
  faultId === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': faultId }

const TextValue = ({ property, value, faultId, isReadOnly, onChange, onLeave }: Props) => (
  <TextField
    label={words.value}
    isLabelHidden
    isCode
    autoComplete="off"
    spellCheck={false}
    value={shown(value)}
    readOnly={isReadOnly}
    {...invalid(faultId)}
    onBlur={onLeave}
    onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : typedScalar(property, text))}
  />
)

const ChoiceValue = ({ property, value, faultId, isReadOnly, onChange, onLeave }: Props) => (
  <ChoiceField
    label={words.value}
    isLabelHidden
    isCode
    choices={(property?.values ?? []).map((one) => ({ value: one }))}
    value={value === undefined ? undefined : shown(value)}
    faultId={faultId}
    isDisabled={isReadOnly}
    accepts={(text) => hasVariable(text) || (property?.has_more_values === true && text !== '')}
    onChange={onChange}
    onBlur={onLeave}
  />
)

function Range({ property, value, faultId, isReadOnly, onChange, onLeave }: Props) {
  const [from = '', to = ''] = listValue(value)
  const field = (label: string, end: Scalar, set: (end: Scalar) => ConditionValue) => (
    <TextField
      label={label}
      isCode
      autoComplete="off"
      spellCheck={false}
      value={shown(end)}
      readOnly={isReadOnly}
      {...invalid(faultId)}
      onBlur={onLeave}
      onChange={(event) => onChange(set(typedScalar(property, event.currentTarget.value)))}
    />
  )
  return (
    <div className={styles.range}>
      {field(words.from, from, (end) => [end, to])}
      {field(words.to, to, (end) => [from, end])}
    </div>
  )
}

function Flags(props: Props) {
  const { property, value, faultId, isReadOnly, onChange } = props
  const ticked = listValue(value)
  const known = property?.values ?? []
  const others = ticked.filter((flag) => !known.includes(String(flag)))
  return (
    <fieldset
      className={styles.flags}
      aria-label={words.value}
      {...(faultId !== undefined && { 'aria-describedby': faultId })}
    >
      {known.map((flag) => (
        <CheckField
          key={flag}
          label={<span className="code">{flag}</span>}
          checked={ticked.includes(flag)}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...ticked, flag] : ticked.filter((one) => one !== flag))
          }
        />
      ))}
      <ListField
        {...props}
        label={words.otherFlag}
        values={others}
        onChange={(next) => onChange([...ticked.filter((flag) => !others.includes(flag)), ...listValue(next)])}
      />
    </fieldset>
  )
}
