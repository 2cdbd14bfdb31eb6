import { checkOperatorValue } from '../filter/check-operator-value.ts'
import { closedProperties, findsNothing, withoutImpossible } from '../filter/possible-values.ts'
import { pushDown } from '../filter/push-down.ts'
import type { ClassModel } from '../mim/model.ts'
import { canAsk, filtersOfClass } from '../filter/class-filters.ts'
import type { Suggestions } from '../suggest.ts'
import { describeFilter } from '../canvas/describe-filter.ts'
import type { Canvas, CanvasNode, Condition, Filter } from '../canvas/canvas.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import { unknownProperty } from './class-rules.ts'
import type { Problem } from '../canvas/problem.ts'

/** Conditions of nodes with a value their operator cannot use, or on a property the class does not have. */
export function filterProblems(canvas: Canvas, model: ClassModel, suggestions: Suggestions): readonly Problem[] {
  return canvas.nodes.flatMap((node, index) =>
    node.filters.flatMap((filter, position) =>
      conditionsOfFilter(filter, `nodes.${index}.filters.${position}`).flatMap(({ condition, path }) =>
        conditionProblems(node, condition, path, model, suggestions),
      ),
    ),
  )
}

function conditionProblems(
  node: CanvasNode,
  condition: Condition,
  path: string,
  model: ClassModel,
  suggestions: Suggestions,
): Problem[] {
  const fault = checkOperatorValue(condition)
  const bad: Problem[] =
    fault === undefined ? [] : [{ code: 'bad_value', message: fault, node_id: node.id, path: `${path}.value` }]
  return [...unknownProperty(node, condition.property, `${path}.property`, model, suggestions), ...bad]
}

/** Warns about each filter the controller cannot evaluate: all objects of the class are read for it. */
export function localFilterWarnings(canvas: Canvas, model: ClassModel): readonly Problem[] {
  return canvas.nodes.flatMap((node, index) => {
    const classes = nodeClasses(node).map((name) => ({ name, closed: closedProperties([name], model) }))
    if (classes.length === 0) return []
    return node.filters.flatMap((filter, position) => {
      const isSound = conditionsOfFilter(filter, '').every(
        ({ condition }) => checkOperatorValue(condition) === undefined,
      )
      if (!isSound) return []
      const isCheckedThere = ({ name, closed }: (typeof classes)[number]): boolean => {
        const checked = withoutImpossible(filter, closed)
        return findsNothing(checked) || isEmptyGroup(checked) || isAsked(checked, name, classes.length > 1, model)
      }
      if (classes.every(isCheckedThere)) return []
      const message = `${describeFilter(filter)}: the controller cannot check this, so more objects are read than kept`
      return [{ code: 'local_filter', message, node_id: node.id, path: `nodes.${index}.filters.${position}` }]
    })
  })
}

/** Whether the controller checks a filter for one class. Of a union, a class without the property may not be read. */
function isAsked(filter: Filter, className: string, isOfUnion: boolean, model: ClassModel): boolean {
  const filters = isOfUnion ? filtersOfClass([filter], className, model) : [filter]
  const isPushed = (one: Filter) =>
    (!isOfUnion || canAsk(one, className, model)) &&
    pushDown([one], className, model.find(className)?.properties).pushed !== undefined
  return filters === false || filters.every(isPushed)
}

function isEmptyGroup(filter: Filter): boolean {
  return 'all' in filter && filter.all.length === 0
}

/** Every condition of a tree, with its path in the wire form. */
export function conditionsOfFilter(
  filter: Filter,
  path: string,
): readonly { readonly condition: Condition; readonly path: string }[] {
  if ('any' in filter) return filter.any.flatMap((item, index) => conditionsOfFilter(item, `${path}.any.${index}`))
  if ('all' in filter) return filter.all.flatMap((item, index) => conditionsOfFilter(item, `${path}.all.${index}`))
  if ('not' in filter) return conditionsOfFilter(filter.not, `${path}.not`)
  return [{ condition: filter, path }]
}
