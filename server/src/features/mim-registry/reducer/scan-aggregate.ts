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

/**
 * Reads the name and two facts of each class from an aggregate, piece by piece: parsing it whole would take half a
 * gigabyte. Detects truncation, but not damage in parts that are skipped.
 */
export class AggregateScanner {
  readonly #classes: ListedClass[] = []
  readonly #key = Buffer.alloc(LONGEST_KEY)
  /** Keys on the path to the current position, by level. */
  readonly #path: string[] = []
  #depth = 0
  #hasBegun = false
  #isBroken = false
  #inString = false
  #isEscaped = false
  #isValue = false
  /** Length of the key being read. Longer ones than `LONGEST_KEY` are none of those looked for. */
  #keyLength = -1
  #isCore = false

  write(chunk: Uint8Array): void {
    for (const byte of chunk)
      if (this.#inString) this.#inside(byte)
      else this.#outside(byte)
  }

  end(): Listed {
    const isWhole = this.#hasBegun && this.#depth === 0 && !this.#inString && !this.#isBroken
    return isWhole && this.#classes.length > 0
      ? { ok: true, classes: this.#classes }
      : { ok: false, message: 'The list of all classes is damaged or truncated.' }
  }

  #endString(): void {
    this.#inString = false
    if (this.#keyLength >= 0)
      this.#path[this.#depth] = this.#keyLength <= LONGEST_KEY ? this.#key.toString('latin1', 0, this.#keyLength) : ''
    this.#keyLength = -1
  }

  #open(isObject: boolean): void {
    if (this.#depth === 0 && (this.#hasBegun || !isObject)) this.#isBroken = true
    this.#hasBegun = true
    this.#depth++
    this.#isValue = !isObject
    if (this.#depth <= FACT_LEVEL) this.#path[this.#depth] = ''
    if (this.#depth === FACT_LEVEL) this.#isCore = false
  }

  #close(): void {
    if (this.#depth === FACT_LEVEL && this.#path[1] === 'classes') this.#addClass(this.#path[CLASS_LEVEL] ?? '')
    this.#depth--
    this.#isValue = true
    if (this.#depth < 0) this.#isBroken = true
  }

  #addClass(name: string): void {
    const reference = name.includes(':') ? readReference(name) : splitWireName(name)
    if (this.#classes.length === MOST_CLASSES) this.#isBroken = true
    else if (reference)
      this.#classes.push({ package: reference.package, className: reference.class_name, isCore: this.#isCore })
  }

  #inside(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) {
      this.#endString()
      return
    }
    if (this.#keyLength < 0) return
    if (this.#keyLength < LONGEST_KEY) this.#key[this.#keyLength] = byte
    this.#keyLength++
  }

  #outside(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true
      this.#keyLength = !this.#isValue && this.#depth <= FACT_LEVEL ? 0 : -1
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte === OPEN_OBJECT)
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close()
    else if (byte === COLON) this.#isValue = true
    // In a list every string is a value, but there are no lists on the path to a class.
    else if (byte === COMMA) this.#isValue = false
    else if (byte === LETTER_T && this.#isValue && this.#depth === FACT_LEVEL && isCoreFact(this.#path[FACT_LEVEL]))
      this.#isCore = true
  }
}

const isCoreFact = (key: string | undefined): boolean => key === 'isConfigurable' || key === 'isContextRoot'
