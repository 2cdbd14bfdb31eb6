import { isWireObject, type WireObject } from '../canvas/wire.ts'
import type { WirePart } from './wire-canvas.ts'

/**
 * What of a step changes when a suggestion takes the place of what a problem complains about, at a path inside the
 * step: a value, an item of a list, the name of an option or a column in an expression. Undefined when there is nothing
 * at the path that it could replace.
 */
export function stepWith(
  step: WirePart,
  [key, ...rest]: readonly string[],
  message: string,
  suggestion: string,
): WireObject | undefined {
  if (key === undefined) return undefined
  const value = replaced(step[key], rest, message, suggestion)
  return value === UNCHANGED ? undefined : { [key]: value }
}

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

const isComplaintAbout = (key: string, message: string): boolean =>
  misspeltIn(message) === key || message.includes(`no option ${key};`)

const isNamed = (value: unknown, message: string): boolean => typeof value === 'string' && misspeltIn(message) === value

const renamedKey = (value: WireObject, key: string, suggestion: string): WireObject =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name === key ? suggestion : name, inner]))

function replacedItem(
  list: readonly unknown[],
  [first = '', ...rest]: readonly string[],
  message: string,
  suggestion: string,
): unknown {
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
  return value.replaceAll(WORDS, (word) => {
    const inRow = /^row\[["'](.*)["']\]$/.exec(word)?.[1]
    if (inRow !== undefined) return inRow === misspelt ? `row[${JSON.stringify(suggestion)}]` : word
    return word === misspelt || word.startsWith(`${misspelt}.`) ? suggestion + word.slice(misspelt.length) : word
  })
}

/** Columns, functions and whole texts of an expression: what a text says is no name, unless it picks from the row. */
const WORDS = /\brow\[(?:"[^"]*"|'[^']*')\]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.]+/g

/** The name that a message says is unknown. */
const misspeltIn = (message: string): string | undefined =>
  /(?:no column|no property|no class) (\S+)(?: at this step)?$/.exec(message)?.[1] ??
  /has no (?:column|property) (\S+)$/.exec(message)?.[1]
