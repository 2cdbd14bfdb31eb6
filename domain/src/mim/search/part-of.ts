import type { Parts } from '../parts.ts'

/** One array of numbers out of the parts. What is missing was compiled by another version, which no caller can mend: it throws. */
export function numbersOf(parts: Parts, name: string): Uint32Array {
  const part = parts[name]
  if (part instanceof Uint32Array) return part
  throw new Error(`index part ${name}: expected a Uint32Array, found ${part?.constructor.name ?? 'none'}`)
}

/** One array of bytes out of the parts; see `numbersOf`. */
export function bytesOf(parts: Parts, name: string): Uint8Array {
  const part = parts[name]
  if (part instanceof Uint8Array) return part
  throw new Error(`index part ${name}: expected a Uint8Array, found ${part?.constructor.name ?? 'none'}`)
}
