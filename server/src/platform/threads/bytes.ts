/**
 * The bytes in a buffer of their own, copied only if they share one: posting a slice sends the whole buffer behind it,
 * and transferring a slice takes its neighbours along.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ownsItsBuffer(bytes) ? bytes : new Uint8Array(bytes)
}

function ownsItsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
}

/** A value whose bytes go to the other thread without being copied. The sender can no longer read them. */
export class Moved<T> {
  readonly value: T
  readonly buffers: readonly ArrayBuffer[]

  constructor(value: T, buffers: readonly ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

/** Marks bytes in the value as moved; they must be `ownBytes`. */
export const moved = <T>(value: T, ...bytes: readonly Uint8Array<ArrayBuffer>[]): Moved<T> =>
  new Moved(
    value,
    bytes.map(({ buffer }) => buffer),
  )

/** Bytes that every thread reads in place: posting them copies nothing. Written once, before they are posted. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>

export const emptySharedBytes = (length: number): SharedBytes => new Uint8Array(new SharedArrayBuffer(length))
