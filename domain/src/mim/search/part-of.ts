import type { IndexParts } from '../parts.ts'

/**
 * An array of numbers from the parts. Throws if it is missing: another version compiled the parts, and no caller can
 * fix that.
 */
export function numbersOf(parts: IndexParts, name: string): Uint32Array {
  const part = parts[name]
  if (part instanceof Uint32Array) return part
  throw new Error(`index part ${name}: expected a Uint32Array, found ${part?.constructor.name ?? 'none'}`)
}

/** An array of bytes from the parts; see `numbersOf`. */
export function partBytes(parts: IndexParts, name: string): Uint8Array {
  const part = parts[name]
  if (part instanceof Uint8Array) return part
  throw new Error(`index part ${name}: expected a Uint8Array, found ${part?.constructor.name ?? 'none'}`)
}
