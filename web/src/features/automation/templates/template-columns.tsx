import { useQuery } from '@tanstack/react-query'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { regexPatterns, validationListNames } from '../api.ts'
import styles from '../components/automation.module.css'
import { useFilledIn } from '../launch/launch-columns.ts'
import { words as launchWords } from '../launch-words.ts'
import { rulesOf } from './column-rules.ts'
import { words } from './words.ts'

type Shown = Wire.ColumnDefinition & { readonly rules: readonly string[] }

/** What the rows of a request are asked for. */
export function TemplateColumns({ template: { schema } }: { readonly template: Wire.AutomationTemplate }) {
  const heddle = useHeddle()
  const definitions = useFilledIn(schema)
  const mayLists = useMay('automation.view_validationlist')
  const mayPatterns = useMay('automation.view_regexpattern')
  const lists = useQuery({
    ...validationListNames(heddle),
    enabled: mayLists && definitions.some(({ validation_list: id }) => id != null),
  }).data
  const patterns = useQuery({
    ...regexPatterns(heddle),
    enabled: mayPatterns && definitions.some(({ regex_pattern: id }) => id != null),
  }).data
  if (schema.length === 0) return <p>{words.noColumns}</p>
  const references = { lists: lists ?? [], patterns: patterns ?? [] }
  return (
    <DataTable
      label={words.asks}
      columns={COLUMNS}
      rows={definitions.map((column) => ({ ...column, rules: rulesOf(column, references) }))}
      keyOf={({ name }) => name}
    />
  )
}

const COLUMNS: readonly TableColumn<Shown>[] = [
  {
    name: 'name',
    title: words.columnName,
    width: '22%',
    cell: ({ name }) => <code>{name}</code>,
  },
  {
    name: 'type',
    title: words.columnType,
    width: '190px',
    cell: ({ field_type: type = 'text', min, max }) => (
      <span className={styles.whole}>{launchWords.typeOf(type, min ?? undefined, max ?? undefined)}</span>
    ),
  },
  {
    name: 'required',
    title: words.isRequired,
    width: '100px',
    cell: ({ required, default: value }) =>
      required === true && value == null ? words.required : <span className={styles.minor}>{words.optional}</span>,
  },
  { name: 'rules', title: words.rules, cell: ({ rules }) => rules.join('; ') },
  {
    name: 'help',
    title: words.help,
    isWideOnly: true,
    cell: ({ help_text: help = '' }) => <span dir="auto">{help}</span>,
  },
]
