import type { IndexParts } from '../parts.ts'
import { listParts } from '../search/lists.ts'
import { listsOf } from './adjacency.ts'
import type { ClassDraft, Interners } from './class-draft.ts'
import { displayNameOf } from './display-name.ts'
import type { Interner } from './interner.ts'
import type { NameTable } from './name-table.ts'

/** The data of individual classes: columns and lists of text numbers, paths and properties. */
export function classParts(drafts: readonly ClassDraft[], table: NameTable, { texts, paths }: Interners): IndexParts {
  const column = (cell: (draft: ClassDraft) => number) => Uint32Array.from(drafts, cell)
  return {
    'graph.names': Uint32Array.from(table.names, (name) => texts.id(name)),
    'graph.class.label': column(({ label }) => label),
    'graph.class.description': column(({ description }) => description),
    'graph.class.rn_format': column(({ rn_format }) => rn_format),
    'graph.class.kind': column(({ kind }) => kind),
    'graph.class.display_place': displayPlaces(drafts, texts),
    'graph.class.dn_format_count': column(({ dn_format_count }) => dn_format_count),
    'graph.path.parents': paths.parents(),
    'graph.path.segments': paths.segments(),
    ...listParts('graph.naming', listsOf(drafts.map(({ naming }) => naming))),
    ...listParts('graph.dn_formats', listsOf(drafts.map(({ dn_formats }) => dn_formats))),
    ...listParts('graph.properties', listsOf(drafts.map(({ properties }) => properties))),
  }
}

/** Packages by name, their classes, and the package of each class. */
export function packageParts(drafts: readonly ClassDraft[], texts: Interner): IndexParts {
  const used = [...new Set(drafts.map((draft) => draft.package))]
  const sorted = used.sort((a, b) => (texts.texts[a]! < texts.texts[b]! ? -1 : 1))
  const place = new Map(sorted.map((text, id) => [text, id]))
  const classes = sorted.map((): number[] => [])
  drafts.forEach((draft, id) => classes[place.get(draft.package) ?? 0]?.push(id))
  return {
    'graph.package.name': Uint32Array.from(sorted),
    'graph.class.package': Uint32Array.from(drafts, (draft) => place.get(draft.package) ?? 0),
    ...listParts('graph.package_classes', listsOf(classes)),
  }
}

// Sorted once here, because lists in display order are requested all the time.
function displayPlaces(drafts: readonly ClassDraft[], texts: Interner): Uint32Array {
  const text = (id: number) => texts.texts[id] ?? ''
  const names = drafts.map((draft) => displayNameOf(text(draft.label), draft.name, text(draft.package)).toLowerCase())
  const order = names
    .map((_, id) => id)
    .sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : a - b))
  const places = new Uint32Array(order.length)
  order.forEach((id, place) => {
    places[id] = place
  })
  return places
}
