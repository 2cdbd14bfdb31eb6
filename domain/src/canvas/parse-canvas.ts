import { Suggestions } from '../suggest.ts'
import type { Canvas, PostProcessorStep } from './canvas.ts'
import type { ReceivedCanvas } from './check-shape.ts'
import { parseEdge } from './parse-edge.ts'
import { parseNode } from './parse-node.ts'
import { type Problem, reportInto } from './problem.ts'
import { readStepConfig } from './step-config.ts'
import {
  faultTo,
  isWireObject,
  longIdFault,
  readFlag,
  readList,
  reportFor,
  show,
  uniqueId,
  type ReportProblem,
} from './wire.ts'

export { checkShape } from './check-shape.ts'
export type { ReceivedCanvas } from './check-shape.ts'

/** A real canvas has a handful of each; some rules compare each with each. */
const MOST = { nodes: 100, edges: 200, post_processors: 100 }

/**
 * Parses the wire form into a canvas with all defaults filled in. Every faulty value is reported at once (up to
 * `MOST_PROBLEMS`) and left out, so the canvas is only fit to run when there are no problems.
 */
export function parseCanvas(
  wire: ReceivedCanvas,
  suggestions = new Suggestions(),
): { readonly canvas: Canvas; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const report = reportInto(problems)
  const edgeIds = new Set<string>()
  const stepIds = new Set<string>()
  const canvas = {
    nodes: readItems(wire.nodes, 'nodes', report).map((node, index) => parseNode(node, index, report, suggestions)),
    edges: readItems(wire.edges, 'edges', report).map((edge, index) =>
      parseEdge(edge, index, edgeIds, { report, suggestions }),
    ),
    post_processors: readItems(wire.post_processors, 'post_processors', report).map((step, index) =>
      parseStep(step, index, stepIds, report),
    ),
  }
  return { canvas, problems }
}

function readItems(value: unknown, field: keyof typeof MOST, report: ReportProblem): readonly unknown[] {
  const fault = faultTo(report)
  const items = readList(value, field, fault)
  if (items.length > MOST[field]) fault(`${items.length} ${field}: expected at most ${MOST[field]}`, field)
  return items.slice(0, MOST[field])
}

function parseStep(wire: unknown, index: number, taken: Set<string>, report: ReportProblem): PostProcessorStep {
  const path = `post_processors.${index}`
  const body = isWireObject(wire) ? wire : {}
  const id = uniqueId(body.id, `step-${index + 1}`, taken)
  const fault = faultTo(reportFor({ step_id: id }, report))
  if (!isWireObject(wire)) fault(`${show(wire)} is not a post-processor step`, path, 'bad_post_processor_config')
  else if (typeof body.type !== 'string')
    fault(`${show(body.type)} is not a post-processor type`, `${path}.type`, 'unknown_post_processor')
  const longId = longIdFault(body.id)
  if (longId !== undefined) fault(longId, `${path}.id`)
  const config = body.config ?? {}
  if (!isWireObject(config)) fault(`${show(config)} is not an object`, `${path}.config`, 'bad_post_processor_config')
  return {
    id,
    type: typeof body.type === 'string' ? body.type : '',
    enabled: readFlag(body.enabled, true, `${path}.enabled`, fault),
    config: isWireObject(config) ? readStepConfig(body.type, config) : {},
  }
}
