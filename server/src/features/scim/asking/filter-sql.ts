import { type CompareOperator, type CompareValue, type ScimFilter } from '@heddle/domain/scim/filter-syntax.ts'
import { readBoolean } from '@heddle/domain/scim/match-filter.ts'
import { type AnyColumn, and, or, type SQL, sql } from 'drizzle-orm'
import { parseInstant } from '../../../kernel/instants.ts'
import { fault } from '../scim-faults.ts'

/** How an attribute is read. Texts have no case, but for `exact` ones. An absent value is null. */
export type Attribute = {
  readonly kind: 'text' | 'exact' | 'id' | 'boolean' | 'instant'
  readonly sql: SQL | AnyColumn
}
export type Attributes = Readonly<Record<string, Attribute>>
/** An attribute with several values. */
export type Collection = {
  readonly attributes: Attributes
  /** Whether there is a value of which this holds. */
  readonly exists: (condition: SQL) => SQL
}
/** What can be asked of a resource, by names in small letters. */
export type Askable = { readonly attributes: Attributes; readonly collections: Readonly<Record<string, Collection>> }

/**
 * A filter as a condition. What is null where a filter is false stays null, but below a `not`: so an index still finds
 * a name.
 */
export function filterSql(filter: ScimFilter, askable: Askable): SQL {
  switch (filter.kind) {
    case 'and':
      return and(...filter.parts.map((part) => filterSql(part, askable)))!
    case 'or':
      return or(...filter.parts.map((part) => filterSql(part, askable)))!
    case 'not':
      return negated(filterSql(filter.part, askable))
    case 'value':
      return valueSql(filter, askable)
    case 'present':
      return leafSql(filter.attribute, askable, { operator: 'ne', value: null })
    case 'compare':
      return leafSql(filter.attribute, askable, filter)
  }
}

const negated = (condition: SQL): SQL => sql`not coalesce(${condition}, false)`

/** Of one value: `emails[type eq "work" and value co "@"]`. */
function valueSql({ attribute, part }: Extract<ScimFilter, { kind: 'value' }>, { collections }: Askable): SQL {
  const collection = own(collections, attribute)
  if (!collection) throw unknownAttribute(attribute)
  return collection.exists(filterSql(part, { attributes: collection.attributes, collections: {} }))
}

type Comparison = { readonly operator: CompareOperator; readonly value: CompareValue }

function leafSql(path: string, { attributes, collections }: Askable, { operator, value }: Comparison): SQL {
  const attribute = own(attributes, path)
  if (attribute) return compareSql(path, attribute, operator, value)
  const [name = '', sub = 'value'] = path.split('.')
  const collection = own(collections, name)
  const part = collection && own(collection.attributes, sub)
  if (!part) throw unknownAttribute(path)
  // Whether any value is there, or none.
  if (value === null) return operator === 'ne' ? collection.exists(sql`true`) : negated(collection.exists(sql`true`))
  if (operator === 'ne') return negated(collection.exists(compareSql(path, part, 'eq', value)))
  return collection.exists(compareSql(path, part, operator, value))
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

const unknownAttribute = (path: string) =>
  fault('invalidFilter', 'filter', `${path.slice(0, 100)} is no attribute that a filter can ask for.`)

function compareSql(path: string, attribute: Attribute, operator: CompareOperator, value: CompareValue): SQL {
  if (operator === 'ne') return negated(compareSql(path, attribute, 'eq', value))
  if (value === null) {
    if (operator !== 'eq') throw unfit(path, operator, value)
    return sql`${attribute.sql} is null`
  }
  switch (attribute.kind) {
    case 'boolean':
      return booleanSql(path, attribute, operator, value)
    case 'instant':
      return instantSql(path, attribute, operator, value)
    case 'id':
      return operator === 'eq'
        ? idSql(attribute, value)
        : textSql(sql`${attribute.sql}::text`, operator, sql`${String(value)}::text`)
    case 'exact':
      return textSql(sql`${attribute.sql}`, operator, sql`${String(value)}::text`)
    case 'text':
      return textSql(sql`lower(${attribute.sql})`, operator, sql`lower(${String(value)}::text)`)
  }
}

const unfit = (path: string, operator: string, value: CompareValue) =>
  fault(
    'invalidFilter',
    'filter',
    `${path} cannot be compared with ${JSON.stringify(value).slice(0, 100)} by ${operator}.`,
  )

function idSql({ sql: column }: Attribute, value: CompareValue): SQL {
  const isId = typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value)
  return isId ? sql`${column} = ${Number(value)}` : sql`false`
}

function booleanSql(path: string, { sql: column }: Attribute, operator: CompareOperator, value: CompareValue): SQL {
  const wanted = readBoolean(value)
  if (operator !== 'eq' || wanted === undefined) throw unfit(path, operator, value)
  return sql`${column} = ${wanted}`
}

const SIGNS = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const
const isOrder = (operator: CompareOperator): operator is keyof typeof SIGNS => Object.hasOwn(SIGNS, operator)

function instantSql(path: string, { sql: column }: Attribute, operator: CompareOperator, value: CompareValue): SQL {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined
  if (!instant || !isOrder(operator)) throw unfit(path, operator, value)
  return sql`${column} ${sql.raw(SIGNS[operator])} ${instant.toISOString()}::timestamptz`
}

/** By code point, so that an order does not depend on the collation of the database. */
function textSql(text: SQL, operator: Exclude<CompareOperator, 'ne'>, wanted: SQL): SQL {
  switch (operator) {
    case 'eq':
      return sql`${text} = ${wanted}`
    case 'co':
      return sql`strpos(${text}, ${wanted}) > 0`
    case 'sw':
      return sql`starts_with(${text}, ${wanted})`
    case 'ew':
      return sql`right(${text}, length(${wanted})) = ${wanted}`
    default:
      return sql`${text} collate "C" ${sql.raw(SIGNS[operator])} ${wanted} collate "C"`
  }
}
