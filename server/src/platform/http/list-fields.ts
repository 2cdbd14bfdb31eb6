import { type TProperties, type TSchema, Type } from 'typebox'
import type { FieldMessages } from '../../kernel/field-messages.ts'

/** What a caller wants of each item of a list. */
export type ItemFields = ReadonlySet<string>

type Loose = { readonly properties?: TProperties; readonly items?: TSchema; readonly allOf?: readonly TSchema[] }

/** The fields that `?fields=` can name, if the reply is a page of objects with known fields. */
export function fieldsOfItems(reply: TSchema): readonly string[] | undefined {
  const { count, results } = (reply as Loose).properties ?? {}
  if (count === undefined || results === undefined) return undefined
  const fields = fieldsOf((results as Loose).items ?? Type.Unknown())
  return fields.length > 0 ? fields : undefined
}

const fieldsOf = (schema: TSchema): readonly string[] => {
  const { properties = {}, allOf = [] } = schema as Loose
  return [...Object.keys(properties), ...allOf.flatMap(fieldsOf)]
}

type Asked = { readonly fields?: ItemFields; readonly faults: FieldMessages }

/** Reads `?fields=`; what the items do not have is a fault. */
export function readItemFields(given: string | readonly string[] | undefined, known: readonly string[]): Asked {
  if (given === undefined) return { faults: {} }
  const names = [given].flat().flatMap((text) => text.split(',').map((name) => name.trim()))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return { fields: new Set(['id', ...names]), faults: {} }
  const named = unknown.slice(0, 10).map((name) => name.slice(0, 60))
  return { faults: { fields: named.map((name) => `${name}: expected one of: ${known.join(', ')}.`) } }
}

/** The JSON of an item with these fields only; without any named, as it is. */
export const onlyFields = (json: string, fields: ItemFields | undefined): string =>
  fields === undefined ? json : JSON.stringify(picked(JSON.parse(json) as object, fields))

/** The same of a whole page, which has few and small items; see `sendPage` for others. */
export function pageOfFields(json: string, fields: ItemFields): string {
  const page = JSON.parse(json) as { readonly results: readonly object[] }
  return JSON.stringify({ ...page, results: page.results.map((item) => picked(item, fields)) })
}

const picked = (item: object, fields: ItemFields): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)))
