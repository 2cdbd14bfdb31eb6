import { useReactFlow } from '@xyflow/react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { MenuEntry } from '../../components/menu.tsx'
import { MenuAt, pointAt, type ScreenPlace, screenPlaceOf } from '../../components/menu-at.tsx'
import { useWorkspace } from '../canvas-context.tsx'
import type { CanvasStore } from '../canvas-store.ts'
import { askFor } from '../connect/requests.ts'
import { FIT } from './board-tools.tsx'
import { selectAll, tidyCanvas } from './edits.ts'
import { partAt } from './focus.ts'
import { partEntries, selectItem } from './part-edits.ts'
import { words } from './words.ts'

type Open = { readonly at: ScreenPlace; readonly entries: readonly MenuEntry[] }

/** What can be done with the part below the pointer, or with the canvas: for the right button and its key. */
export function usePartMenu(): { readonly onContextMenu: (event: MouseEvent) => void; readonly menu: ReactNode } {
  const { store } = useWorkspace()
  const { fitView } = useReactFlow()
  const [open, setOpen] = useState<Open>()
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('input, [role="dialog"], [role="menu"]')) return
    event.preventDefault()
    const part = partAt(event.target)
    if (part) selectItem(store, part)
    const isByKey = event.clientX === 0 && event.clientY === 0
    setOpen({
      at: isByKey ? screenPlaceOf(event.target) : pointAt(event.clientX, event.clientY),
      entries: part
        ? partEntries(store, part, store.getState().isReadOnly)
        : boardEntries(store, () => void fitView(FIT)),
    })
  }
  return {
    onContextMenu,
    menu: open && <MenuAt label={words.partMenu} {...open} onClose={() => setOpen(undefined)} />,
  }
}

function boardEntries(store: CanvasStore, onFit: () => void): readonly MenuEntry[] {
  const { isReadOnly, history } = store.getState()
  const isEmpty = history.present.nodes.length === 0
  const fit = { text: words.fitLong, note: '0', impossible: isEmpty ? words.nothingToTidy : undefined, onSelect: onFit }
  if (isReadOnly) return [fit]
  return [
    { text: words.addClass, note: 'N', onSelect: () => askFor(store, { type: 'add' }) },
    {
      text: words.tidy,
      note: 'L',
      impossible: isEmpty ? words.nothingToTidy : undefined,
      onSelect: () => tidyCanvas(store),
    },
    {
      text: words.selectAll,
      note: 'Ctrl A',
      impossible: isEmpty ? words.nothingToTidy : undefined,
      onSelect: () => selectAll(store),
    },
    fit,
  ]
}
