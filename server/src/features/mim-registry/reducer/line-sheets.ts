import { emptySharedBytes, type SharedBytes } from '../../../platform/threads/bytes.ts'

const SHEET_BYTES = 1024 * 1024
/** A UTF-16 code unit takes at most three; surrogate pairs take four. */
const BYTES_PER_UNIT = 3

/**
 * Encodes texts one after the other into bytes that threads share. V8 counts the bytes of ordinary buffers, and
 * collects all garbage of a thread after a few megabytes of them: thousands of lines made it do so every second.
 */
export function createLineSheets(): (text: string) => SharedBytes {
  const encoder = new TextEncoder()
  let rest = emptySharedBytes(0)
  return (text) => {
    const most = text.length * BYTES_PER_UNIT
    if (rest.length < most) rest = emptySharedBytes(Math.max(SHEET_BYTES, most))
    const { written } = encoder.encodeInto(text, rest)
    const line = rest.subarray(0, written)
    rest = rest.subarray(written)
    return line
  }
}
