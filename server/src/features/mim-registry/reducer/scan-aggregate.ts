import { readReference, splitWireName } from '@heddle/domain/mim/wire-name.ts'
import type { Listed, ListedClass } from './reducer-calls.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const LETTER_T = 0x74

/** The levels of class names and their facts, as in `{"classes": {"fvBD": {"isConfigurable": true`. */
const CLASS_LEVEL = 2
const FACT_LEVEL = 3
const LONGEST_KEY = 250
/** Several times those of any release. */
const MOST_CLASSES = 100_000

type AggregateScanner = {
  readonly write: (chunk: Uint8Array) => void
  readonly end: () => Listed
}

/**
 * Reads the name and two facts of each class from an aggregate, piece by piece: parsing it whole would take half a
 * gigabyte. Detects truncation, but not damage in parts that are skipped.
 */
export function createAggregateScanner(): AggregateScanner {
  const classes: ListedClass[] = []
  const key = Buffer.alloc(LONGEST_KEY)
  /** Keys on the path to the current position, by level. */
  const path: string[] = []
  let depth = 0
  let hasBegun = false
  let isBroken = false
  let inString = false
  let isEscaped = false
  let isValue = false
  /** Length of the key being read. Longer ones than `LONGEST_KEY` are none of those looked for. */
  let keyLength = -1
  let isCore = false

  function endString(): void {
    inString = false
    if (keyLength >= 0) path[depth] = keyLength <= LONGEST_KEY ? key.toString('latin1', 0, keyLength) : ''
    keyLength = -1
  }

  function open(isObject: boolean): void {
    if (depth === 0 && (hasBegun || !isObject)) isBroken = true
    hasBegun = true
    depth++
    isValue = !isObject
    if (depth <= FACT_LEVEL) path[depth] = ''
    if (depth === FACT_LEVEL) isCore = false
  }

  function close(): void {
    if (depth === FACT_LEVEL && path[1] === 'classes') addClass(path[CLASS_LEVEL] ?? '')
    depth--
    isValue = true
    if (depth < 0) isBroken = true
  }

  function addClass(name: string): void {
    const reference = name.includes(':') ? readReference(name) : splitWireName(name)
    if (classes.length === MOST_CLASSES) isBroken = true
    else if (reference) classes.push({ package: reference.package, className: reference.class_name, isCore })
  }

  function inside(byte: number): void {
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) {
      endString()
      return
    }
    if (keyLength < 0) return
    if (keyLength < LONGEST_KEY) key[keyLength] = byte
    keyLength++
  }

  function outside(byte: number): void {
    if (byte === QUOTE) {
      inString = true
      keyLength = !isValue && depth <= FACT_LEVEL ? 0 : -1
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) open(byte === OPEN_OBJECT)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) close()
    else if (byte === COLON) isValue = true
    // In a list every string is a value, but there are no lists on the path to a class.
    else if (byte === COMMA) isValue = false
    else if (byte === LETTER_T && isValue && depth === FACT_LEVEL && isCoreFact(path[FACT_LEVEL])) isCore = true
  }

  return {
    write: (chunk) => {
      for (const byte of chunk)
        if (inString) inside(byte)
        else outside(byte)
    },
    end: () => {
      const isWhole = hasBegun && depth === 0 && !inString && !isBroken
      return isWhole && classes.length > 0
        ? { ok: true, classes }
        : { ok: false, message: 'The list of all classes is damaged or truncated.' }
    },
  }
}

const isCoreFact = (key: string | undefined): boolean => key === 'isConfigurable' || key === 'isContextRoot'
