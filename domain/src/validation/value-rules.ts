import type { Canvas, Condition, Scalar } from '../canvas/canvas.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import type { Problem } from '../canvas/problem.ts'
import { show } from '../canvas/wire.ts'
import {
  closedProperties,
  impossibleBits,
  impossibleValues,
  type ClosedProperties,
  type ClosedProperty,
} from '../filter/possible-values.ts'
import type { ClassModel } from '../mim/model.ts'
import type { Suggestions } from '../suggest.ts'
import { textOf } from '../values/compare-texts.ts'
import { conditionsOfFilter } from './filter-rules.ts'
import { namedNumberWarning } from './named-number-rule.ts'

/** Values named in a message. */
const MOST_NAMED = 10

/** Warns about values that no object has, and about comparisons of numbers that the controller writes as names. */
export function valueWarnings(canvas: Canvas, model: ClassModel, suggestions: Suggestions): readonly Problem[] {
  if (!model.installed) return []
  return canvas.nodes.flatMap((node, index) => {
    const classNames = nodeClasses(node)
    const closed = closedProperties(classNames, model)
    const conditions = node.filters.flatMap((filter, position) =>
      conditionsOfFilter(filter, `nodes.${index}.filters.${position}`),
    )
    return conditions.flatMap(({ condition, path }) =>
      [...impossibleWarning(condition, closed, suggestions), ...namedNumberWarning(classNames, condition, model)].map(
        (problem) => ({
          ...problem,
          node_id: node.id,
          path: `${path}.value`,
        }),
      ),
    )
  })
}

type Warning = Pick<Problem, 'code' | 'message' | 'suggestions'>

function impossibleWarning(condition: Condition, properties: ClosedProperties, suggestions: Suggestions): Warning[] {
  const closed = properties(condition.property)
  const impossible = [...impossibleValues(condition, closed), ...impossibleBits(condition, closed)]
  const [first] = impossible
  if (closed === undefined || first === undefined) return []
  const message = `${condition.property} is never ${listed(impossible, show)} in the installed MIM, only ${possible(closed)}: ${EFFECTS[condition.operator] ?? ''}`
  const near = suggestions.among(closed.values, textOf(first))
  return [{ code: 'bad_value', message, ...(near.length === 0 ? {} : { suggestions: near }) }]
}

const EFFECTS: Readonly<Partial<Record<Condition['operator'], string>>> = {
  eq: 'nothing is read for it',
  in: 'nothing is read for it',
  ne: 'every object passes',
  not_in: 'every object passes',
  any_bit: 'no object has it',
  all_bits: 'no object passes',
}

const possible = ({ values }: ClosedProperty): string => listed([...values], (value) => value)

function listed<Value extends Scalar>(values: readonly Value[], write: (value: Value) => string): string {
  const more = values.length - MOST_NAMED
  return `${values.slice(0, MOST_NAMED).map(write).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
