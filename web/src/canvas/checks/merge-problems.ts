import { ONLY_THE_SERVER_KNOWS } from '@heddle/domain/canvas/problem.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../../lib/api/wire.ts'
import type { PlacedProblem, ValueProblem } from './checks.ts'

type Found = Omit<Wire.CanvasProblem, 'suggestions'> & { readonly suggestions?: readonly string[] }
type FoundProblems = { readonly errors: readonly Found[]; readonly warnings: readonly Found[] }

type Given = {
  readonly canvas: WireCanvas
  /** What the page found in the canvas as it is. */
  readonly own: FoundProblems | undefined
  /** What the server said last. */
  readonly server: FoundProblems | undefined
  /** There were no edits since. */
  readonly isServerNewest: boolean
}

const VALUES = 'variables.'

/** Apart from the problems of the canvas, those of the values that its variables have. */
export function splitProblems(found: readonly PlacedProblem[]): {
  readonly problems: readonly PlacedProblem[]
  readonly values: readonly ValueProblem[]
} {
  const isOfValue = ({ path }: PlacedProblem) => path?.startsWith(VALUES) === true
  const values = found.filter(isOfValue).map(({ path = '', code, message }) => ({
    name: path.slice(VALUES.length),
    isMissing: code === 'missing_variable',
    message,
  }))
  return { problems: found.filter((problem) => !isOfValue(problem)), values }
}

/** One list of problems: the server's when it is about this canvas, else the page's with what only the server knows. */
export function mergeProblems({ canvas, own, server, isServerNewest }: Given): readonly PlacedProblem[] {
  const placed =
    isServerNewest || !own ? placedOf(server) : [...placedOf(own), ...placedOf(server).filter(isLeftToServer)]
  const order = orderOf(canvas)
  return placed
    .filter((problem) => order(problem) !== undefined)
    .toSorted((a, b) => (order(a) ?? 0) - (order(b) ?? 0) || severity(a) - severity(b))
}

const placedOf = (found: FoundProblems | undefined): readonly PlacedProblem[] => [
  ...(found?.errors ?? []).map((problem) => withSeverity(problem, 'error')),
  ...(found?.warnings ?? []).map((problem) => withSeverity(problem, 'warning')),
]

const withSeverity = ({ suggestions, ...problem }: Found, severity: PlacedProblem['severity']): PlacedProblem => ({
  ...problem,
  severity,
  ...(suggestions && { suggestions: [...suggestions] }),
})

const isLeftToServer = ({ code }: PlacedProblem): boolean => ONLY_THE_SERVER_KNOWS.some((left) => left === code)

const severity = (problem: PlacedProblem): number => (problem.severity === 'error' ? 0 : 1)

/** The place of a problem's part in the canvas; undefined for a part that is no longer there. */
function orderOf({ nodes, edges, post_processors }: WireCanvas): (problem: Wire.CanvasProblem) => number | undefined {
  const ids = [
    ...nodes.map(({ id }) => `node ${id}`),
    ...edges.map(({ id }) => `edge ${id}`),
    ...post_processors.map(({ id }) => `step ${id}`),
  ]
  const places = new Map(ids.map((id, index) => [id, index]))
  return ({ node_id, edge_id, step_id }) => {
    if (edge_id !== undefined) return places.get(`edge ${edge_id}`)
    if (step_id !== undefined) return places.get(`step ${step_id}`)
    return node_id === undefined ? -1 : places.get(`node ${node_id}`)
  }
}
