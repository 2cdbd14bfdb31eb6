import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import type { QueryRef } from '../api.ts'
import { words } from '../words.ts'
import { type Category, childrenOf, isWithin } from './categories.ts'
import { CategoryDialog, type CategoryTask } from './category-dialogs.tsx'
import styles from './category-tree.module.css'
import { dragCategory, droppedOn, isOurs } from './drag.ts'

export type CategoryTreeProps = {
  readonly categories: readonly Category[]
  readonly category: string | undefined
  readonly isFavorite: boolean
  /** Queries that were dragged to a category, or to "All queries", which is none. */
  readonly onMoveQueries: (queries: readonly QueryRef[], category: number | null) => void
}

/** Where to look: everywhere, among the favorites, or in one category. Here the tree itself is changed, too. */
export function CategoryTree({ isInDialog = false, ...props }: CategoryTreeProps & { readonly isInDialog?: boolean }) {
  const { categories, category, isFavorite } = props
  const cache = useQueryClient()
  const [task, setTask] = useState<CategoryTask>()
  const rights = useRights()
  const refresh = () => cache.invalidateQueries({ queryKey: ['queries'] })
  const dropOn = useDrops(props, rights, refresh)
  const isCurrent = (id: string | undefined) => !isFavorite && category === id
  return (
    <nav aria-label={words.categories} className={isInDialog ? styles.alone : styles.tree}>
      <ul>
        <Entry
          text={words.all}
          search={{ category: undefined, is_favorite: undefined }}
          isCurrent={isCurrent(undefined)}
          drop={dropOn(null)}
        />
        <Entry text={words.favorites} search={{ category: undefined, is_favorite: 'true' }} isCurrent={isFavorite} />
      </ul>
      {(categories.length > 0 || rights.mayAdd) && (
        <div className={styles.heading}>
          <h2>{words.categories}</h2>
          {rights.mayAdd && (
            <Button
              look="quiet"
              aria-label={words.tree.add}
              title={words.tree.add}
              onClick={() => setTask({ kind: 'add', parent: undefined })}
            >
              +
            </Button>
          )}
        </div>
      )}
      <Level
        parent={null}
        categories={categories}
        rights={rights}
        isCurrent={isCurrent}
        dropOn={dropOn}
        onTask={setTask}
      />
      {categories.length === 0 && rights.mayAdd && <p className={styles.hint}>{words.tree.noCategories}</p>}
      {task && (
        <CategoryDialog task={task} categories={categories} onClose={() => setTask(undefined)} onDone={refresh} />
      )}
    </nav>
  )
}

type Rights = ReturnType<typeof useRights>
type DropOn = (target: number | null) => Drop
type LevelProps = {
  readonly parent: number | null
  readonly categories: readonly Category[]
  readonly rights: Rights
  readonly isCurrent: (id: string) => boolean
  readonly dropOn: DropOn
  readonly onTask: (task: CategoryTask) => void
}

/** The categories inside of one, with those below. */
function Level(props: LevelProps): ReactNode {
  const { parent, categories, rights, isCurrent, dropOn, onTask } = props
  const here = childrenOf(parent, categories)
  if (here.length === 0) return null
  return (
    <ul className={parent === null ? undefined : styles.below}>
      {here.map((one) => (
        <Entry
          key={one.id}
          text={one.name}
          count={one.query_count}
          search={{ category: String(one.id), is_favorite: undefined }}
          isCurrent={isCurrent(String(one.id))}
          drop={dropOn(one.id)}
          {...(rights.mayChange && { dragged: one.id })}
          menu={<CategoryMenu name={one.name} entries={entriesOf(one, rights, onTask)} />}
        >
          <Level {...props} parent={one.id} />
        </Entry>
      ))}
    </ul>
  )
}

function entriesOf(category: Category, rights: Rights, onTask: LevelProps['onTask']): readonly MenuEntry[] {
  const { tree } = words
  return [
    ...(rights.mayAdd ? [{ text: tree.addBelow, onSelect: () => onTask({ kind: 'add', parent: category }) }] : []),
    ...(rights.mayChange
      ? [
          { text: tree.rename, onSelect: () => onTask({ kind: 'rename', category }) },
          { text: tree.move, onSelect: () => onTask({ kind: 'move', category }) },
        ]
      : []),
    ...(rights.mayDelete
      ? [
          'line' as const,
          { text: tree.remove, isDangerous: true, onSelect: () => onTask({ kind: 'remove', category }) },
        ]
      : []),
  ]
}

/** What is dropped on a category moves there: queries, or another category. */
function useDrops(
  { categories, onMoveQueries }: CategoryTreeProps,
  rights: Rights,
  refresh: () => Promise<void>,
): DropOn {
  const heddle = useHeddle()
  const move = async (id: number, parent: number | null) => {
    try {
      await heddle.queries.categories.update(id, { parent })
      await refresh()
    } catch (error: unknown) {
      toastFailure(words.notMoved, error as Error, { onRetry: () => void move(id, parent) })
    }
  }
  return (target) => ({
    accepts: rights.mayMoveQueries || rights.mayChange,
    onDrop: (dropped) => {
      if (!dropped) return
      if ('queries' in dropped) onMoveQueries(dropped.queries, target)
      else if (!isWithin(target, dropped.category, categories)) void move(dropped.category, target)
    },
  })
}

const useRights = () => ({
  mayAdd: useMay('queries.add_category'),
  mayChange: useMay('queries.change_category'),
  mayDelete: useMay('queries.delete_category'),
  mayMoveQueries: useMay('queries.change_savedquery'),
})

const CategoryMenu = ({ name, entries }: { readonly name: string; readonly entries: readonly MenuEntry[] }) =>
  entries.length === 0 ? null : (
    <Menu
      label={words.tree.actions(name)}
      entries={entries}
      target={
        <Button look="quiet" aria-label={words.tree.actions(name)} className={styles.more}>
          ⋯
        </Button>
      }
    />
  )

type Drop = { readonly accepts: boolean; readonly onDrop: (dropped: ReturnType<typeof droppedOn>) => void }
type EntryProps = {
  readonly text: string
  readonly count?: number
  /** Other filters, the search and the order stay. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly isCurrent: boolean
  readonly drop?: Drop
  /** The category that is dragged with it. */
  readonly dragged?: number
  readonly menu?: ReactNode
  readonly children?: ReactNode
}

function Entry({ text, count, search, isCurrent, drop, dragged, menu, children }: EntryProps) {
  const [isOver, setIsOver] = useState(false)
  const classes = [styles.entry, isCurrent && styles.current, isOver && styles.over].filter(Boolean).join(' ')
  return (
    <li>
      {/* Dragging is for the mouse; "Move…" in the menu does the same. */}
      <div
        className={classes}
        draggable={dragged !== undefined}
        onDragStart={(event) => dragged !== undefined && dragCategory(event, dragged)}
        onDragOver={(event) => {
          if (!drop?.accepts || !isOurs(event)) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          drop?.onDrop(droppedOn(event))
        }}
      >
        <Link
          to="/queries/saved-queries/"
          search={(before) => ({ ...before, page: undefined, ...search })}
          className={styles.link ?? ''}
          activeOptions={{ exact: true }}
          draggable={false}
          {...(isCurrent && { 'aria-current': 'true' as const })}
        >
          <span className={styles.text} dir="auto" title={text}>
            {text}
          </span>
          {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        </Link>
        {menu}
      </div>
      {children}
    </li>
  )
}
