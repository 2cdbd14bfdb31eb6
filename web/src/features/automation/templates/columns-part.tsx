import { Button } from '../../../components/button.tsx'
import { FormPart } from '../../../components/form-part.tsx'
import text from '../../../components/text.module.css'
import type { Wire } from '../../../lib/api/wire.ts'
import { ColumnCard } from './column-card.tsx'
import type { ColumnDraft } from './column-draft.ts'
import { words } from './form-words.ts'
import { newColumn } from './template-draft.ts'
import type { PartProps } from './template-parts.tsx'

type Props = PartProps & {
  /** The columns as the server last judged them: faults are by their places then. */
  readonly sent: readonly ColumnDraft[]
  readonly templates: readonly Wire.ColumnTemplate[]
}

/** What each row has, in the order of the grid. */
export function ColumnsPart({ draft: { columns }, faults, sent, templates, onChange }: Props) {
  const wrong = faults.of('schema')
  const set = (next: readonly ColumnDraft[]) => onChange({ columns: next })
  const handleAdd = () => {
    const column = newColumn()
    set([...columns, column])
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>(`[data-column="${column.key}"] input`)?.focus(),
    )
  }
  return (
    <FormPart title={words.columns}>
      <p className={text.caption}>{words.columnsHint}</p>
      {wrong.length > 0 && (
        <p role="alert" className={text.fault}>
          {wrong.join(' ')}
        </p>
      )}
      {columns.map((column, index) => (
        <ColumnCard
          key={column.key}
          {...{ column, index, templates }}
          count={columns.length}
          faultsOf={(key) => {
            const place = sent.findIndex((one) => one.key === column.key)
            return place < 0 ? [] : faults.of(key === '' ? `schema.${place}` : `schema.${place}.${key}`)
          }}
          onChange={(changed) => set(columns.map((one) => (one.key === column.key ? { ...one, ...changed } : one)))}
          onMove={(step) => set(moved(columns, index, step))}
          onRemove={() => set(columns.filter((one) => one.key !== column.key))}
        />
      ))}
      <div>
        <Button onClick={handleAdd}>{words.add}</Button>
      </div>
    </FormPart>
  )
}

const moved = (columns: readonly ColumnDraft[], index: number, step: -1 | 1): readonly ColumnDraft[] => {
  const rest = columns.toSpliced(index, 1)
  return rest.toSpliced(index + step, 0, columns[index]!)
}
