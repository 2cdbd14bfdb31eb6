import { useEffect, useState } from 'react'
import { formatNumber } from '../../lib/i18n/plural.ts'
import { Button } from '../button.tsx'
import { ChoiceField } from '../choice-field.tsx'
import { CheckField, TextField } from '../field.tsx'
import { ABSENT, cellText } from './cell.ts'
import { arityOf, type ColumnFilter, type Operator, OPERATORS, operatorsOf } from './column-filter.ts'
import styles from './filter-form.module.css'
import { words } from './grid-words.ts'
import type { Distinct } from './row-store.ts'

type Props = {
  readonly column: string
  readonly filter: ColumnFilter | undefined
  /** The values of the column that fit the text, in the rows that all other filters leave. */
  readonly onDistinct: (text: string) => Promise<Distinct>
  /** A filter that is not complete filters nothing. */
  readonly onFilter: (filter: ColumnFilter | undefined) => void
  readonly onClose: () => void
}

const EMPTY_FILTER = { operator: 'contains', values: [] } as const

/** What a column is filtered by: an operator and its values, or some of the values it has. */
export function FilterForm({ column, filter, onDistinct, onFilter, onClose }: Props) {
  const [distinct, setDistinct] = useState<Distinct>()
  const [search, setSearch] = useState('')
  const kind = distinct?.kind ?? 'text'
  const operators = operatorsOf(kind)
  const [given, setGiven] = useState<Pick<ColumnFilter, 'operator' | 'values'>>(filter ?? EMPTY_FILTER)
  const operator = operators.includes(given.operator) ? given.operator : operators[0]!
  const { values } = given
  const arity = arityOf(operator)

  useEffect(() => {
    let isCurrent = true
    onDistinct(search)
      .then((found) => isCurrent && setDistinct(found))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
    // The values are those of the moment it was opened: they must not move while one ticks them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search])

  function change(next: Pick<ColumnFilter, 'operator' | 'values'>) {
    setGiven(next)
    onFilter({ column, ...next })
  }

  const setValue = (place: number, value: string) =>
    change({
      operator,
      values:
        arity === 2 ? [place === 0 ? value : (values[0] ?? ''), place === 1 ? value : (values[1] ?? '')] : [value],
    })

  function toggle(value: string, isChecked: boolean) {
    const before = arity === 'list' ? values : []
    const next = isChecked ? [...before, value] : before.filter((one) => one !== value)
    change({ operator: arity === 'list' ? operator : 'in', values: next })
  }

  const chosen = arity === 'list' || operator === 'eq' ? values : []
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <ChoiceField<Operator>
        label="Operator"
        choices={operators.map((value) => ({ value, label: OPERATORS[value] }))}
        value={operator}
        onChange={(next) => change({ operator: next, values: valuesFor(next, values) })}
      />
      {arity === 1 && (
        <TextField
          label="Value"
          isCode
          data-autofocus
          value={values[0] ?? ''}
          onChange={(event) => setValue(0, event.currentTarget.value)}
        />
      )}
      {arity === 2 && (
        <div className={styles.two}>
          <TextField
            label="From"
            isCode
            value={values[0] ?? ''}
            onChange={(event) => setValue(0, event.currentTarget.value)}
          />
          <TextField
            label="To"
            isCode
            value={values[1] ?? ''}
            onChange={(event) => setValue(1, event.currentTarget.value)}
          />
        </div>
      )}
      {distinct && (
        <Values distinct={distinct} search={search} chosen={chosen} onSearch={setSearch} onToggle={toggle} />
      )}
      <div className={styles.foot}>
        <Button
          look="quiet"
          onClick={() => {
            onFilter(undefined)
            onClose()
          }}
        >
          Clear
        </Button>
        <Button type="submit">Done</Button>
      </div>
    </form>
  )
}

function valuesFor(operator: Operator, values: readonly string[]): readonly string[] {
  const arity = arityOf(operator)
  if (arity === 0) return []
  return arity === 'list' ? values.filter((value) => value !== '') : values.slice(0, arity)
}

const WORTH_SEARCHING = 10

type ValuesProps = {
  readonly distinct: Distinct
  readonly search: string
  readonly chosen: readonly string[]
  readonly onSearch: (text: string) => void
  readonly onToggle: (value: string, isChecked: boolean) => void
}

/** The values there are, the most frequent first, with their rows. */
function Values({ distinct, search, chosen, onSearch, onToggle }: ValuesProps) {
  const entries = entriesOf(distinct)
  return (
    <fieldset className={styles.values}>
      <legend className={styles.legend}>
        {words.distinct(distinct.count)}
        {entries.length < distinct.count && `, the ${entries.length} most frequent`}
      </legend>
      {(search !== '' || distinct.count > WORTH_SEARCHING) && (
        <TextField
          label="Find value"
          isLabelHidden
          placeholder="Find value"
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {entries.map(({ value, rows }) => (
          <li key={value} className={styles.value}>
            <CheckField
              label={
                <>
                  <span className={value === '' ? styles.none : styles.text} title={value}>
                    {value === '' ? 'empty' : value}
                  </span>
                  <span className="sr-only">, </span>
                  <span className={styles.rows}>{formatNumber(rows)}</span>
                </>
              }
              checked={chosen.includes(value)}
              onChange={(event) => onToggle(value, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Cells with nothing to read are one entry: filters do not tell them apart. */
function entriesOf({ values }: Distinct): readonly { readonly value: string; readonly rows: number }[] {
  const isEmpty = (value: unknown) => value === ABSENT || value === null || value === ''
  const empty = values.filter(({ value }) => isEmpty(value)).reduce((sum, { rows }) => sum + rows, 0)
  const set = values.filter(({ value }) => !isEmpty(value)).map(({ value, rows }) => ({ value: cellText(value), rows }))
  return empty > 0 ? [{ value: '', rows: empty }, ...set] : set
}
