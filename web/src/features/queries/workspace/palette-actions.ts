import { tidyCanvas } from '../../../canvas/board/edits.ts'
import { words as boardWords } from '../../../canvas/board/words.ts'
import { type CanvasStore, NOTHING_SELECTED } from '../../../canvas/canvas-store.ts'
import { askFor } from '../../../canvas/connect/requests.ts'
import { words as stepWords } from '../../../canvas/steps/words.ts'
import { words } from './words.ts'

const TABS = ['rows', 'chart', 'plan', 'stages', 'versions', 'json'] as const

/** The tabs below the canvas, for the palette. */
export const tabActions = (onTab: (tab: string | undefined) => void) =>
  TABS.map((tab) => ({
    id: `workspace-tab-${tab}`,
    text: words.tabs[tab],
    onSelect: () => onTab(tab === 'rows' ? undefined : tab),
  }))

/** What the keys of the canvas do, for the palette. */
export function canvasActions(store: CanvasStore) {
  const { isReadOnly, history } = store.getState()
  if (isReadOnly) return []
  const add = {
    ...{ id: 'workspace-add', text: boardWords.addClass, keys: 'N' },
    onSelect: () => askFor(store, { type: 'add' }),
  }
  const first = history.present.nodes[0]?.id
  if (first === undefined) return [add]
  return [
    add,
    {
      ...{ id: 'workspace-connect', text: boardWords.commands.connect.text, keys: 'C' },
      onSelect: () => askFor(store, { type: 'connect', from: store.getState().selection.nodes[0] ?? first }),
    },
    { id: 'workspace-tidy', text: boardWords.tidy, keys: 'L', onSelect: () => tidyCanvas(store) },
    { id: 'workspace-step', text: stepWords.add, onSelect: () => offerSteps(store) },
  ]
}

/** The steps are where nothing is selected. */
function offerSteps(store: CanvasStore): void {
  store.getState().select(NOTHING_SELECTED)
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-add-step]')?.click())
}
