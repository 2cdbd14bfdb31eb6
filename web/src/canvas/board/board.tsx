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
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useCanvas, useDrawing, useWorkspace } from '../canvas-context.tsx'
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
import { LooseThread, type Thread, ThreadView } from './thread.tsx'
import { useBoardKeys } from './use-board-keys.ts'
import { useDrawn } from './use-drawn.ts'
import { useNewInView } from './use-new-in-view.ts'
import { words } from './words.ts'

export type { Marks } from './marks.ts'

const NODE_TYPES: NodeTypes = { class: ClassNodeView }
const EDGE_TYPES: EdgeTypes = { thread: ThreadView }
const MINIMAP_FROM = 30
const ZOOM = { min: 0.15, max: 2 } as const
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
  const canvas = useDrawing()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const board = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState(NO_DRAG)
  const handleConnect = useCallback((from: string) => askFor(store, { type: 'connect', from }), [store])
  const { nodes, edges, boxes } = useDrawn({ marks, dragged, onConnect: handleConnect })
  useNewInView(board, boxes)
  const { chosen, ...keys } = useBoardKeys(board)
  useClipboard(store, chosen)
  const dropThread = useDroppedThread()
  const { screenToFlowPosition } = useReactFlow()

  const handleNodes = useCallback(
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
  const handleEdges = useCallback(
    (changes: readonly EdgeChange<Thread>[]) => selectParts(store, 'edges', changes),
    [store],
  )
  const handleDrop = useCallback(
    (event: MouseEvent | TouchEvent, { fromNode }: FinalConnectionState) => {
      const point = 'changedTouches' in event ? event.changedTouches[0] : event
      if (!fromNode || !point) return
      const element = document.elementFromPoint(point.clientX, point.clientY)
      if (board.current?.contains(element) !== true) return
      const part = partAt(element)
      const at = screenToFlowPosition({ x: point.clientX, y: point.clientY })
      dropThread(fromNode.id, part?.kind === 'node' ? part.id : undefined, at)
    },
    [dropThread, screenToFlowPosition],
  )
  // Classes are dragged here from lists of them, as text.
  const handleDragOver = (event: DragEvent) => {
    if (!isReadOnly && event.dataTransfer.types.includes('text/plain')) event.preventDefault()
  }
  const handleTextDrop = (event: DragEvent) => {
    if (isReadOnly) return
    event.preventDefault()
    void pasteText(
      store,
      event.dataTransfer.getData('text/plain'),
      screenToFlowPosition({ x: event.clientX, y: event.clientY }),
    )
  }
  // What is new exists once the canvas has been drawn again. A dialog opened from the outline leads back there.
  const handleClosed = useCallback((id: string | undefined, origin: Element | null) => {
    requestAnimationFrame(() => {
      const isFromBoard = origin === null || board.current?.contains(origin) === true
      if (isFromBoard && id !== undefined && focusPart(board.current, { kind: 'node', id })) return
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus()
      else board.current?.focus()
    })
  }, [])
  const ariaLabels = useMemo(
    () => ({ 'edge.a11yDescription.default': words.threadHelp, 'node.a11yDescription.default': words.nodeHelp }),
    [],
  )

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
        onNodesChange={handleNodes}
        onEdgesChange={handleEdges}
        onConnectEnd={handleDrop}
        onDragOver={handleDragOver}
        onDrop={handleTextDrop}
        connectionLineComponent={LooseThread}
        connectionMode={ConnectionMode.Loose}
        connectOnClick={false}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        nodesFocusable
        edgesFocusable
        elevateEdgesOnSelect
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={MANY_KEYS}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        disableKeyboardA11y
        minZoom={ZOOM.min}
        maxZoom={ZOOM.max}
        zoomOnDoubleClick={false}
        fitView
        fitViewOptions={FIT}
        proOptions={PRO}
        ariaLabelConfig={ariaLabels}
        {...keys}
      >
        <Background variant={BackgroundVariant.Dots} gap={24} size={2} />
        {canvas.nodes.length > MINIMAP_FROM && <MiniMap pannable zoomable ariaLabel={words.map} />}
        {canvas.nodes.length === 0 && (
          <div className={styles.empty}>
            <EmptyState
              title={words.emptyTitle}
              action={!isReadOnly && <Button onClick={() => askFor(store, { type: 'add' })}>{words.addClass}</Button>}
            >
              {isReadOnly ? words.emptyReadOnly : words.emptyText}
            </EmptyState>
          </div>
        )}
        <BoardTools />
      </ReactFlow>
      <RequestDialogs onClosed={handleClosed} />
      <ChangeNews />
    </div>
  )
}

const MANY_KEYS = ['Meta', 'Control', 'Shift']
const PRO = { hideAttribution: true } as const

type Change = NodeChange<ClassNode> | EdgeChange<Thread>

function selectParts(
  store: ReturnType<typeof useWorkspace>['store'],
  kind: 'nodes' | 'edges',
  changes: readonly Change[],
): void {
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
