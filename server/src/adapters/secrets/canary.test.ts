import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkCanary, createCanary } from './canary.ts'
import { createRootKey } from './root-key.ts'
import { createSecretBox } from './secret-box.ts'
import { Secret } from './secret.ts'

const key = () => createRootKey(new Secret(randomBytes(32).toString('base64')))

describe('the canary', () => {
  it('accepts the key that sealed it, and a later one with that key as a previous one', () => {
    const current = key()
    const canary = createCanary(createSecretBox({ current }))

    const same = checkCanary(createSecretBox({ current }), canary)
    const rotated = checkCanary(createSecretBox({ current: key(), previous: [current] }), canary)

    expect([same, rotated]).toEqual([{ ok: true }, { ok: true }])
  })

  it('rejects any other key in one line that names the variable', () => {
    const canary = createCanary(createSecretBox({ current: key() }))

    const result = checkCanary(createSecretBox({ current: key() }), canary)

    expect(result).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^SECRET_KEY: not the key that this database was set up with[^\n]+$/),
    })
  })

  it.each([undefined, null, 7, {}, ''])('rejects a damaged entry: %j', (stored) => {
    const result = checkCanary(createSecretBox({ current: key() }), stored)

    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/^SECRET_KEY: /) })
  })
})
