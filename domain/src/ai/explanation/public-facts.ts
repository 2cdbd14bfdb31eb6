import type { ExplainFact } from '@heddle/contract/ai.ts'
import { parseCanvas, type ReceivedCanvas } from '../../canvas/parse-canvas.ts'
import { columnNames } from '../../canvas/row-columns.ts'
import type { ClassModel } from '../../mim/model.ts'

/** A saved query as it was when its rows were captured; without a canvas if that version is gone. */
export type SourceOfRows = { readonly canvas: ReceivedCanvas | undefined; readonly className: string | null }

/** The names of classes and columns that say nothing about results. */
export type PublicNames = { readonly classes: readonly string[]; readonly columns: readonly string[] }

const FIXED = ['dn', 'className']
/** They name columns after values, or as another query does. */
const NAMES_FROM_DATA = new Set(['pivot', 'lookup'])

/**
 * Which names may leave while results are not shared. A `pivot` turns values into columns, and a step may put anything
 * into the column `className`: only what the class model or the canvas knows is public.
 */
export function publicNames(names: PublicNames, sources: readonly SourceOfRows[], model: ClassModel): PublicNames {
  const known = sources.map((source) => publicColumns(source, model))
  return {
    classes: names.classes.filter(
      (name) => model.find(name) !== undefined || sources.some(({ className }) => className === name),
    ),
    columns: names.columns.filter((name) => known.some((columns) => columns === 'all' || columns.has(name))),
  }
}

function publicColumns({ canvas: wire, className }: SourceOfRows, model: ClassModel): ReadonlySet<string> | 'all' {
  const own = className === null ? undefined : model.find(className)?.properties
  const columns = new Set([...FIXED, ...(own?.keys() ?? [])])
  if (wire === undefined) return columns
  const { canvas } = parseCanvas(wire)
  const steps = canvas.post_processors.filter(({ enabled }) => enabled)
  if (!steps.some(({ type }) => NAMES_FROM_DATA.has(type))) return 'all'
  for (const name of columnNames(canvas, model) ?? []) columns.add(name)
  for (const text of textsIn(steps.map(({ config }) => config))) columns.add(text)
  return columns
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part)
}

/** The facts about a comparison without DNs, values and names of objects. */
export function publicFacts(facts: readonly ExplainFact[], { classes, columns }: PublicNames): readonly ExplainFact[] {
  const [knownClasses, knownColumns] = [new Set(classes), new Set(columns)]
  return facts.flatMap((fact): ExplainFact[] => {
    if (fact.kind === 'field') {
      const { values: _, ...counts } = fact
      return knownColumns.has(fact.name) ? [counts] : []
    }
    if (fact.kind !== 'count') return []
    return 'count' in fact || knownClasses.has(fact.name) ? [fact] : []
  })
}

/** The names in the facts that `publicNames` judges. */
export const factNames = (facts: readonly ExplainFact[]): PublicNames => ({
  classes: facts.filter((fact) => fact.kind === 'count' && !('count' in fact)).map(({ name }) => name),
  columns: facts.filter(({ kind }) => kind === 'field').map(({ name }) => name),
})
