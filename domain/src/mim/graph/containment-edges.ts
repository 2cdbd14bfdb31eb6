import type { IndexLists } from '../search/lists.ts'
import type { ClassDraft } from './class-draft.ts'
import type { NameTable } from './name-table.ts'

/** Which class can be below which: the union of both documents. Each list is in ascending order. */
export function containmentEdges(drafts: readonly ClassDraft[], { names, idOf }: NameTable): IndexLists {
  const spread = names.length
  const keys = new Float64Array(
    drafts.reduce((sum, { containers, contained }) => sum + containers.length + contained.length, 0),
  )
  let count = 0
  drafts.forEach(({ containers, contained }, id) => {
    for (const container of containers) keys[count++] = idOf[container]! * spread + id
    for (const child of contained) keys[count++] = id * spread + idOf[child]!
  })
  return groupSorted(keys.sort(), spread)
}

/** Converts ascending keys `from * spread + to` to lists without duplicate edges. */
function groupSorted(keys: Float64Array, spread: number): IndexLists {
  const starts = new Uint32Array(spread + 1)
  const values = new Uint32Array(keys.length)
  let count = 0
  keys.forEach((key, at) => {
    if (at > 0 && key === keys[at - 1]) return
    starts[Math.floor(key / spread) + 1]! += 1
    values[count++] = key % spread
  })
  for (let from = 0; from < spread; from++) starts[from + 1]! += starts[from]!
  return { starts, values: values.slice(0, count) }
}
