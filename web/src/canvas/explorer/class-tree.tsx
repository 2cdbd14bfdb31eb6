import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tree } from '../../components/tree.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { CLASS_DATA } from './class-row.tsx'
import styles from './explorer.module.css'
import type { Favorites } from './favorites.ts'
import { Group } from './group.tsx'
import { classAt, type ModelRow, modelRows, type TreeNode } from './tree-rows.ts'
import { words } from './words.ts'

/** Runs count objects. */
const COUNTS_KEPT_MS = 60_000

const treeLevel = (heddle: Heddle, parent: string | undefined, connection: string | undefined) =>
  queryOptions({
    queryKey: ['mim', 'tree', parent ?? null, connection ?? null],
    queryFn: ({ signal }) =>
      heddle.mim.explorer.tree(
        { ...(parent !== undefined && { parent }), ...(connection !== undefined && { connection }) },
        { signal },
      ),
    staleTime: COUNTS_KEPT_MS,
    retry: false,
  })

type Props = {
  readonly favorites: Favorites
  /** Whose objects are counted. */
  readonly connection: string | undefined
  /** Rows lead to classes, and this one is shown; without it they are dragged onto a canvas. */
  readonly shown?: { readonly name: string | undefined }
  /** A path from a root to a class that somebody wants to see in the tree. */
  readonly wanted?: readonly string[] | undefined
  readonly onChoose: (name: string) => void
}

/** What operators begin with, then the roots. */
const firstRows = ({ start, nodes }: Wire.MimTree): readonly TreeNode[] => [
  ...start,
  ...nodes.filter(({ class_name }) => !start.some((node) => node.class_name === class_name)),
]

/**
 * The class model by containment, from what operators begin with. What is below a class is read when it is opened.
 */
export function ClassTree({ favorites, connection, shown, wanted, onChoose }: Props) {
  const heddle = useHeddle()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { data: roots, error, refetch } = useQuery(treeLevel(heddle, undefined, connection))
  const names = [...new Set([...open].map(classAt))]
  const levels = useQueries({ queries: names.map((name) => treeLevel(heddle, name, connection)) })
  const rows = modelRows(roots ? firstRows(roots) : [], open, (name) => levels[names.indexOf(name)]?.data)
  const goal = useGoal(wanted, roots, setOpen)
  const handleToggle = (key: string, isOpen: boolean) =>
    setOpen(
      isOpen
        ? new Set([...open, key])
        : new Set([...open].filter((path) => path !== key && !path.startsWith(`${key}/`))),
    )
  return (
    <Group title={words.model} aside={!shown && <Link to="/mim">{words.browse}</Link>}>
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
        goal={goal}
        onToggle={handleToggle}
        onChoose={(key) => !key.endsWith('/') && onChoose(classAt(key))}
        onRowKey={(key, event) => event.key.toLowerCase() === 'f' && favorites.toggle(classAt(key))}
        {...(shown
          ? { choosesOnClick: true, isFilled: true, current: (key: string) => classAt(key) === shown.name }
          : {
              onDragRow: (key: string, { dataTransfer }: DragEvent) => dataTransfer.setData(CLASS_DATA, classAt(key)),
            })}
      />
    </Group>
  )
}

type SetOpen = (change: (open: ReadonlySet<string>) => ReadonlySet<string>) => void

/** Opens the tree down to a class, from the last class of its path that stands among the first rows. */
function useGoal(wanted: readonly string[] | undefined, roots: Wire.MimTree | undefined, setOpen: SetOpen) {
  const path = useMemo(() => {
    const first = new Set(roots && firstRows(roots).map(({ class_name }) => class_name))
    const from = wanted?.findLastIndex((name) => first.has(name)) ?? -1
    return from === -1 ? [] : wanted!.slice(from)
  }, [wanted, roots])
  useEffect(() => {
    const above = path.slice(0, -1).map((_name, index) => path.slice(0, index + 1).join('/'))
    if (above.length > 0) setOpen((open) => new Set([...open, ...above]))
  }, [path, setOpen])
  return useMemo(() => (path.length === 0 ? undefined : { key: path.join('/') }), [path])
}

function RowContent({ row, favorites }: { readonly row: ModelRow; readonly favorites: Favorites }) {
  if (!row.node) return <span className={styles.label}>{words.reading}</span>
  const { class_name, display_name, objects } = row.node
  return (
    <>
      <span className={styles.name}>{class_name}</span> <span className={styles.label}>{display_name}</span>
      {objects !== null && <span className={styles.objects}>{words.objects(objects)}</span>}
      {favorites.has(class_name) && (
        <span className={styles.kept} aria-hidden>
          ★
        </span>
      )}
    </>
  )
}
