import { OPERATORS, type Operator, type Scalar } from '../../canvas/canvas.ts'
import { OTHER_SPELLINGS } from '../../canvas/parse-filter.ts'
import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import { firstGiven, itemsOf, readGivenName } from './read-values.ts'

const DEEPEST = 6
const LONGEST_VALUE = 1_000
const MOST_VALUES = 100
const OF_LISTS: ReadonlySet<string> = new Set(['in', 'not_in', 'between', 'any_bit', 'all_bits'] satisfies Operator[])
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['is_empty', 'is_set'] satisfies Operator[])

/** A filter as the canvas has it, from a condition or a tree of conditions; undefined if it is neither. */
export function readFilter(value: unknown, depth = 0): WireObject | undefined {
  if (!isWireObject(value) || depth > DEEPEST) return undefined
  for (const key of ['any', 'all'] as const) {
    if (Array.isArray(value[key]))
      return { [key]: itemsOf(value[key]).flatMap((item) => readFilter(item, depth + 1) ?? []) }
  }
  if (isWireObject(value.not)) {
    const inner = readFilter(value.not, depth + 1)
    return inner && { not: inner }
  }
  return readCondition(value)
}

function readCondition(wire: WireObject): WireObject | undefined {
  const property = readGivenName(firstGiven(wire, ['property', 'prop', 'attribute', 'field', 'name']))
  if (property === undefined) return undefined
  const operator = readOperator(firstGiven(wire, ['operator', 'op', 'comparison']))
  const values = readValues(wire)
  const value = OF_LISTS.has(operator) || values.length > 1 ? values : values[0]
  // Models write `dn` paths such as `fvBD.name`: the node says which class it is.
  const condition = { property: property.slice(property.search(/[^.:]*$/)), operator: forMany(operator, values) }
  return WITHOUT_VALUE.has(operator) || value === undefined ? condition : { ...condition, value }
}

function readOperator(value: unknown): string {
  const written =
    readGivenName(value)
      ?.toLowerCase()
      .replaceAll(/[\s-]+/g, '_') ?? 'eq'
  return OPERATORS.find((operator) => operator === written) ?? OTHER_SPELLINGS[written] ?? written
}

/** One of several values is `in`. */
function forMany(operator: string, values: readonly Scalar[]): string {
  if (values.length < 2) return operator
  return operator === 'eq' ? 'in' : operator === 'ne' ? 'not_in' : operator
}

function readValues({ value, values }: WireObject): readonly Scalar[] {
  const given = Array.isArray(values) && values.length > 0 ? values : Array.isArray(value) ? value : [value]
  return given.slice(0, MOST_VALUES).flatMap((one: unknown): Scalar[] => {
    if (typeof one === 'number' || typeof one === 'boolean') return [one]
    return typeof one === 'string' ? [one.slice(0, LONGEST_VALUE)] : []
  })
}
