import { createHmac } from 'node:crypto'

/**
 * Keyed hashes of one-time codes that are looked up by the code alone: worthless in a stolen database without the key.
 */
export type CodeHasher = {
  readonly hash: (code: string) => string
  /** Hashes by the current key and by earlier ones: a code survives a key rotation. */
  readonly hashesOf: (code: string) => readonly string[]
}

export function createCodeHasher(keys: readonly [Buffer, ...Buffer[]]): CodeHasher {
  const hashWith = (key: Buffer, code: string): string => createHmac('sha256', key).update(code).digest('hex')
  return {
    hash: (code) => hashWith(keys[0], code),
    hashesOf: (code) => keys.map((key) => hashWith(key, code)),
  }
}
