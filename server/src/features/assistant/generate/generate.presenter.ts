import type { AiSpent, GenerateQueryReply } from '@heddle/contract/ai.ts'
import { spokenText } from '@heddle/domain/ai/spoken-text.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { ReadRequest } from './read-generate-request.ts'
import type { Draft } from './rounds.ts'

const LONGEST_QUESTION = 80

/** A draft on the wire. Without a canvas there is nothing to compare with, so no changes. */
export function presentDraft(draft: Draft, { prompt, canvas }: ReadRequest, spent: AiSpent): GenerateQueryReply {
  const { nodes, edges, post_processors } = draft.canvas
  const reasons = draft.edits.flatMap(({ op, kind, id, reason }) => (op === 'remove' ? [] : [{ kind, id, reason }]))
  return {
    name: draft.name || spokenText(prompt, LONGEST_QUESTION) || 'Query',
    description: draft.description,
    nodes: [...nodes],
    edges: [...edges],
    post_processors: [...post_processors],
    explanation: draft.explanation,
    validation: validationOf(draft, nodes.length === 0),
    reasons,
    spent,
    ...(canvas && { changes: draft.edits.map((edit) => ({ ...edit })) }),
  }
}

function validationOf(
  { errors, warnings, left_out: leftOut, plan }: Draft,
  isEmpty: boolean,
): GenerateQueryReply['validation'] {
  const [blocking, notes] = isEmpty ? [[...leftOut, ...errors], warnings] : [errors, [...leftOut, ...warnings]]
  return {
    valid: blocking.length === 0,
    errors: blocking.map(copy),
    warnings: notes.map(copy),
    plan: plan ? { text: plan.text, steps: plan.steps.map((step) => ({ ...step })) } : null,
  }
}

const copy = ({ suggestions, ...problem }: Problem) => ({
  ...problem,
  ...(suggestions && { suggestions: [...suggestions] }),
})
