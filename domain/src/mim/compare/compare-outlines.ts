import type { ClassOutline } from './class-outline.ts'

/** What another version makes of a class that both have. */
export type ClassChange = {
  readonly class_name: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
  readonly retyped: readonly { readonly property: string; readonly before: string; readonly after: string }[]
  /** Properties that list fewer values. */
  readonly values: readonly { readonly property: string; readonly removed: readonly string[] }[]
  /** Only of a relation class that leads from or to another class. */
  readonly relation: { readonly before: string; readonly after: string } | null
}

export type ModelComparison = {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** Classes that lose something first, then those that only gain. */
  readonly changed: readonly ClassChange[]
}

/** The outlines of a version by name. They stay text until they are looked at: a model has 350,000 properties. */
export type Outlines = {
  readonly names: () => Iterable<string>
  readonly has: (name: string) => boolean
  readonly find: (name: string) => ClassOutline | undefined
}

/** From lines of JSON, one for each class. */
export function readOutlines(lines: Iterable<string>): Outlines {
  const known = new Map<string, string>()
  for (const line of lines) if (line !== '') known.set((JSON.parse(line) as ClassOutline).name, line)
  return {
    names: () => known.keys(),
    has: (name) => known.has(name),
    find: (name) => {
      const line = known.get(name)
      return line === undefined ? undefined : (JSON.parse(line) as ClassOutline)
    },
  }
}

/** What a version takes away and brings, as far as queries can notice. */
export function compareOutlines(before: Outlines, after: Outlines): ModelComparison {
  const changed: ClassChange[] = []
  const removed: string[] = []
  for (const name of before.names()) {
    const now = after.find(name)
    if (!now) removed.push(name)
    else {
      const change = changeOf(before.find(name)!, now)
      if (change) changed.push(change)
    }
  }
  return {
    removed: removed.toSorted(),
    added: [...after.names()].filter((name) => !before.has(name)).toSorted(),
    changed: changed.toSorted(
      (a, b) => Number(takesAway(b)) - Number(takesAway(a)) || (a.class_name < b.class_name ? -1 : 1),
    ),
  }
}

/** Whether a query that worked may no longer work. */
export const takesAway = ({ removed, retyped, values, relation }: ClassChange): boolean =>
  removed.length + retyped.length + values.length > 0 || relation !== null

function changeOf(before: ClassOutline, after: ClassOutline): ClassChange | undefined {
  const names = Object.keys(before.properties)
  const kept = names.filter((name) => Object.hasOwn(after.properties, name))
  const change: ClassChange = {
    class_name: before.name,
    removed: names.filter((name) => !Object.hasOwn(after.properties, name)),
    added: Object.keys(after.properties).filter((name) => !Object.hasOwn(before.properties, name)),
    retyped: kept.flatMap((property) => {
      const [was] = before.properties[property]!
      const [is] = after.properties[property]!
      return was === is ? [] : [{ property, before: was, after: is }]
    }),
    values: kept.flatMap((property) => {
      const removed = lostValues(before.properties[property]!, after.properties[property]!)
      return removed.length === 0 ? [] : [{ property, removed }]
    }),
    relation: movedRelation(before, after),
  }
  return takesAway(change) || change.added.length > 0 ? change : undefined
}

type Property = ClassOutline['properties'][string]

/** Of an enumeration that still lists its values; without a list any value may be right. */
function lostValues([type, ...values]: Property, [now, ...left]: Property): readonly string[] {
  if (type !== now || left.length === 0) return []
  const known = new Set(left)
  return values.filter((value) => !known.has(value))
}

function movedRelation({ relation: before }: ClassOutline, { relation: after }: ClassOutline): ClassChange['relation'] {
  if (before === null) return null
  const [was, is] = [ends(before), after === null ? '' : ends(after)]
  return was === is ? null : { before: was, after: is }
}

const ends = ([source, target]: readonly [string, string]): string => `${source} > ${target}`
