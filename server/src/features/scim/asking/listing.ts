import { parseScimFilter } from '@heddle/domain/scim/filter-syntax.ts'
import { asc, type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { qualified } from '../../../platform/sql/qualified.ts'
import { fault } from '../scim-faults.ts'
import type { ScimListQuery } from './asked.ts'
import { type Askable, type Attribute, filterSql } from './filter-sql.ts'
import { type Projection, readProjection } from './projection.ts'

export const MOST_RESOURCES = 200

export type Listing = {
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  /** From 1 on. */
  readonly startIndex: number
  readonly count: number
  readonly projection: Projection
}

export type ListedPage<Row> = { readonly total: number; readonly rows: readonly Row[] }

/** What a request asks for, as parts of a statement. */
export function readListing(asked: ScimListQuery, askable: Askable, id: AnyColumn): Listing {
  return {
    where: whereOf(asked.filter, askable),
    orderBy: orderOf(asked, askable, id),
    startIndex: Math.max(1, asked.startIndex ?? 1),
    count: Math.min(MOST_RESOURCES, Math.max(0, asked.count ?? 100)),
    projection: readProjection(asked),
  }
}

function whereOf(text: string | undefined, askable: Askable): SQL | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const filter = parseScimFilter(text)
  if ('fault' in filter) throw fault('invalidFilter', 'filter', filter.fault)
  return qualified(filterSql(filter, askable))
}

function orderOf({ sortBy, sortOrder }: ScimListQuery, askable: Askable, id: AnyColumn): SQL[] {
  if (sortBy === undefined || sortBy === '') return [asc(id)]
  const name = sortBy.toLowerCase().replace(/^urn:[\w:.]+:(?=[a-z.]+$)/, '')
  const [first = '', sub = 'value'] = name.split('.')
  const single = Object.hasOwn(askable.attributes, name) ? askable.attributes[name] : undefined
  // The one address of an account.
  const email = first === 'emails' && sub === 'value' ? askable.collections.emails?.attributes.value : undefined
  const attribute = single ?? email
  if (!attribute) throw fault('invalidValue', 'sortBy', `Not sortable by ${sortBy.slice(0, 100)}.`)
  const key = sortKey(attribute)
  return sortOrder === 'descending'
    ? [sql`${key} desc nulls last`, sql`${id} desc`]
    : [sql`${key} asc nulls last`, asc(id)]
}

const sortKey = ({ kind, sql: value }: Attribute): SQL =>
  kind === 'text' ? sql`lower(${value}) collate "C"` : kind === 'exact' ? sql`${value} collate "C"` : sql`${value}`
