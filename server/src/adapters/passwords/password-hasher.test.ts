import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

describe('a stored password', async () => {
  const { hash, verify } = await createPasswordHasher()

  it('is hashed with Argon2id, with a salt of its own', async () => {
    const [first, second] = await Promise.all([hash('correct horse'), hash('correct horse')])

    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
    expect(second).not.toBe(first)
  })

  it('matches only the whole password, however long it is', async () => {
    const long = 'x'.repeat(1_024)
    const stored = await hash(long)

    expect(await verify(stored, long)).toBe(true)
    expect(await verify(stored, `${long.slice(1)}y`)).toBe(false)
    expect(await verify(null, long)).toBe(false)
  })
})
