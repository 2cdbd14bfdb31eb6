import { isWireObject } from '../canvas/wire.ts'
import type { Change } from './changes.ts'
import { PARTS, type PartKind, type WireCanvas } from './wire-canvas.ts'

/** What is needed of a problem: where it is, and what it says. */
type Misspelling = { readonly path?: string; readonly message: string }

/**
 * The change that puts a suggestion in the place of what a problem complains about: a value, an item of a list, the
 * name of an option or a column in an expression. Undefined when the problem points at nothing that it could replace.
 */
export function takeSuggestion(canvas: WireCanvas, problem: Misspelling, suggestion: string): Change | undefined {
  const [kind = '', index = '', key, ...rest] = (problem.path ?? '').split('.')
  if (!isKind(kind) || key === undefined) return undefined
  const part = canvas[kind][Number(index)]
  if (!part) return undefined
  const value = replaced(part[key], rest, problem.message, suggestion)
  return value === UNCHANGED ? undefined : { type: 'set', kind, id: part.id, values: { [key]: value } }
}

const isKind = (text: string): text is PartKind => Object.hasOwn(PARTS, text)

const UNCHANGED = Symbol('unchanged')

function replaced(value: unknown, path: readonly string[], message: string, suggestion: string): unknown {
  if (path.length === 0) return replacedHere(value, message, suggestion)
  if (Array.isArray(value)) return replacedItem(value, path, message, suggestion)
  if (!isWireObject(value)) return UNCHANGED
  // Keys may contain dots: the longest one that the path begins with is meant.
  const length = path.findLastIndex((_, end) => Object.hasOwn(value, path.slice(0, end + 1).join('.'))) + 1
  if (length === 0) return UNCHANGED
  const key = path.slice(0, length).join('.')
  if (length === path.length && !isReplaceable(value[key], key, message)) return renamedKey(value, key, suggestion)
  const inner = replaced(value[key], path.slice(length), message, suggestion)
  return inner === UNCHANGED ? UNCHANGED : { ...value, [key]: inner }
}

/** A complaint about a key names the key, not what is under it. */
const isReplaceable = (value: unknown, key: string, message: string): boolean =>
  !(isComplaintAbout(key, message) && !isNamed(value, message))

const isComplaintAbout = (key: string, message: string): boolean => misspeltIn(message) === key || message.includes(`no option ${key};`)

const isNamed = (value: unknown, message: string): boolean => typeof value === 'string' && misspeltIn(message) === value

const renamedKey = (value: Readonly<Record<string, unknown>>, key: string, suggestion: string) =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name === key ? suggestion : name, inner]))

function replacedItem(list: readonly unknown[], [first = '', ...rest]: readonly string[], message: string, suggestion: string): unknown {
  const index = Number(first)
  if (!Number.isInteger(index) || index >= list.length) return UNCHANGED
  const inner = replaced(list[index], rest, message, suggestion)
  return inner === UNCHANGED ? UNCHANGED : list.with(index, inner)
}

function replacedHere(value: unknown, message: string, suggestion: string): unknown {
  const misspelt = misspeltIn(message)
  if (Array.isArray(value)) {
    const index = misspelt === undefined ? -1 : value.indexOf(misspelt)
    return index === -1 ? UNCHANGED : value.with(index, suggestion)
  }
  if (typeof value !== 'string') return UNCHANGED
  // In an expression the name is one of several words.
  if (misspelt === undefined || value === misspelt || !value.includes(misspelt)) return suggestion
  return value.replaceAll(/[\w.]+/g, (word) =>
    word === misspelt || word.startsWith(`${misspelt}.`) ? suggestion + word.slice(misspelt.length) : word,
  )
}

/** The name that a message says is unknown. */
const misspeltIn = (message: string): string | undefined =>
  /(?:no column|no property|no class) (\S+)(?: at this step)?$/.exec(message)?.[1] ?? /has no (?:column|property) (\S+)$/.exec(message)?.[1]
