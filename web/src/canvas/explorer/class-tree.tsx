import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tree } from '../../components/tree.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { CLASS_DATA } from './class-row.tsx'
import styles from './explorer.module.css'
import type { Favorites } from './favorites.ts'
import { Group } from './group.tsx'
import { classAt, type ModelRow, modelRows } from './tree-rows.ts'
import { words } from './words.ts'

const treeLevel = (heddle: Heddle, parent: string | undefined) =>
  queryOptions({
    queryKey: ['mim', 'tree', parent ?? null],
    queryFn: ({ signal }) => heddle.mim.explorer.tree(parent === undefined ? {} : { parent }, { signal }),
    staleTime: Infinity,
    retry: false,
  })

type Props = { readonly favorites: Favorites; readonly onAdd: (name: string) => void }

/** The class model by containment. What is below a class is read when it is opened. */
export function ClassTree({ favorites, onAdd }: Props) {
  const heddle = useHeddle()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { data: roots, error, refetch } = useQuery(treeLevel(heddle, undefined))
  const names = [...new Set([...open].map(classAt))]
  const levels = useQueries({ queries: names.map((name) => treeLevel(heddle, name)) })
  const rows = modelRows(roots?.nodes ?? [], open, (name) => levels[names.indexOf(name)]?.data)
  const handleToggle = (key: string, isOpen: boolean) =>
    setOpen(
      isOpen
        ? new Set([...open, key])
        : new Set([...open].filter((path) => path !== key && !path.startsWith(`${key}/`))),
    )
  return (
    <Group title={words.model}>
      {error && (
        <p role="alert" className={styles.fault}>
          {words.failure} {error.message}{' '}
          <Button look="link" onClick={() => void refetch()}>
            {words.retry}
          </Button>
        </p>
      )}
      <Tree
        label={words.tree}
        rows={rows.map((row) => ({
          ...row,
          text: classAt(row.key),
          content: <RowContent row={row} favorites={favorites} />,
        }))}
        onToggle={handleToggle}
        onChoose={(key) => !key.endsWith('/') && onAdd(classAt(key))}
        onRowKey={(key, event) => event.key.toLowerCase() === 'f' && favorites.toggle(classAt(key))}
        onDragRow={(key, event) => event.dataTransfer.setData(CLASS_DATA, classAt(key))}
      />
    </Group>
  )
}

function RowContent({ row, favorites }: { readonly row: ModelRow; readonly favorites: Favorites }) {
  if (!row.node) return <span className={styles.label}>{words.reading}</span>
  const { class_name, display_name } = row.node
  return (
    <>
      <span className={styles.name}>{class_name}</span> <span className={styles.label}>{display_name}</span>
      {favorites.has(class_name) && (
        <span className={styles.kept} aria-hidden>
          ★
        </span>
      )}
    </>
  )
}
