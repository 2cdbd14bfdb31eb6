import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

// OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. It runs on the thread pool, not on the event
// loop. Argon2id is the library's default algorithm; its enum exists for types only.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The pool's threads also resolve names, read files and compress: a flood of logins must leave some of them, and a
// core, for everything else.
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))

export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  /** A null hash (no such user, or no password set) takes the same time and returns false. */
  readonly verify: (storedHash: string | null, password: string) => Promise<boolean>
}

export async function createPasswordHasher(): Promise<PasswordHasher> {
  const decoy = await hash(randomBytes(32), OPTIONS)
  const inTurn = pLimit(AT_ONCE)
  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    verify: async (storedHash, password) => {
      const matches = await inTurn(() => verify(storedHash ?? decoy, password))
      return storedHash !== null && matches
    },
  }
}
