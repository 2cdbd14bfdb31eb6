import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import { toast } from '../../../components/toasts.tsx'
import { useMay } from '../../../lib/session/context.tsx'
import { AUTOMATION_KEY } from '../api.ts'
import styles from './reference.module.css'
import { words } from './words.ts'

export type ReferenceKind = keyof typeof words.kinds

const MODELS = {
  categories: 'category',
  lists: 'validationlist',
  patterns: 'regexpattern',
  columns: 'columntemplate',
} as const
export const permissionOf = (kind: ReferenceKind, action: 'view' | 'add' | 'change' | 'delete'): string =>
  `automation.${action}_${MODELS[kind]}`

type Row = { readonly id: string | number; readonly name: string; readonly description: string }

type Props<R extends Row> = {
  readonly kind: ReferenceKind
  readonly found: UseQueryResult<readonly R[]>
  /** Those between the name and the description. */
  readonly columns: readonly TableColumn<R>[]
  readonly form: (row: R | undefined, onClose: () => void) => ReactNode
  readonly remove: (row: R) => Promise<unknown>
  readonly removeText: (row: R) => string
  /** What else can be done with a row by those who may change it. */
  readonly more?: (row: R) => readonly MenuEntry[]
}

type Open<R> = { readonly task: 'add' } | { readonly task: 'edit' | 'delete'; readonly row: R }

/** One kind of what templates refer to: a table, and forms for those who may change it. */
export function ReferenceSection<R extends Row>({ kind, found, columns, form, remove, removeText, more }: Props<R>) {
  const cache = useQueryClient()
  const [open, setOpen] = useState<Open<R>>()
  const mayAdd = useMay(permissionOf(kind, 'add'))
  const mayChange = useMay(permissionOf(kind, 'change'))
  const mayRemove = useMay(permissionOf(kind, 'delete'))
  const close = () => setOpen(undefined)
  const add = mayAdd && (
    <Button look="primary" onClick={() => setOpen({ task: 'add' })}>
      {words.create[kind]}
    </Button>
  )
  const entriesOf = (row: R): readonly MenuEntry[] => [
    ...(mayChange
      ? [{ text: words.edit, onSelect: () => setOpen({ task: 'edit', row }) }, ...(more?.(row) ?? [])]
      : []),
    ...(mayRemove ? [{ text: words.remove, isDangerous: true, onSelect: () => setOpen({ task: 'delete', row }) }] : []),
  ]
  const all = [
    nameColumn<R>(mayChange ? (row) => setOpen({ task: 'edit', row }) : undefined),
    ...columns,
    descriptionColumn<R>(),
    ...(mayChange || mayRemove ? [actionsColumn<R>(entriesOf)] : []),
  ]
  return (
    <section aria-label={words.kinds[kind]} className={styles.section}>
      <div className={styles.head}>
        <p>{words.about[kind]}</p>
        {add}
      </div>
      <Read
        of={found}
        failure={words.failure}
        permission={permissionOf(kind, 'view')}
        skeleton={<LoadingTable columns={all} lines={3} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={words.none[kind]} />
          ) : (
            <DataTable label={words.kinds[kind]} columns={all} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Read>
      {open?.task === 'add' && form(undefined, close)}
      {open?.task === 'edit' && form(open.row, close)}
      {open?.task === 'delete' && (
        <DeleteDialog
          title={words.removeTitle(open.row.name)}
          text={removeText(open.row)}
          remove={() => remove(open.row)}
          onClose={close}
          onRemoved={async () => {
            toast(words.removed(open.row.name))
            await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
          }}
        />
      )}
    </section>
  )
}

const nameColumn = <R extends Row>(onEdit: ((row: R) => void) | undefined): TableColumn<R> => ({
  name: 'name',
  title: words.name,
  width: '24%',
  cell: (row) =>
    onEdit ? (
      <Button look="link" onClick={() => onEdit(row)}>
        {row.name}
      </Button>
    ) : (
      <span dir="auto">{row.name}</span>
    ),
})

const descriptionColumn = <R extends Row>(): TableColumn<R> => ({
  name: 'description',
  title: words.description,
  isWideOnly: true,
  cell: ({ description }) => <span dir="auto">{description}</span>,
})

const actionsColumn = <R extends Row>(entriesOf: (row: R) => readonly MenuEntry[]): TableColumn<R> => ({
  name: 'actions',
  title: words.actions,
  isTitleHidden: true,
  width: '64px',
  cell: (row) => (
    <Menu
      label={words.actionsOf(row.name)}
      entries={entriesOf(row)}
      target={
        <Button look="quiet" aria-label={words.actionsOf(row.name)}>
          ⋯
        </Button>
      }
    />
  ),
})
