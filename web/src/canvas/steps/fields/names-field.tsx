import { type KeyboardEvent, useRef, useState } from 'react'
import { Chip, ChipRemove } from '../../../components/chip.tsx'
import { type Suggestion, SuggestField } from '../../../components/suggest-field.tsx'
import { words } from '../words.ts'
import styles from './fields.module.css'

type Props = {
  readonly label: string
  readonly inFiles?: string | undefined
  readonly hint?: string | undefined
  readonly faults: readonly string[]
  readonly value: readonly string[]
  readonly suggestions: readonly Suggestion[]
  readonly placeholder: string
  readonly isReadOnly: boolean
  readonly onChange: (value: readonly string[]) => void
}

/** Several names, in an order: type one and press Enter, or take it from the list. */
export function NamesField({
  label,
  inFiles,
  hint,
  faults,
  value,
  suggestions,
  placeholder,
  isReadOnly,
  onChange,
}: Props) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const add = (name: string) => {
    const names = name.split(',').flatMap((one) => (one.trim() === '' ? [] : one.trim()))
    onChange([...new Set([...value, ...names])])
    setTyped('')
  }
  const handleChipKey = (event: KeyboardEvent, index: number) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (step !== undefined && event.altKey) {
      event.preventDefault()
      event.stopPropagation()
      const to = Math.max(0, Math.min(value.length - 1, index + step))
      onChange(value.toSpliced(index, 1).toSpliced(to, 0, value[index]!))
      requestAnimationFrame(() => list.current?.querySelectorAll('button')[to]?.focus())
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      event.stopPropagation()
      onChange(value.toSpliced(index, 1))
    }
  }
  return (
    <div className={styles.names}>
      {value.length > 0 && (
        <ul ref={list} aria-label={words.inOrder(inFiles ?? label)} className={styles.chips}>
          {value.map((name, index) => (
            <Chip key={name}>
              <code title={name} className={styles.name}>
                {name}
              </code>
              {!isReadOnly && (
                <ChipRemove
                  aria-label={words.removeName(name)}
                  title={words.nameKeys}
                  onClick={() => onChange(value.toSpliced(index, 1))}
                  onKeyDown={(event) => handleChipKey(event, index)}
                />
              )}
            </Chip>
          ))}
        </ul>
      )}
      <SuggestField
        label={label}
        inFiles={inFiles}
        hint={hint}
        faults={faults}
        suggestions={suggestions.filter((one) => !value.includes(one.value))}
        value={typed}
        placeholder={placeholder}
        isReadOnly={isReadOnly}
        isCode
        onChange={setTyped}
        onTake={add}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && typed === '' && value.length > 0 && !isReadOnly) onChange(value.slice(0, -1))
        }}
      />
    </div>
  )
}
