import {
  Background,
  BackgroundVariant,
  ConnectionMode,
  type EdgeChange,
  type EdgeTypes,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import type { CanvasStore } from '../canvas-store.ts'
import { pasteText, useClipboard } from './use-clipboard.ts'
import { RequestDialogs } from '../connect/request-dialogs.tsx'
import { askFor } from '../connect/requests.ts'
import { useDroppedThread } from '../connect/use-dropped-thread.ts'
import type { Point } from '../layout/boxes.ts'
import styles from './board.module.css'
import { BoardTools, FIT } from './board-tools.tsx'
import { ChangeNews } from './change-news.tsx'
import { type ClassNode, ClassNodeView } from './class-node.tsx'
import { placeNodes } from './edits.ts'
import { focusPart, partAt } from './focus.ts'
import type { Marks } from './marks.ts'
import { LooseThread, type ThreadEdge, ThreadView } from './thread.tsx'
import { useBoardKeys } from './use-board-keys.ts'
import { useDetail } from './use-detail.ts'
import { useDrawn } from './use-drawn.ts'
import { useFitAfterResize, useNewInView } from './use-new-in-view.ts'
import { usePartMenu } from './use-part-menu.tsx'
import { words } from './words.ts'

export type { Marks } from './marks.ts'

const NODE_TYPES: NodeTypes = { class: ClassNodeView }
const EDGE_TYPES: EdgeTypes = { thread: ThreadView }
const MINIMAP_FROM = 30
const NO_DRAG: ReadonlyMap<string, Point> = new Map()

type Props = {
  /** How parts differ from another version: drawn with their signs. */
  readonly marks?: Marks
}

/** The canvas as a drawing. */
export const Board = (props: Props) => (
  <ReactFlowProvider>
    <Drawing {...props} />
  </ReactFlowProvider>
)

function Drawing({ marks }: Props) {
  const { store } = useWorkspace()
  const count = useCanvas(({ history }) => history.present.nodes.length)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const board = useRef<HTMLDivElement>(null)
  const { dragged, ...edits } = useFlowEdits(store)
  const handleConnect = useCallback((from: string) => askFor(store, { type: 'connect', from }), [store])
  const { nodes, edges, boxes } = useDrawn({ marks, dragged, onConnect: handleConnect })
  useNewInView(board, boxes)
  const detail = useDetail(board)
  useFitAfterResize(boxes)
  const { chosen, ...keys } = useBoardKeys(board)
  useClipboard(store, chosen)
  const drops = useDrops(store, board)
  const handleClosed = useFocusAfterDialog(board)
  const { onContextMenu, menu } = usePartMenu()
  return (
    <div className={styles.board}>
      <ReactFlow
        ref={board}
        aria-label={words.board}
        tabIndex={-1}
        className={styles.flow ?? ''}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        connectionLineComponent={LooseThread}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        ariaLabelConfig={ARIA_LABELS}
        {...HABITS}
        {...detail}
        {...edits}
        {...drops}
        {...keys}
        onContextMenu={onContextMenu}
      >
        <Background variant={BackgroundVariant.Dots} gap={24} size={2} />
        {count > MINIMAP_FROM && <MiniMap pannable zoomable ariaLabel={words.map} />}
        {count === 0 && <EmptyBoard isReadOnly={isReadOnly} />}
      </ReactFlow>
      {menu}
      <BoardTools />
      <RequestDialogs onClosed={handleClosed} />
      <ChangeNews />
    </div>
  )
}

function EmptyBoard({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { store } = useWorkspace()
  return (
    <div className={styles.empty}>
      <EmptyState
        title={words.emptyTitle}
        action={!isReadOnly && <Button onClick={() => askFor(store, { type: 'add' })}>{words.addClass}</Button>}
      >
        {isReadOnly ? words.emptyReadOnly : words.emptyText}
      </EmptyState>
    </div>
  )
}

/** What the flow says of selected and dragged parts. While nodes are dragged, the canvas waits for where they end. */
function useFlowEdits(store: CanvasStore) {
  const [dragged, setDragged] = useState(NO_DRAG)
  const onNodesChange = useCallback(
    (changes: readonly NodeChange<ClassNode>[]) => {
      selectParts(store, 'nodes', changes)
      const moves = changes.filter((change) => change.type === 'position')
      if (moves.length === 0) return
      const places = new Map(moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])))
      const isDragging = moves.some(({ dragging }) => dragging === true)
      setDragged(isDragging ? places : NO_DRAG)
      if (!isDragging) placeNodes(store, places)
    },
    [store],
  )
  const onEdgesChange = useCallback(
    (changes: readonly EdgeChange<ThreadEdge>[]) => selectParts(store, 'edges', changes),
    [store],
  )
  return { dragged, onNodesChange, onEdgesChange }
}

