import { OPERATORS } from '../canvas.ts'
import { isWireObject, type WireObject } from '../wire.ts'
import { bindExpression } from './bind-expression.ts'
import { bindConditionValue, sinceWhen, type ReportFault } from './bind-filter.ts'
import { bindPattern } from './bind-pattern.ts'
import { type Filled, type Filling, fillValue, ok } from './fill-template.ts'

const DEEPEST = 64

/**
 * The config of a post-processor with the variables in all its strings filled in, keys excepted. In expressions,
 * patterns and condition values a variable always stays a plain value.
 */
export function bindConfig(config: WireObject, filling: Filling, path: string, report: ReportFault): WireObject {
  return bindObject(config, { filling, report }, path, 0)
}

type Binding = { readonly filling: Filling; readonly report: ReportFault }

function bindObject(object: WireObject, binding: Binding, path: string, depth: number): WireObject {
  const bound = Object.entries(object).map(([key, value]) => {
    const at = `${path}.${key}`
    if (isExpression(key, object) && typeof value === 'string')
      return [key, settle(bindExpression(value, binding.filling), value, at, binding)]
    if (key === 'pattern' && typeof value === 'string')
      return [key, settle(bindPattern(value, binding.filling), value, at, binding)]
    if (key === 'value' && isCondition(object)) return [key, bindValueOf(object, value, at, binding)]
    return [key, bindAny(value, binding, at, depth + 1)]
  })
  // Own properties of any name, `__proto__` included.
  return Object.fromEntries(bound) as WireObject
}

function bindAny(value: unknown, binding: Binding, path: string, depth: number): unknown {
  if (depth > DEEPEST) return value
  if (typeof value === 'string') return settle(fillValue(value, binding.filling), value, path, binding)
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => bindAny(item, binding, `${path}.${index}`, depth + 1))
  return isWireObject(value) ? bindObject(value, binding, path, depth) : value
}

const isExpression = (key: string, { function: name }: WireObject) =>
  key === 'expression' || (key === 'where' && name !== undefined)

const isCondition = ({ property, operator }: WireObject) => typeof property === 'string' && operator !== undefined

function bindValueOf({ operator }: WireObject, value: unknown, path: string, { filling, report }: Binding): unknown {
  const known = OPERATORS.find((candidate) => candidate === operator) ?? 'eq'
  if (!isConditionValue(value)) return value
  const bound = bindConditionValue(known, value, filling)
  return settle(bound.ok ? ok(sinceWhen(known, bound.value, filling.now)) : bound, value, path, { filling, report })
}

type ConditionValue = Parameters<typeof bindConditionValue>[1]

function isConditionValue(value: unknown): value is ConditionValue {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.every((item) => item === null || ['string', 'number', 'boolean'].includes(typeof item))
}

function settle(filled: Filled<unknown>, template: unknown, path: string, { report }: Binding): unknown {
  if (filled.ok) return filled.value
  for (const fault of filled.faults) report(fault, path)
  return template
}
