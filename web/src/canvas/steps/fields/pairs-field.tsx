import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { InFiles, TextField } from '../../../components/field.tsx'
import { type Suggestion, SuggestField } from '../../../components/suggest-field.tsx'
import { words } from '../words.ts'
import styles from './fields.module.css'

type Pair = readonly [from: string, to: string]

type Props = {
  readonly label: string
  readonly inFiles: string
  readonly type: string
  readonly faultsAt: (key: string) => readonly string[]
  readonly faults: readonly string[]
  readonly value: readonly Pair[]
  readonly suggestions: readonly Suggestion[]
  readonly isReadOnly: boolean
  readonly onChange: (value: readonly Pair[]) => void
}

const BLANK: Pair = ['', '']

/** Columns, each with a name that belongs to it. */
export function PairsField({
  label,
  inFiles,
  type,
  faultsAt,
  faults,
  value,
  suggestions,
  isReadOnly,
  onChange,
}: Props) {
  // While one types, a pair has no column yet, or that of another pair: the form remembers what an object cannot hold.
  const [typed, setTyped] = useState<readonly Pair[]>(value.length === 0 ? [BLANK] : value)
  const pairs = isSame(distinctPairs(typed), value) ? typed : value
  const toOf = type === 'lookup' ? words.pairTo.lookup : words.pairTo.rename
  const become = (next: readonly Pair[]) => {
    setTyped(next)
    onChange(distinctPairs(next))
  }
  const set = (index: number, pair: Pair) => become(pairs.with(index, pair))
  const remove = (index: number) => become(pairs.toSpliced(index, 1))
  return (
    <fieldset aria-label={inFiles} className={styles.group}>
      <legend>
        {label}
        <InFiles name={inFiles} />
      </legend>
      {pairs.map((pair, index) => (
        <div key={index} className={styles.pair}>
          <SuggestField
            label={words.pairFrom(index + 1)}
            isLabelHidden
            suggestions={suggestions}
            value={pair[0]}
            placeholder={words.column}
            isReadOnly={isReadOnly}
            isCode
            faults={faultsAt(pair[0])}
            onChange={(from) => set(index, [from, pair[1]])}
          />
          <span aria-hidden className={styles.arrow}>
            {type === 'lookup' ? '=' : '→'}
          </span>
          <TextField
            label={toOf(index + 1)}
            isLabelHidden
            isCode
            placeholder={type === 'lookup' ? words.itsColumn : words.columnName}
            readOnly={isReadOnly}
            value={pair[1]}
            onChange={(event) => set(index, [pair[0], event.currentTarget.value])}
          />
          {!isReadOnly && (
            <button
              type="button"
              aria-label={words.removeItem(inFiles, index + 1)}
              className={styles.cross}
              onClick={() => remove(index)}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {faults.length > 0 && <p className={styles.fault}>{faults.join(' ')}</p>}
      {!isReadOnly && (
        <Button look="link" className={styles.add} onClick={() => setTyped([...pairs, BLANK])}>
          {words.addTo(inFiles)}
        </Button>
      )}
    </fieldset>
  )
}

/** What an object can hold: the first pair of each column. */
const distinctPairs = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.filter(([from], index) => from !== '' && pairs.findIndex(([other]) => other === from) === index)

const isSame = (a: readonly Pair[], b: readonly Pair[]): boolean => JSON.stringify(a) === JSON.stringify(b)
