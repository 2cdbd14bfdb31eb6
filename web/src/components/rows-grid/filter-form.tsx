import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { ChoiceField } from '../choice-field.tsx'
import { TextField } from '../field.tsx'
import { arityOf, type ColumnFilter, type GridOperator, OPERATOR_NAMES, operatorsOf } from './column-filter.ts'
import { DistinctValues } from './distinct-values.tsx'
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

type Criterion = Pick<ColumnFilter, 'operator' | 'values'>

const EMPTY_FILTER: Criterion = { operator: 'contains', values: [] }

/** What a column is filtered by: an operator and its values, or some of the values it has. */
export function FilterForm({ column, filter, onDistinct, onFilter, onClose }: Props) {
  const [search, setSearch] = useState('')
  const distinct = useDistinct(search, onDistinct)
  const operators = operatorsOf(distinct?.kind ?? 'text')
  const [given, setGiven] = useState<Criterion>(filter ?? EMPTY_FILTER)
  const operator = operators.includes(given.operator) ? given.operator : operators[0]!
  const { values } = given
  const isList = arityOf(operator) === 'list'

  function change(next: Criterion) {
    setGiven(next)
    onFilter({ column, ...next })
  }

  function toggle(value: string, isChecked: boolean) {
    const before = isList ? values : []
    const next = isChecked ? [...before, value] : before.filter((one) => one !== value)
    change({ operator: isList ? operator : 'in', values: next })
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <ChoiceField<GridOperator>
        label={words.operator}
        choices={operators.map((value) => ({ value, label: OPERATOR_NAMES[value] }))}
        value={operator}
        onChange={(next) => change({ operator: next, values: valuesFor(next, values) })}
      />
      <ValueFields operator={operator} values={values} onValues={(next) => change({ operator, values: next })} />
      {distinct && (
        <DistinctValues
          distinct={distinct}
          search={search}
          chosen={isList || operator === 'eq' ? values : []}
          onSearch={setSearch}
          onToggle={toggle}
        />
      )}
      <div className={styles.foot}>
        <Button
          look="quiet"
          onClick={() => {
            onFilter(undefined)
            onClose()
          }}
        >
          {words.clearFilter}
        </Button>
        <Button type="submit">{words.done}</Button>
      </div>
    </form>
  )
}

/** The values of the moment it was opened, or searched: they must not move while one ticks them. */
function useDistinct(search: string, onDistinct: Props['onDistinct']): Distinct | undefined {
  const [distinct, setDistinct] = useState<Distinct>()
  useEffect(() => {
    let isCurrent = true
    onDistinct(search)
      .then((found) => isCurrent && setDistinct(found))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Another `onDistinct` is no reason to read the values again.
  }, [search])
  return distinct
}

type ValueProps = {
  readonly operator: GridOperator
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
}

/** The values that are typed; those of a list are ticked. */
function ValueFields({ operator, values: [first = '', second = ''], onValues }: ValueProps) {
  switch (arityOf(operator)) {
    case 1:
      return (
        <TextField
          label={words.value}
          isCode
          data-autofocus
          value={first}
          onChange={(event) => onValues([event.currentTarget.value])}
        />
      )
    case 2:
      return (
        <div className={styles.two}>
          <TextField
            label={words.from}
            isCode
            value={first}
            onChange={(event) => onValues([event.currentTarget.value, second])}
          />
          <TextField
            label={words.to}
            isCode
            value={second}
            onChange={(event) => onValues([first, event.currentTarget.value])}
          />
        </div>
      )
    default:
      return null
  }
}

function valuesFor(operator: GridOperator, values: readonly string[]): readonly string[] {
  const arity = arityOf(operator)
  if (arity === 0) return []
  return arity === 'list' ? values.filter((value) => value !== '') : values.slice(0, arity)
}
