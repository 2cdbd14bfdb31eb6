import { useReactFlow } from '@xyflow/react'
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo } from 'react'
import { useHasSingleKeys } from '../../lib/session/preferences.ts'
import { useDrawing, useWorkspace } from '../canvas-context.tsx'
import { type CanvasStore, NOTHING_SELECTED } from '../canvas-store.ts'
import { askFor } from '../connect/requests.ts'
import { type Command, commandFor } from './board-keys.ts'
import { FIT } from './board-tools.tsx'
import {
  duplicateParts,
  makePrimary,
  moveNodes,
  type PickedParts,
  removeParts,
  selectAll,
  tidyCanvas,
} from './edits.ts'
import { focusInspector, focusPart, isTyping, partAt } from './focus.ts'
import { useTabOrder } from './use-tab-order.ts'
import { tabOrder } from './use-drawn.ts'

type BoardRef = RefObject<HTMLDivElement | null>

/** Everything the keyboard does on the canvas. */
export function useBoardKeys(board: BoardRef) {
  const { store } = useWorkspace()
  const canvas = useDrawing()
  const flow = useReactFlow()
  const tab = useTabOrder(board, canvas)
  const chosen = useCallback(() => chosenParts(store), [store])
  const run = useMemo(() => commandsOf(store, flow, board), [store, flow, board])
  usePageKeys(run)
  return useMemo(
    () => ({
      chosen,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Tab' && tab.onTab(event)) showFocused(flow, board.current)
        const command = commandFor(event)
        // Buttons have keys of their own, and dialogs are children of the canvas only for React.
        const isElsewhere = event.target instanceof Element && event.target.closest('button, input') !== null
        if (command === undefined || (isElsewhere && (command === 'inspect' || command === 'toggle'))) return
        if (run(command)) event.preventDefault()
      },
      onFocus: (event: FocusEvent) => {
        if (tab.onEnter(event)) showFocused(flow, board.current)
      },
    }),
    [chosen, tab, run, flow, board],
  )
}

/** The part that has the focus; the whole selection if it belongs to that, or if no part has the focus. */
function chosenParts(store: CanvasStore): PickedParts {
  const { selection } = store.getState()
  const part = partAt(document.activeElement)
  if (!part || selection[part.kind === 'node' ? 'nodes' : 'edges'].includes(part.id)) return selection
  return part.kind === 'node' ? { nodes: [part.id], edges: [] } : { nodes: [], edges: [part.id] }
}

type Flow = ReturnType<typeof useReactFlow>
type RunCommand = (command: Command) => boolean

/** Does what a command says, and tells whether there was anything to do. */
function commandsOf(store: CanvasStore, flow: Flow, board: BoardRef): RunCommand {
  const edits = editCommands(store, board)
  const looks: Readonly<Record<string, () => void>> = {
    'select-all': () => selectAll(store),
    'zoom-in': () => void flow.zoomIn(),
    'zoom-out': () => void flow.zoomOut(),
    fit: () => void flow.fitView(FIT),
    deselect: () => store.getState().select(NOTHING_SELECTED),
    inspect: () => {
      store.getState().select(chosenParts(store))
      focusInspector()
    },
    toggle: () => toggle(store),
  }
  return (command) => {
    const { isReadOnly } = store.getState()
    if (typeof command === 'object') {
      const { nodes } = chosenParts(store)
      if (isReadOnly || nodes.length === 0) return false
      moveNodes(store, nodes, command)
      return true
    }
    const act = looks[command] ?? (isReadOnly ? undefined : edits[command])
    act?.()
    return act !== undefined
  }
}

function editCommands(store: CanvasStore, board: BoardRef): Readonly<Record<string, () => void>> {
  const { undo, redo } = store.getState()
  return {
    undo,
    redo,
    duplicate: () => duplicateParts(store, chosenParts(store).nodes),
    delete: () => {
      const parts = chosenParts(store)
      const next = nextAfter(store.getState().history.present, parts)
      removeParts(store, parts)
      requestAnimationFrame(() => (next && focusPart(board.current, next)) || board.current?.focus())
    },
    primary: () => {
      const [id, ...more] = chosenParts(store).nodes
      if (id !== undefined && more.length === 0) makePrimary(store, id)
    },
    connect: () => {
      const [from] = chosenParts(store).nodes
      if (from !== undefined) askFor(store, { type: 'connect', from })
    },
    add: () => askFor(store, { type: 'add' }),
    tidy: () => tidyCanvas(store),
  }
}

/**
 * Keys that nothing else has the focus for are meant for the canvas. Undo belongs to the whole page, as long as nobody
 * types into a field, which has its own.
 */
function usePageKeys(run: RunCommand): void {
  const hasSingleKeys = useHasSingleKeys()
  useEffect(() => {
    let isChord = false
    const handleKey = (event: globalThis.KeyboardEvent) => {
      // `G` and a letter lead to another page.
      const isSecond = isChord
      isChord = event.key === 'g'
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]'))
        return
      const command = commandFor(event)
      const isAllowed = hasSingleKeys || event.ctrlKey || event.metaKey || event.key.length > 1
      const isNowhere = event.target === document.body && !isSecond && isAllowed
      if (command !== undefined && (isNowhere || command === 'undo' || command === 'redo') && run(command))
        event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [run, hasSingleKeys])
}

/** What Delete leaves the focus on: the part after the removed ones, else the one before. */
function nextAfter(canvas: Parameters<typeof tabOrder>[0], { nodes, edges }: PickedParts) {
  const gone = new Set([...nodes.map((id) => `node ${id}`), ...edges.map((id) => `edge ${id}`)])
  for (const edge of canvas.edges) {
    if (nodes.includes(String(edge.source)) || nodes.includes(String(edge.target))) gone.add(`edge ${edge.id}`)
  }
  const order = tabOrder(canvas)
  const first = order.findIndex((key) => gone.has(key))
  const left = (keys: readonly string[]) => keys.find((key) => !gone.has(key))
  const next = left(order.slice(first + 1)) ?? left(order.slice(0, Math.max(0, first)).reverse())
  if (next === undefined) return undefined
  const kind = next.startsWith('node ') ? 'node' : 'edge'
  return { kind, id: next.slice(5) } as const
}

function toggle(store: CanvasStore): void {
  const part = partAt(document.activeElement)
  if (!part) return
  const { selection, select } = store.getState()
  const kind = part.kind === 'node' ? 'nodes' : 'edges'
  const ids = selection[kind].includes(part.id)
    ? selection[kind].filter((id) => id !== part.id)
    : [...selection[kind], part.id]
  select({ nodes: selection.nodes, edges: selection.edges, [kind]: ids })
}

/** Moves the view when the tab key leads to a node that is out of sight. */
function showFocused(flow: ReturnType<typeof useReactFlow>, board: HTMLElement | null): void {
  const part = partAt(document.activeElement)
  const node = part?.kind === 'node' ? flow.getNode(part.id) : undefined
  if (!node || !board || !document.activeElement) return
  const view = board.getBoundingClientRect()
  const box = document.activeElement.getBoundingClientRect()
  const isSeen = box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom
  if (isSeen) return
  const { x, y } = node.position
  void flow.setCenter(x + (node.width ?? 0) / 2, y + (node.height ?? 0) / 2, { zoom: flow.getZoom() })
}
