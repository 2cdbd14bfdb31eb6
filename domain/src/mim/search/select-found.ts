import type { LevelBoard } from './board.ts'
import { arrange, createHeap, removeSmallest, replaceKeyOfSmallest, type Heap } from './heap.ts'
import { NO_OWNER, documentCountOf, entryOfDocument, typeOfDocument, type EntryType, type Numbering } from './layout.ts'
import { LEVELS } from './levels.ts'
import type { SearchSource } from './search-source.ts'

/** A hit: a document and, for a property definition, the class that has it. */
export type SearchMatch = {
  readonly document: number
  readonly entry: number
  readonly owner: number | undefined
  readonly level: number
}

export type Selector = (board: LevelBoard, limit: number, type: EntryType | undefined) => SearchMatch[]
type Selection = {
  readonly found: SearchMatch[]
  readonly limit: number
  /** How many classes a property name may be listed for. */
  readonly perProperty: number
  readonly byProperty: Map<number, number>
  readonly nextOwner: Map<number, number>
}

/** Documents of one level in their order, and where their classes are found. */
type Waiting = { readonly source: SearchSource; readonly layout: Numbering; readonly heap: Heap }

const CLASSES_PER_PROPERTY = 5

/**
 * Selects the best from a board, by level, then by position. Thousands may match and only a few are wanted, so only the
 * levels needed are sorted, and only as far as needed. Unless only properties are requested, a property name is listed
 * for a few classes at most, because nearly all have `name`.
 */
export function createSelector(source: SearchSource, layout: Numbering): Selector {
  const documents = new Uint32Array(documentCountOf(layout))
  const heap = createHeap(documents.length)
  const waiting: Waiting = { source, layout, heap }
  return (board, limit, type) => {
    const perProperty = type === 'property' ? Infinity : CLASSES_PER_PROPERTY
    const selection: Selection = { found: [], limit, perProperty, byProperty: new Map(), nextOwner: new Map() }
    const ends = sortByLevel(layout, board, type, documents)
    for (let level: number = LEVELS.className; level > 0 && selection.found.length < limit; level--) {
      const from = ends[level - 1]!
      if (from === ends[level]!) continue
      fill(layout, heap, documents.subarray(from, ends[level]))
      take(waiting, selection, level)
    }
    return selection.found
  }
}

/** Sorts the documents of the board by level; those of level k end before `ends[k]`. */
function sortByLevel(
  layout: Numbering,
  { levels, found, count }: LevelBoard,
  type: EntryType | undefined,
  documents: Uint32Array,
): Uint32Array {
  const ends = new Uint32Array(LEVELS.className + 2)
  const isWanted = (document: number) => type === undefined || typeOfDocument(layout, document) === type
  for (let at = 0; at < count; at++) if (isWanted(found[at]!)) ends[levels[found[at]!]! + 1]! += 1
  for (let level = 1; level < ends.length; level++) ends[level]! += ends[level - 1]!
  for (let at = 0; at < count; at++) if (isWanted(found[at]!)) documents[ends[levels[found[at]!]!]!++] = found[at]!
  return ends
}

function fill(layout: Numbering, heap: Heap, documents: Uint32Array): void {
  let count = 0
  for (const document of documents) {
    const isProperty = typeOfDocument(layout, document) === 'property'
    const owner = isProperty ? layout.ownerPlaces[document - layout.classCount]! : 0
    if (owner === NO_OWNER) continue
    heap.documents[count] = document
    heap.keys[count++] = keyOf(layout, document, owner)
  }
  arrange(heap, count)
}

function keyOf(layout: Numbering, document: number, ownerPlace: number): number {
  return layout.places[entryOfDocument(layout, document)]! * layout.places.length + ownerPlace
}

function take(waiting: Waiting, selection: Selection, level: number): void {
  const { layout, heap } = waiting
  while (heap.count > 0 && selection.found.length < selection.limit) {
    const document = heap.documents[0]!
    if (typeOfDocument(layout, document) === 'property') {
      takeOwner(waiting, selection, level)
      continue
    }
    selection.found.push({ document, entry: entryOfDocument(layout, document), owner: undefined, level })
    removeSmallest(heap)
  }
}

/** Takes the next class of the definition on top of the heap, and puts the definition back for the class after that. */
function takeOwner({ source, layout, heap }: Waiting, selection: Selection, level: number): void {
  const document = heap.documents[0]!
  const entry = entryOfDocument(layout, document)
  const soFar = selection.byProperty.get(entry) ?? 0
  if (soFar >= selection.perProperty) {
    removeSmallest(heap)
    return
  }
  const owners = source.definitionOwners(layout.definitions[document - layout.classCount]!)
  const at = selection.nextOwner.get(document) ?? 0
  selection.found.push({ document, entry, owner: owners[at], level })
  selection.byProperty.set(entry, soFar + 1)
  selection.nextOwner.set(document, at + 1)
  const next = owners[at + 1]
  if (next === undefined) removeSmallest(heap)
  else replaceKeyOfSmallest(heap, keyOf(layout, document, layout.places[next]!))
}
