import { hkdfSync } from 'node:crypto'
import type { Secret } from './secret.ts'

/** What a key is for. A key for one purpose reveals nothing about a key for another. */
export type KeyPurpose = 'encryption' | 'token-signing' | 'code-hashing'

export type RootKey = {
  /** Identifies the key without revealing anything about it; part of every sealed text. */
  readonly id: string
  readonly derive: (purpose: KeyPurpose) => Buffer
}

/** A shorter key is a mistake; one below `STRONG_ROOT_KEY` is the operator's risk, and logged. */
export const SHORTEST_ROOT_KEY = 8
export const STRONG_ROOT_KEY = 32
const KEY_BYTES = 32
const ID_BYTES = 6

/** What is wrong with a text as a root key. The derivation is fast, so the text itself must be unguessable. */
export function rootKeyProblem(text: string): string | undefined {
  if (text.length < SHORTEST_ROOT_KEY)
    return `expected at least ${SHORTEST_ROOT_KEY} characters (${STRONG_ROOT_KEY} random ones recommended), got ${text.length}`
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
