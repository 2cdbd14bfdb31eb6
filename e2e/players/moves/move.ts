import type { Random } from '@heddle/domain/testing/random.ts'
import type { Role, Things } from '../start-world.ts'

/** A request that its role may send. */
export type Move = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly body?: unknown
  /** Reads the answer so slowly, or hangs up after so many bytes. */
  readonly reading?: { readonly bytesPerSecond: number } | { readonly hangUpAfter: number }
}

export type MoveMaker = {
  readonly roles: readonly Role[]
  readonly make: (random: Random, things: Things, own: Own) => Move | undefined
}

/** What a player has created so far. */
export type Own = {
  readonly executions: string[]
  readonly snapshots: string[]
}

/** A body that is a file. */
export class Upload {
  readonly type: string
  readonly bytes: Buffer

  constructor(type: string, bytes: Buffer) {
    this.type = type
    this.bytes = bytes
  }
}

/** Bodies may have ten megabytes; what surrounds the large part takes some of it. */
const MOST_BYTES = 10 * 1024 ** 2 - 4_096

/** A size around a bound: well below, just within, just beyond, far beyond, as large as a body may be. */
export const sizeAround = (random: Random, bound: number): number =>
  Math.min(MOST_BYTES, random.pick([1, Math.ceil(bound / 100), bound - 1, bound, bound + 1, bound * 10, MOST_BYTES]))

export const longText = (random: Random, length: number): string => {
  const piece = random.pick(['a', 'ab ', 'é', '0', '\u{1f600}', '{{a}}', '<b>', '=1+', '\\', '"'])
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

export const EVERYONE: readonly Role[] = ['viewer', 'editor', 'operator', 'administrator']
export const EDITORS: readonly Role[] = ['editor', 'operator', 'administrator']
export const OPERATORS: readonly Role[] = ['operator', 'administrator']
