import { problems } from '../problem/controller-problem.ts'
import { FilterReader } from './filter-reader.ts'
import type { Comparison, Filter, PropertyName } from './filter.ts'

const COMPARISONS: readonly string[] = [
  'eq',
  'ne',
  'lt',
  'gt',
  'le',
  'ge',
  'wcard',
  'anybit',
  'allbits',
] satisfies Comparison[]

/** Parses `and(eq(fvBD.name,"web"),…)`; quoted text may contain brackets, commas and `\"`. */
export function parseFilter(text: string): Filter {
  const reader = new FilterReader(text)
  const filter = parseExpression(reader)
  if (!reader.atEnd()) throw problems.badFilter(`unexpected text at '${reader.rest()}'`)
  return filter
}

function parseExpression(reader: FilterReader): Filter {
  const name = reader.word()
  if ((name === 'true' || name === 'false') && !reader.isNext('(')) return { kind: 'constant', value: name === 'true' }
  reader.expect('(')
  const filter = parseArguments(name, reader)
  reader.expect(')')
  return filter
}

function parseArguments(name: string, reader: FilterReader): Filter {
  switch (name) {
    case 'and':
    case 'or':
    case 'xor':
      return { kind: name, parts: parseParts(reader) }
    case 'not':
      return { kind: 'not', part: parseExpression(reader) }
    case 'true':
    case 'false':
      return { kind: 'constant', value: name === 'true' }
    case 'bw':
      return parseBetween(reader)
    default:
      if (!isComparison(name)) throw problems.badFilter(`no such filter type '${name}'`)
      return { kind: 'compare', operator: name, on: parseProperty(reader), value: parseValue(reader) }
  }
}

function isComparison(name: string): name is Comparison {
  return COMPARISONS.includes(name)
}

function parseParts(reader: FilterReader): Filter[] {
  const parts = [parseExpression(reader)]
  while (reader.take(',')) parts.push(parseExpression(reader))
  return parts
}

function parseBetween(reader: FilterReader): Filter {
  const on = parseProperty(reader)
  return { kind: 'between', on, low: parseValue(reader), high: parseValue(reader) }
}

function parseProperty(reader: FilterReader): PropertyName {
  const text = reader.word()
  const [className, property, ...rest] = text.split('.')
  if (!className || !property || rest.length > 0)
    throw problems.badFilter(`property '${text}' is not qualified with a class`)
  return { className, property }
}

function parseValue(reader: FilterReader): string {
  reader.expect(',')
  return reader.value()
}
