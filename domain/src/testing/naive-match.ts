import type { MatchCondition, MatchOperand } from '../canvas/canvas.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { compileExpression, type CompiledExpression } from '../expression/expression.ts'
import { between } from '../filter/order.ts'
import { containsAddress, hostOf, networkOf, overlap } from '../values/addresses.ts'
import type { Value } from '../values/row.ts'
import { isEqual, type typeIn } from './naive-filter.ts'

type Type = ReturnType<typeof typeIn>

/** The types of the properties at the two ends. */
type Types = Readonly<Record<'source' | 'target', (property: string) => Type>>

/** The meaning of a condition between two objects, straight from its definition. */
export function holdsNaively(
  condition: MatchCondition,
  source: ManagedObject,
  target: ManagedObject,
  typesAt: Types,
): boolean {
  const [ours, theirs] = [typeOf(condition.source, typesAt.source), typeOf(condition.targets[0]!, typesAt.target)]
  const found = operandValue(condition.source, source)
  const wanted = condition.targets.map((operand) => operandValue(operand, target))
  return valuesMatch(condition.op, found, wanted, sharedType(ours, theirs))
}

/** The same for two values. */
export function valuesMatch(op: MatchCondition['op'], found: Value, wanted: readonly Value[], type: Type): boolean {
  if ([found, ...wanted].some((value) => value === null || value === '')) return false
  const [one, other] = [String(found), String(wanted[0])]
  switch (op) {
    case 'eq':
      return equal(found, wanted[0]!, type)
    case 'between':
      return between(wanted.map(String))(found)
    case 'in_subnet':
      return contains(networkOf(other), hostOf(one))
    case 'contains_ip':
      return contains(networkOf(one), hostOf(other))
    case 'overlaps': {
      const [ours, theirs] = [networkOf(one), networkOf(other)]
      return ours !== undefined && theirs !== undefined && overlap(ours, theirs)
    }
  }
}

const contains = (network: ReturnType<typeof networkOf>, host: ReturnType<typeof hostOf>): boolean =>
  network !== undefined && host !== undefined && containsAddress(network, host)

function equal(one: Value, other: Value, type: Type): boolean {
  if (typeof one === 'number' || typeof other === 'number')
    return isPlain(one) && isPlain(other) && Number(one) === Number(other)
  if (typeof one === 'boolean') return other === one || other === (one ? 'yes' : 'no') || other === String(one)
  if (typeof other === 'boolean') return equal(other, one, type)
  return isEqual(String(one), other, type)
}

/** `007` is no number, but a name that looks like one. */
const isPlain = (value: Value): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(String(value))

const known = new Map<string, CompiledExpression>()

/** Null where an expression fails. */
export function operandValue(operand: MatchOperand, { attributes }: ManagedObject): Value {
  if (typeof operand === 'string') return attributes[operand] ?? null
  const compiled = known.get(operand.expression) ?? compileExpression(operand.expression)
  known.set(operand.expression, compiled)
  if (!compiled.ok) throw new Error(compiled.message)
  const result = compiled.evaluate({
    ...Object.fromEntries(compiled.columns.map((name) => [name, null])),
    ...attributes,
  })
  return result.ok ? result.value : null
}

const typeOf = (operand: MatchOperand, typeAt: (property: string) => Type): Type | 'any' =>
  typeof operand === 'string' ? typeAt(operand) : 'any'

/**
 * The type two properties are compared by: text, unless both are numbers or both are addresses of one kind. An
 * expression may be of any.
 */
function sharedType(one: Type | 'any', other: Type | 'any'): Type {
  if (one === 'any' || other === 'any') return one === 'any' ? (other === 'any' ? undefined : other) : one
  const kind = (type: Type): Type => (type === 'integer' ? 'number' : type)
  return kind(one) === kind(other) ? kind(one) : undefined
}