/** Threads that are let go, and classes that are dragged here from lists of them, as text. */
function useDrops(store: CanvasStore, board: RefObject<HTMLDivElement | null>) {
  const dropThread = useDroppedThread()
  const { screenToFlowPosition } = useReactFlow()
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { fromNode }: FinalConnectionState) => {
      const point = 'changedTouches' in event ? event.changedTouches[0] : event
      if (!fromNode || !point) return
      const element = document.elementFromPoint(point.clientX, point.clientY)
      if (board.current?.contains(element) !== true) return
      const part = partAt(element)
      const at = screenToFlowPosition({ x: point.clientX, y: point.clientY })
      dropThread(fromNode.id, part?.kind === 'node' ? part.id : undefined, at)
    },
    [board, dropThread, screenToFlowPosition],
  )
  const onDragOver = (event: DragEvent) => {
    if (!store.getState().isReadOnly && event.dataTransfer.types.includes('text/plain')) event.preventDefault()
  }
  const onDrop = (event: DragEvent) => {
    if (store.getState().isReadOnly) return
    event.preventDefault()
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    void pasteText(store, event.dataTransfer.getData('text/plain'), at)
  }
  return { onConnectEnd, onDragOver, onDrop }
}

/** What is new exists once the canvas has been drawn again. A dialog opened from the outline leads back there. */
function useFocusAfterDialog(board: RefObject<HTMLDivElement | null>) {
  return useCallback(
    (id: string | undefined, origin: Element | null) => {
      requestAnimationFrame(() => {
        const isFromBoard = origin === null || board.current?.contains(origin) === true
        if (isFromBoard && id !== undefined && focusPart(board.current, { kind: 'node', id })) return
        if (origin instanceof HTMLElement && origin.isConnected) origin.focus()
        else board.current?.focus()
      })
    },
    [board],
  )
}

const ARIA_LABELS = {
  'edge.a11yDescription.default': words.threadHelp,
  'node.a11yDescription.default': words.nodeHelp,
} as const

/** The same on every canvas. */
const HABITS = {
  connectionMode: ConnectionMode.Loose,
  connectOnClick: false,
  nodesFocusable: true,
  edgesFocusable: true,
  elevateEdgesOnSelect: true,
  selectionMode: SelectionMode.Partial,
  multiSelectionKeyCode: ['Meta', 'Control', 'Shift'],
  deleteKeyCode: null,
  panActivationKeyCode: null,
  disableKeyboardA11y: true,
  minZoom: 0.15,
  maxZoom: 2,
  zoomOnDoubleClick: false,
  fitView: true,
  fitViewOptions: FIT,
  proOptions: { hideAttribution: true },
} satisfies Partial<ReactFlowProps>

type Change = NodeChange<ClassNode> | EdgeChange<ThreadEdge>

function selectParts(store: CanvasStore, kind: 'nodes' | 'edges', changes: readonly Change[]): void {
  const chosen = changes.filter((change) => change.type === 'select')
  if (chosen.length === 0) return
  const { selection, select } = store.getState()
  const ids = new Set(selection[kind])
  for (const { id, selected } of chosen) {
    if (selected) ids.add(id)
    else ids.delete(id)
  }
  select({ nodes: selection.nodes, edges: selection.edges, [kind]: [...ids] })
}
