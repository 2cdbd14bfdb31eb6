import { hkdfSync } from 'node:crypto'
import type { Secret } from './secret.ts'

/** What a key is for. A key of one purpose tells nothing about a key of another. */
export type KeyPurpose = 'encryption' | 'token-signing' | 'code-hashing'

export type RootKey = {
  /** Names the key without telling anything about it; stands in every sealed text. */
  readonly id: string
  readonly derive: (purpose: KeyPurpose) => Buffer
}

export const SHORTEST_ROOT_KEY = 32
const FEWEST_DISTINCT_CHARACTERS = 10
const KEY_BYTES = 32
const ID_BYTES = 6

/** What speaks against a text as a root key. The derivation is fast, so the text itself must be beyond guessing. */
export function rootKeyProblem(text: string): string | undefined {
  if (text.length < SHORTEST_ROOT_KEY) return `expected at least ${SHORTEST_ROOT_KEY} random characters, got ${text.length}`
  if (new Set(text).size < FEWEST_DISTINCT_CHARACTERS) return 'expected random characters, got a few that repeat'
  return undefined
}

/** The keys of an installation, all derived (HKDF-SHA-256) from its one secret. */
export function createRootKey(secret: Secret): RootKey {
  const problem = rootKeyProblem(secret.reveal())
  if (problem !== undefined) throw new Error(`root key: ${problem}`)
  return {
    id: derive(secret, 'key-id', ID_BYTES).toString('hex'),
    derive: (purpose) => derive(secret, purpose, KEY_BYTES),
  }
}

function derive(secret: Secret, purpose: KeyPurpose | 'key-id', bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), 'heddle', `heddle/v1/${purpose}`, bytes))
}
