import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { Graph } from '../canvas/graph.ts'
import { knownProperties, rowColumns } from '../canvas/row-columns.ts'
import { isWireObject } from '../canvas/wire.ts'
import { comparisonOf } from '../filter/typed-filter.ts'
import type { ClassModel } from '../mim/model.ts'
import { columnsRead } from '../post-processing/post-processors.ts'

type Comparisons = NonNullable<PostProcessorStep['comparisons']>

/** The steps with what the class model knows about the columns their filters compare, as on nodes. */
export function comparingSteps(
  steps: readonly PostProcessorStep[],
  graph: Graph,
  model: ClassModel,
): readonly PostProcessorStep[] {
  let known = columnComparisons(graph, model)
  return steps.map((step) => {
    const before = known
    if (step.enabled) known = comparisonsAfter(step, known)
    if (step.type !== 'filter' || !step.enabled) return step
    const own = only(before, columnsRead(step) ?? [])
    return own.size === 0 ? step : { ...step, comparisons: own }
  })
}

function columnComparisons(graph: Graph, model: ClassModel): Comparisons {
  const columns = rowColumns(graph, model).flatMap(({ node, prefix }) => {
    const properties = [...(knownProperties(node.class_name, model) ?? [])]
    return properties.map(([name, info]) => [prefix === '' ? name : `${prefix}.${name}`, comparisonOf(info)] as const)
  })
  return new Map(columns.flatMap(([name, compare]) => (compare === undefined ? [] : [[name, compare]])))
}

/** Only columns that still hold what the nodes gave them. */
function comparisonsAfter({ type, config }: PostProcessorStep, known: Comparisons): Comparisons {
  switch (type) {
    case 'filter':
    case 'sort':
    case 'limit':
    case 'distinct':
    case 'lookup':
      return known
    case 'rank':
      return without(known, [config.as ?? 'rank'])
    case 'compute':
    case 'explode':
      return without(known, [config.column])
    case 'fill':
      return without(known, namesIn(config.columns))
    case 'extract':
      return without(known, namesIn(config.into))
    case 'split_dn':
      return config.parts === undefined ? new Map() : without(known, namesIn(config.parts))
    case 'rename':
      return renamed(known, config.columns)
    case 'select':
      return only(known, namesIn(config.columns))
    case 'group':
    case 'pivot':
      return only(known, namesIn(config.by))
    default:
      return new Map()
  }
}

function renamed(known: Comparisons, names: unknown): Comparisons {
  const after = new Map(isWireObject(names) ? Object.entries(names) : [])
  const moved = [...known].flatMap(([name, compare]) => {
    const to = after.get(name)
    return typeof to === 'string' ? [[to, compare] as const] : []
  })
  return new Map([...without(known, [...after.keys(), ...after.values()]), ...moved])
}

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const only = (known: Comparisons, names: readonly unknown[]): Comparisons => {
  const kept = new Set(names)
  return new Map([...known].filter(([name]) => kept.has(name)))
}

const without = (known: Comparisons, names: readonly unknown[]): Comparisons => {
  const lost = new Set(names)
  return new Map([...known].filter(([name]) => !lost.has(name)))
}
