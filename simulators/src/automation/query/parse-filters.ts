import { BadQuery } from './bad-query.ts'
import type { Field, Fields, FieldValue } from './fields.ts'
import { isLookup, type Lookup, lookUp } from './lookups.ts'
import { readValue } from './read-value.ts'

const RESERVED = new Set([
  'page', 'page_size', 'format', 'order', 'order_by', 'search', 'type', 'host_filter', 'count_disabled', 'no_truncate', 'limit',
]) // prettier-ignore

export type Test<T> = (item: T) => boolean

/** All conditions must hold. */
export function parseFilters<T>(query: URLSearchParams, fields: Fields<T>): Test<T> | undefined {
  const tests = [...query].filter(([key]) => !RESERVED.has(key)).map(([key, value]) => conditionOf(key, value, fields))
  const search = query.get('search')
  if (search !== null && search !== '') tests.push(searchFor(search, fields))
  return tests.length === 0 ? undefined : (item) => tests.every((test) => test(item))
}

function conditionOf<T>(path: string, value: string, { model, fields }: Fields<T>): Test<T> {
  const { name, lookup } = splitLookup(path)
  const field = fieldOf(fields, name)
  if (!field && name.includes('__')) throw new BadQuery(`this simulator does not know '${path}'`)
  if (!field) throw new BadQuery(`${model} has no field named '${name}'`)
  return compile(name, field, lookup, value)
}

function splitLookup(path: string): { name: string; lookup: Lookup } {
  const cut = path.lastIndexOf('__')
  const last = path.slice(cut + 2)
  return cut > 0 && isLookup(last) ? { name: path.slice(0, cut), lookup: last } : { name: path, lookup: 'exact' }
}

function fieldOf<T>(fields: Fields<T>['fields'], name: string): Field<T> | undefined {
  const found = name === 'pk' ? 'id' : name
  return Object.hasOwn(fields, found) ? fields[found] : undefined
}

function compile<T>(name: string, field: Field<T>, lookup: Lookup, text: string): Test<T> {
  if (lookup === 'in') {
    if (text === '') throw new BadQuery('cannot provide empty value for __in')
    const values = new Set<FieldValue>(text.split(',').map((one) => readValue(name, field.kind, one)))
    return (item) => values.has(field.get(item))
  }
  return lookUp(lookup, field, () => readValue(name, field.kind, text), text)
}

function searchFor<T>(text: string, { fields, searched }: Fields<T>): Test<T> {
  const wanted = text.toLowerCase()
  return (item) => searched.some((name) => String(fields[name]?.get(item)).toLowerCase().includes(wanted))
}
