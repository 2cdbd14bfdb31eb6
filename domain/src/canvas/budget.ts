import {
  LARGEST_CANVAS_BYTES,
  LARGEST_FILLED_BYTES,
  LARGEST_TEXT_BYTES,
  LARGEST_VARIABLE_BYTES,
  LARGEST_VARIABLES_BYTES,
} from '@heddle/contract/canvas-budget.ts'
import { utf8Length } from '../values/utf8-length.ts'
import type { Variables } from './canvas.ts'
import type { ReceivedCanvas } from './check-shape.ts'
import { MOST_PROBLEMS } from './problem.ts'
import { show } from './wire.ts'

export { LARGEST_TEXT_BYTES }

const count = (bytes: number) => `${bytes.toLocaleString('en')} bytes`

/** Why a canvas is too large to be stored or planned; undefined when it is not. */
export function canvasSizeFault({ nodes, edges, post_processors }: ReceivedCanvas): string | undefined {
  const bytes = [nodes, edges, post_processors].reduce<number>((sum, part) => sum + jsonLength(part), 0)
  if (bytes <= LARGEST_CANVAS_BYTES) return undefined
  return `nodes, edges and post_processors have ${count(bytes)} together: expected at most ${count(LARGEST_CANVAS_BYTES)}`
}

/** Why what a draft declares is too large to be read; undefined when it is not. */
export function declarationsSizeFault({
  parameters,
  expect,
}: {
  readonly parameters?: unknown
  readonly expect?: unknown
}) {
  const bytes = jsonLength(parameters) + jsonLength(expect)
  if (bytes <= LARGEST_CANVAS_BYTES) return undefined
  return `parameters and expect have ${count(bytes)} together: expected at most ${count(LARGEST_CANVAS_BYTES)}`
}

/** Which variables are too large, and whether all of them together are. */
export function variableSizeFaults(variables: Variables): readonly string[] {
  const large = Object.entries(variables).flatMap(([name, value]) => {
    const bytes = valueLength(value)
    if (bytes <= LARGEST_VARIABLE_BYTES) return []
    return [`variable ${show(name)} has ${count(bytes)}: expected at most ${count(LARGEST_VARIABLE_BYTES)}`]
  })
  const all = jsonLength(variables)
  if (all <= LARGEST_VARIABLES_BYTES) return large.slice(0, MOST_PROBLEMS)
  const sum = `the variables have ${count(all)} together: expected at most ${count(LARGEST_VARIABLES_BYTES)}`
  return [sum, ...large.slice(0, MOST_PROBLEMS - 1)]
}

function jsonLength(value: unknown): number {
  return value === undefined ? 0 : utf8Length(JSON.stringify(value))
}

/** The size of a variable: text as it is; a list counts whole. */
export function valueLength(value: unknown): number {
  return typeof value === 'string' ? utf8Length(value) : jsonLength(value)
}

/**
 * Counts the bytes that variables turn texts into, before the texts are built. One counter serves a whole run: hand
 * the same one to the preparation of every query that the run looks up in.
 */
export class FilledTexts {
  #bytes = 0

  /** Adds one text. Says what is too large, the sum only once; undefined when there is room. */
  add(bytes: number): string | undefined {
    const before = this.#bytes
    this.#bytes += bytes
    if (bytes > LARGEST_TEXT_BYTES)
      return `with its variables filled in, this text has more than ${count(LARGEST_TEXT_BYTES)}`
    if (before > LARGEST_FILLED_BYTES || this.#bytes <= LARGEST_FILLED_BYTES) return undefined
    return `with their variables filled in, the texts of this run have more than ${count(LARGEST_FILLED_BYTES)} together`
  }

  get hasRoom(): boolean {
    return this.#bytes <= LARGEST_FILLED_BYTES
  }
}
