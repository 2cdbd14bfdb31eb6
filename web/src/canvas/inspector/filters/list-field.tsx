import {
  type FilteredProperty,
  hasVariable,
  isChoice,
  typedScalar,
} from '@heddle/domain/canvas-editing/filter-operators.ts'
import type { Scalar } from '@heddle/domain/canvas/canvas.ts'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { Chip, ChipRemove } from '../../../components/chip.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { words } from '../words.ts'
import styles from './filters.module.css'

type Props = {
  readonly label?: string
  readonly property: FilteredProperty | undefined
  readonly values: readonly Scalar[]
  readonly faultId: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (values: readonly Scalar[]) => void
  readonly onLeave: () => void
}

/** Values one by one: those there are, and a field for the next one. Pasted lines and commas separate values. */
export function ListField({ label = words.value, property, values, faultId, isReadOnly, onChange, onLeave }: Props) {
  const [typed, setTyped] = useState('')
  const add = (texts: readonly string[]) => {
    const known = values.map(String)
    const fresh = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '' && !known.includes(text))
    setTyped('')
    if (fresh.length > 0) onChange([...values, ...fresh.map((text) => typedScalar(property, text))])
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === ',' && !typed.includes('{{'))) {
      event.preventDefault()
      add([typed])
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1))
  }
  const handlePaste = (event: ClipboardEvent) => {
    const texts = event.clipboardData.getData('text').split(/[\n,;\t]/)
    if (texts.length < 2) return
    event.preventDefault()
    add([typed, ...texts])
  }
  const handleLeave = () => {
    add([typed])
    onLeave()
  }
  const isClosed = property !== undefined && isChoice(property)
  return (
    <div className={styles.values}>
      {values.map((value, index) => (
        <Chip as="span" key={index} className={styles.value}>
          {String(value)}
          {!isReadOnly && (
            <ChipRemove
              aria-label={words.removeValue(String(value))}
              onClick={() => onChange(values.toSpliced(index, 1))}
            />
          )}
        </Chip>
      ))}
      {!isReadOnly && (
        <span className={styles.next}>
          {isClosed ? (
            <ChoiceField
              label={label}
              isLabelHidden
              isCode
              choices={property.values.filter((one) => !values.includes(one)).map((one) => ({ value: one }))}
              value={undefined}
              faultId={faultId}
              placeholder={label.toLowerCase()}
              accepts={(text) => hasVariable(text) || (property.has_more_values === true && text !== '')}
              onChange={(text) => add([text])}
              onBlur={onLeave}
            />
          ) : (
            <TextField
              label={label}
              isLabelHidden
              isCode
              autoComplete="off"
              spellCheck={false}
              placeholder={label.toLowerCase()}
              value={typed}
              title={words.listHint}
              {...(faultId !== undefined && { 'aria-invalid': true, 'aria-describedby': faultId })}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={handleKey}
              onPaste={handlePaste}
              onBlur={handleLeave}
            />
          )}
        </span>
      )}
    </div>
  )
}
