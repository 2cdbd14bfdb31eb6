import { buildRn, joinDn } from '../dn/dn.ts'
import type { ManagedObject } from './controller-query.ts'

/** `code` is the controller's own, or `malformed` if this is not a controller's answer. */
type Answer =
  | { readonly ok: true; readonly total: number; readonly objects: readonly ManagedObject[] }
  | { readonly ok: false; readonly code: string; readonly text: string }

/** `rnFormat` of a class, for children that come without `dn` and `rn`. */
export type RnFormats = (className: string) => string | undefined

type Attributes = Readonly<Record<string, string>>
type JsonObject = Readonly<Record<string, unknown>>

const NO_CHILDREN: readonly ManagedObject[] = []
const DEEPEST = 64

/**
 * Parses the body of an answer. Never throws: the controller's errors and malformed answers are returned as values,
 * whatever the HTTP status. Children get the DN that follows from their parent's, as `dn` and among their attributes,
 * or `''` if it cannot be derived.
 */
export function parseAnswer(json: unknown, rnFormats?: RnFormats): Answer {
  if (!isObject(json) || !Array.isArray(json['imdata'])) return malformed('there is no imdata list')
  const items: readonly unknown[] = json['imdata']
  const objects: ManagedObject[] = []
  for (const item of items) {
    const object = readObject(item, undefined, rnFormats, 0)
    if (typeof object === 'string') return malformed(object)
    if (object.class_name === 'error' && items.length === 1) return controllerError(object.attributes)
    objects.push(object)
  }
  const total = Number(json['totalCount'] ?? objects.length)
  return Number.isSafeInteger(total) && total >= 0
    ? { ok: true, total, objects }
    : malformed('totalCount is not a number')
}

const malformed = (text: string): Answer => ({ ok: false, code: 'malformed', text })

const controllerError = ({ code = '', text = '' }: Attributes): Answer => ({ ok: false, code, text })

/** An object, or a message saying what is wrong with it. */
function readObject(
  item: unknown,
  parent: string | undefined,
  rnFormats: RnFormats | undefined,
  depth: number,
): ManagedObject | string {
  if (depth > DEEPEST) return `objects are nested deeper than ${DEEPEST} levels`
  if (!isObject(item)) return 'something in imdata is not an object'
  const class_name = onlyKey(item)
  if (class_name === undefined) return 'an object does not have exactly one class'
  const body = item[class_name]
  if (!isObject(body)) return `an object of ${class_name} has no body`
  const own = body['attributes'] ?? {}
  if (!isObject(own)) return `the attributes of an object of ${class_name} are not an object`
  const attributes = withDn(asTexts(own), class_name, parent, rnFormats)
  const dn = attributes['dn'] ?? ''
  const children = body['children']
  if (children === undefined) return { class_name, dn, attributes, children: NO_CHILDREN }
  if (!Array.isArray(children)) return `the children of ${dn} are not a list`
  const read = readChildren(children, class_name === 'topRoot' || dn !== '' ? dn : undefined, rnFormats, depth + 1)
  return typeof read === 'string' ? read : { class_name, dn, attributes, children: read }
}

function readChildren(
  items: readonly unknown[],
  parent: string | undefined,
  rnFormats: RnFormats | undefined,
  depth: number,
) {
  const children: ManagedObject[] = []
  for (const item of items) {
    // Without the parent's DN, a child's DN cannot be derived.
    const child = readObject(item, parent, rnFormats, depth)
    if (typeof child === 'string') return child
    children.push(child)
  }
  return children
}

/** Most objects carry their DN and are not copied: there may be hundreds of thousands. */
function withDn(
  attributes: Attributes,
  className: string,
  parent: string | undefined,
  rnFormats: RnFormats | undefined,
): Attributes {
  if (parent === undefined || attributes['dn']) return attributes
  const rn = attributes['rn'] || buildRn(rnFormats?.(className) ?? '', attributes)
  return rn === undefined ? attributes : { ...attributes, dn: joinDn(parent, rn) }
}

function asTexts(attributes: JsonObject): Attributes {
  return holdsTexts(attributes) ? attributes : converted(attributes)
}

function holdsTexts(attributes: JsonObject): attributes is Attributes {
  for (const name in attributes) if (typeof attributes[name] !== 'string') return false
  return true
}

/** Controllers send only strings; simulators and proxies may not. */
function converted(attributes: JsonObject): Attributes {
  const entries = Object.entries(attributes).map(([name, value]) => [name, asText(value)] as const)
  return Object.fromEntries(entries)
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function onlyKey(item: JsonObject): string | undefined {
  let found: string | undefined
  for (const key in item) {
    if (found !== undefined) return undefined
    found = key
  }
  return found
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
