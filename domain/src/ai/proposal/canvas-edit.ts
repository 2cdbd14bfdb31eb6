import type { CanvasEdit as WireEdit } from '@heddle/contract/ai.ts'
import type { WireObject } from '../../canvas/wire.ts'
import type { WireLists } from './proposal.ts'

/** A change of one part of a canvas, as it is answered: it can be shown, accepted or rejected. */
export type ProposedEdit = Readonly<WireEdit>

const LISTS = { node: 'nodes', edge: 'edges', step: 'post_processors' } as const

/**
 * The canvas after some edits, in their order. A part is found by what it was before, as parts may lack an id. An edit
 * whose part is gone changes nothing, so a reader may leave out edits that others depend on.
 */
export function applyEdits(canvas: WireLists, edits: readonly ProposedEdit[]): WireLists {
  return edits.reduce((current, edit) => {
    const list = LISTS[edit.kind]
    return { ...current, [list]: applied(current[list], edit) }
  }, canvas)
}

function applied(list: readonly WireObject[], { op, before, after, at }: ProposedEdit): readonly WireObject[] {
  if (op === 'add') return after === null ? list : list.toSpliced(at ?? list.length, 0, after)
  const text = JSON.stringify(before)
  const place = list.findIndex((part) => part === before || JSON.stringify(part) === text)
  if (place < 0) return list
  return op === 'change' && after !== null ? list.with(place, after) : list.toSpliced(place, 1)
}
