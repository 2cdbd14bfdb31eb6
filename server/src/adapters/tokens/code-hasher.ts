import { createHmac } from 'node:crypto'

/** Keyed hashes of one-time codes that are looked up by the code alone: worthless to whoever has the database without the key. */
export type CodeHasher = {
  readonly hash: (code: string) => string
  /** With the current key and with earlier ones: a code outlives a rotation of the key. */
  readonly hashesOf: (code: string) => readonly string[]
}

export function createCodeHasher(keys: readonly [Buffer, ...Buffer[]]): CodeHasher {
  const hashWith = (key: Buffer, code: string): string => createHmac('sha256', key).update(code).digest('hex')
  return {
    hash: (code) => hashWith(keys[0], code),
    hashesOf: (code) => keys.map((key) => hashWith(key, code)),
  }
}
