import { hkdfSync, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secret } from './secret.ts'

/** What a key is for. A key for one purpose reveals nothing about a key for another. */
export type KeyPurpose = 'encryption' | 'token-signing' | 'code-hashing'

export type RootKey = {
  /** Identifies the key without revealing anything about it; part of every sealed text. */
  readonly id: string
  readonly derive: (purpose: KeyPurpose) => Buffer
}

/** A shorter key is a mistake; one below `STRONG_ROOT_KEY` is the operator's risk: stretched, and logged. */
export const SHORTEST_ROOT_KEY = 8
export const STRONG_ROOT_KEY = 32
const KEY_BYTES = 32
const ID_BYTES = 6

/** What is wrong with a text as a root key. */
export function rootKeyProblem(text: string): string | undefined {
  if (text.length < SHORTEST_ROOT_KEY)
    return `expected at least ${SHORTEST_ROOT_KEY} characters (${STRONG_ROOT_KEY} random ones recommended), got ${text.length}`
  return undefined
}

export const isWeakRootKey = (secret: Secret): boolean => secret.reveal().length < STRONG_ROOT_KEY

/** Half a second and 128 MB for each guess at a short text. */
const STRETCHING = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const STRETCHING_SALT = 'heddle/v1/root-key'
const scryptAsync = promisify<string, string, number, typeof STRETCHING, Buffer>(scrypt)

/**
 * The root keys of one secret: the one that seals, and for a short text also the unstretched one, with which earlier
 * versions sealed. Slow for a short text: for the start, never for a request.
 */
export async function openRootKeys(secret: Secret): Promise<readonly [RootKey, ...RootKey[]]> {
  const unstretched = createRootKey(secret)
  if (!isWeakRootKey(secret)) return [unstretched]
  const stretched = await scryptAsync(secret.reveal(), STRETCHING_SALT, KEY_BYTES, STRETCHING)
  return [rootKeyOf(stretched), unstretched]
}

/** The keys of an installation, all derived from a text that cannot be guessed. */
export function createRootKey(secret: Secret): RootKey {
  const problem = rootKeyProblem(secret.reveal())
  if (problem !== undefined) throw new Error(`root key: ${problem}`)
  return rootKeyOf(secret.reveal())
}

/** Derived by HKDF-SHA-256, which is fast. */
function rootKeyOf(material: string | Buffer): RootKey {
  const derive = (purpose: KeyPurpose | 'key-id', bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', material, 'heddle', `heddle/v1/${purpose}`, bytes))
  return { id: derive('key-id', ID_BYTES).toString('hex'), derive: (purpose) => derive(purpose, KEY_BYTES) }
}
