import type { ControllerFilter } from '../controller-query/controller-query.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { MOST_BYTES } from './push-limits.ts'

/** The filter for the controller, and whether it is exact or lets more objects through. */
export type Pushed = { readonly filter: ControllerFilter; readonly exact: boolean }

/** The property a condition is about, as the controller names it; `info` is undefined if the property is not known. */
export type PushedProperty = {
  readonly class_name: string
  readonly property: string
  readonly info: PropertyInfo | undefined
}

export const at = ({ class_name, property }: PushedProperty) => ({ class_name, property })

export function isTextual(info: PropertyInfo | undefined): boolean {
  return info === undefined || ['string', 'dn', 'ip', 'mac'].includes(info.type)
}

export const isNumeric = (info: PropertyInfo | undefined) =>
  info !== undefined && ['integer', 'number'].includes(info.type)

/**
 * What is too long for a URL stays here. A backslash is special inside quotes; control characters and lone surrogates
 * have no business in a URL.
 */
export function isSendable(text: string): boolean {
  return text.length <= MOST_BYTES && text.isWellFormed() && !/[\\\u0000-\u001f\u007f]/.test(text)
}

/**
 * `wcard` finds plain text anywhere, but treats some characters as wildcards, and it is not certain which. So only the
 * longest piece without any is sent. A dot may mean itself or any character: either way the piece is found.
 */
export function containsPiece(text: string, subject: PushedProperty): Pushed | undefined {
  if (!isTextual(subject.info)) return undefined
  const pieces = text.split(/[^\p{L}\p{N} _\-./:,@#=~!&;<>']+/u)
  const value = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
  return value === '' || value.length > MOST_BYTES
    ? undefined
    : { filter: { op: 'wcard', ...at(subject), value }, exact: false }
}

/** Several filters as one; exact when each of them is. */
export function combine(op: 'and' | 'or', parts: readonly Pushed[]): Pushed {
  const [first] = parts
  if (parts.length === 1 && first) return first
  const items = parts.flatMap(({ filter }) => (filter.op === op ? filter.items : [filter]))
  return { filter: { op, items }, exact: parts.every((part) => part.exact) }
}
