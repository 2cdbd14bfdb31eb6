import type { Problem } from '../../canvas/problem.ts'
import type { ClassModel } from '../../mim/model.ts'
import { prepareQuery } from '../../query/prepare-query.ts'
import { applyEdits } from './canvas-edit.ts'
import { editsOf, type ProposedPart } from './parts.ts'
import type { WireLists } from './proposal.ts'

/** The problems that some parts bring to a canvas. */
export type CheckParts = (parts: readonly ProposedPart[]) => readonly Problem[]

/**
 * Checks parts by the rules of canvases. What is wrong with the canvas without them is not their fault. Repairing ends
 * where dropping begins, with the same parts, which are checked once.
 */
export function createCheck(base: WireLists, model: ClassModel): CheckParts {
  const own = new Set(base.nodes.length === 0 ? [] : prepareQuery({ canvas: base, model }).errors.map(signatureOf))
  const checked = new WeakMap<readonly ProposedPart[], readonly Problem[]>()
  return (parts) => {
    const known = checked.get(parts)
    if (known) return known
    const { errors } = prepareQuery({ canvas: applyEdits(base, editsOf(base, parts)), model })
    const problems = errors.filter((problem) => !own.has(signatureOf(problem)))
    checked.set(parts, problems)
    return problems
  }
}

// Without the message and positions, which change with other parts.
function signatureOf({ code, node_id, edge_id, step_id, path = '' }: Problem): string {
  return JSON.stringify([code, node_id, edge_id, step_id, path.replace(/\.\d+/g, '')])
}
