import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import type { WireCanvas, WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { useDrawing, useWorkspace } from '../../../canvas/canvas-context.tsx'
import type { Selection } from '../../../canvas/canvas-store.ts'
import { threadName } from '../../../canvas/board/part-names.ts'
import { filterLine } from '../../../canvas/layout/filter-line.ts'
import { type NoRowsCause, whyNoRows } from '../../../canvas/run/why-no-rows.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { pipelineRun } from '../../../resources/runs.ts'
import type { Ran } from './use-run.ts'
import { useAddress } from './use-address.ts'
import { words } from './words.ts'

type Props = {
  readonly ran: Ran
  /** Runs the canvas of the run with something left out. */
  readonly onRun: (part: WireCanvas) => void
}

/** Where the rows of a run without rows ended, and what would let some in. */
export function NoRowsOfRun({ ran: { log, given }, onRun }: Props) {
  const heddle = useHeddle()
  const pipeline = log.pipeline_execution
  const { data, isLoading } = useQuery({ ...pipelineRun(heddle, pipeline ?? ''), enabled: pipeline !== null })
  if (isLoading) return null
  const cause = data && whyNoRows(given.canvas, data.stages)
  if (!cause) return <EmptyState title={words.noRows.title}>{words.noRows.unknown}</EmptyState>
  const without = withoutCause(given.canvas, cause)
  return (
    <EmptyState
      title={words.noRows.title}
      action={
        <>
          {without && <Button onClick={() => onRun(without.canvas)}>{without.text}</Button>}
          <ShowCause cause={cause} />
        </>
      }
    >
      {textOf(given.canvas, cause)}
    </EmptyState>
  )
}

/** Selects what it is about, if that is still on the canvas. */
function ShowCause({ cause }: { readonly cause: NoRowsCause }) {
  const { store } = useWorkspace()
  const { nodes, edges, post_processors: steps } = useDrawing()
  const { change } = useAddress()
  const { part, among, selection } = placeOf(cause, { nodes, edges, steps })
  const handleShow = () => {
    store.getState().select(selection)
    // Where only rows are shown, the canvas comes with it.
    change({ view: 'edit' })
  }
  if (!among.some(({ id }) => id === part.id)) return null
  return <Button onClick={handleShow}>{words.noRows.show[cause.kind]}</Button>
}

type Lists = Readonly<Record<'nodes' | 'edges' | 'steps', readonly WirePart[]>>

function placeOf(
  cause: NoRowsCause,
  lists: Lists,
): { readonly part: WirePart; readonly among: readonly WirePart[]; readonly selection: Selection } {
  switch (cause.kind) {
    case 'class':
      return { part: cause.node, among: lists.nodes, selection: { nodes: [cause.node.id], edges: [] } }
    case 'thread':
      return { part: cause.edge, among: lists.edges, selection: { nodes: [], edges: [cause.edge.id] } }
    case 'step':
      return { part: cause.step, among: lists.steps, selection: { nodes: [], edges: [], step: cause.step.id } }
  }
}

const filtersOf = ({ filters }: WirePart): readonly unknown[] => (Array.isArray(filters) ? filters : [])

function textOf(canvas: WireCanvas, cause: NoRowsCause): string {
  if (cause.kind === 'step') return words.noRows.step(cause.number, String(cause.step['type']), cause.before)
  if (cause.kind === 'thread') {
    const { source, target } = cause.edge
    const [left, right] = [source, target].map((id) => nodeTitle(canvas.nodes.find((node) => node.id === id) ?? {}))
    return cause.join === 'inner'
      ? words.noRows.pairs([cause.source, left!], [cause.target, right!], threadName(cause.edge, canvas))
      : words.noRows.partners(left!, right!)
  }
  const [name, filters] = [nodeTitle(cause.node), filtersOf(cause.node)]
  if (filters.length > 0) return words.noRows.filtered(name, filters.map(filterLine).join(' and '))
  return canvas.nodes.length > 1 ? words.noRows.unfit(name) : words.noRows.absent(name)
}

/** The canvas without the filters, or the step, that let nothing through. */
function withoutCause(canvas: WireCanvas, cause: NoRowsCause) {
  if (cause.kind === 'step') {
    const steps = canvas.post_processors.map((step) => (step.id === cause.step.id ? { ...step, enabled: false } : step))
    return { text: words.noRows.withoutStep(cause.number), canvas: { ...canvas, post_processors: steps } }
  }
  if (cause.kind === 'thread' || filtersOf(cause.node).length === 0) return undefined
  const nodes = canvas.nodes.map((node) => (node.id === cause.node.id ? { ...node, filters: [] } : node))
  return { text: words.noRows.withoutFilters(filtersOf(cause.node).length), canvas: { ...canvas, nodes } }
}
