import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useHeddle } from '../../lib/session/context.tsx'
import { useLater } from '../../lib/time/use-later.ts'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { modelStats } from '../model/model-stats.ts'
import { addClass } from '../connect/add-class.ts'
import { BesideList } from './beside-list.tsx'
import { ClassSearchPanel } from './class-search.tsx'
import { ClassTree } from './class-tree.tsx'
import styles from './explorer.module.css'
import { useFavorites } from './favorites.ts'
import { FavoriteList } from './favorite-list.tsx'
import { ExplorerWithoutModel } from './no-model.tsx'
import { words } from './words.ts'

const PAUSE_MS = 150

/** Classes to put on the canvas: what fits beside the selected one, favorites, and the whole model. */
export function Explorer() {
  const { store, connection } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const { data: stats } = useQuery(modelStats(useHeddle()))
  const favorites = useFavorites()
  const [typed, setTyped] = useState('')
  const text = useLater(typed.trim(), PAUSE_MS)
  const panel = useRef<HTMLDivElement>(null)
  if (isReadOnly) return null

  const isInstalled = stats?.controller_version !== null
  const handleAdd = (name: string) => {
    addClass(store, name)
    setTyped('')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows and J, K go through the rows of all groups
    <div ref={panel} className={styles.explorer} onKeyDown={(event) => walkRows(event, panel.current)}>
      <h2 className="sr-only">{words.title}</h2>
      <ClassSearchPanel
        typed={typed}
        text={text}
        isInstalled={isInstalled}
        favorites={favorites}
        onTyped={setTyped}
        onAdd={handleAdd}
      />
      {typed.trim() === '' && (
        <>
          {isInstalled && <BesideList favorites={favorites} />}
          {isInstalled && <FavoriteList favorites={favorites} onAdd={handleAdd} />}
          {stats &&
            (isInstalled ? (
              <ClassTree favorites={favorites} connection={connection} onChoose={handleAdd} />
            ) : (
              <ExplorerWithoutModel />
            ))}
        </>
      )}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

function walkRows(event: KeyboardEvent, panel: HTMLElement | null): void {
  const step = STEPS[event.key]
  const here = event.target as HTMLElement
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || !panel) return
  const isFromSearch = here.matches('input') && event.key === 'ArrowDown' && !event.defaultPrevented
  if (!isFromSearch && !here.matches('[data-row]')) return
  event.preventDefault()
  const rows = [...panel.querySelectorAll<HTMLElement>('[data-row]')]
  rows[rows.indexOf(here) + step]?.focus()
}
