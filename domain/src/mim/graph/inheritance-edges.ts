import type { IndexLists } from '../search/lists.ts'
import { listsOf } from './adjacency.ts'
import type { ClassDraft } from './class-draft.ts'
import type { NameTable } from './name-table.ts'

/**
 * The superclasses of each class: those in its document, nearest first, followed by those that list it as a subclass
 * although its own document does not mention them.
 */
export function superClassLists(drafts: readonly ClassDraft[], { names, idOf }: NameTable): IndexLists {
  const lists = names.map((): number[] => [])
  drafts.forEach(({ supers }, id) => {
    lists[id] = supers.map((above) => idOf[above]!)
  })
  drafts.forEach(({ subs }, id) => {
    for (const sub of subs) {
      const list = lists[idOf[sub]!]
      if (list?.includes(id) === false) list.push(id)
    }
  })
  return listsOf(lists)
}
