import { describe, expect, it } from 'vitest'
import { createRootKey, openRootKeys } from './root-key.ts'
import { Secret } from './secret.ts'

const rootKey = (text = 'k9Qw-2nVb_7xTz.4mRc+8pLd/1sHf=6gJy') => createRootKey(new Secret(text))

describe('the root key', () => {
  it('derives the same keys from the same text in every process', () => {
    const first = rootKey()
    const second = rootKey()

    expect(first.id).toBe(second.id)
    expect(first.derive('encryption').equals(second.derive('encryption'))).toBe(true)
  })

  it('derives a different key for every purpose and every text', () => {
    const keys = [
      rootKey().derive('encryption'),
      rootKey().derive('token-signing'),
      rootKey().derive('code-hashing'),
      rootKey('k9Qw-2nVb_7xTz.4mRc+8pLd/1sHf=6gJz').derive('encryption'),
    ]

    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(4)
    expect(keys.map((key) => key.length)).toEqual([32, 32, 32, 32])
  })

  it('has an id that reveals no key', () => {
    const { id, derive } = rootKey()

    expect(id).toMatch(/^[0-9a-f]{12}$/)
    expect(derive('encryption').toString('hex')).not.toContain(id)
  })

  it.each([
    ['seven characters', 'k9Qw-2n', 'expected at least 8 characters (32 random ones recommended), got 7'],
    ['nothing', '', 'expected at least 8 characters (32 random ones recommended), got 0'],
  ])('rejects %s without repeating it', (_case, text, message) => {
    expect(() => rootKey(text)).toThrow(message)
  })
})

describe('the root keys of a secret', () => {
  const SHORT = new Secret('k9Qw-2nVb_7xTz.4mRc+8pLd/1sHf=6')

  it('are one, derived from the text itself, if the text is long', async () => {
    const text = 'k9Qw-2nVb_7xTz.4mRc+8pLd/1sHf=6g'

    expect((await openRootKeys(new Secret(text))).map(({ id }) => id)).toEqual([rootKey(text).id])
  })

  it('are a stretched one and the unstretched one of earlier versions, if it is short', async () => {
    const [stretched, unstretched, ...others] = await openRootKeys(SHORT)

    expect(unstretched?.derive('encryption')).toEqual(createRootKey(SHORT).derive('encryption'))
    expect([stretched.id, stretched.derive('encryption').toString('hex')]).toEqual([
      'd10d145b786a',
      'c6f0561b4fa7b2c4fb8e04b6a59635319b70ff30ed738d793d4e2c4f84ee162b',
    ])
    expect(others).toEqual([])
  })

  it('refuse a text that is too short to be meant', async () => {
    await expect(openRootKeys(new Secret('k9Qw-2n'))).rejects.toThrow('expected at least 8 characters')
  })
})
