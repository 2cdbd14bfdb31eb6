import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRootKey } from './root-key.ts'
import { createSecretBox, keyIdOf, type SecretPlace, UnreadableSecret } from './secret-box.ts'
import { Secret } from './secret.ts'

const key = () => createRootKey(new Secret(randomBytes(32).toString('base64')))
const current = key()
const box = createSecretBox({ current })
const place: SecretPlace = { table: 'controller_connections', column: 'password_sealed', row: 7 }
const sealed = box.seal(new Secret('hunter2'), place)

describe('a sealed secret', () => {
  it.each(['', 'hunter2', 'żółw 🐢', '\u0000', 'x'.repeat(100_000)])(
    'opens to the text that was sealed: %j',
    (text) => {
      expect(box.open(box.seal(text, place), place).reveal()).toBe(text)
    },
  )

  it('names version and key and reveals nothing of the secret', () => {
    expect(sealed).toMatch(/^v1:[0-9a-f]{12}:[\w-]{16}:[\w-]+$/)
    expect(keyIdOf(sealed)).toBe(current.id)
    expect(box.keyId).toBe(current.id)
    expect(Buffer.from(sealed.split(':')[3] ?? '', 'base64url').toString('latin1')).not.toContain('hunter2')
  })

  it('is never the same text twice', () => {
    const texts = Array.from({ length: 1000 }, () => box.seal('hunter2', place).split(':')[2])

    expect(new Set(texts).size).toBe(1000)
  })

  it.each<[string, SecretPlace]>([
    ['table', { ...place, table: 'automation_connections' }],
    ['column', { ...place, column: 'token_sealed' }],
    ['row', { ...place, row: 8 }],
    [
      'place whose table and column names are split elsewhere',
      { table: 'controller_connections.password', column: 'sealed', row: 7 },
    ],
  ])('does not open in another %s', (_case, other) => {
    expect(() => box.open(sealed, other)).toThrow(/the sealed secret was altered or belongs to another row$/)
  })

  it('opens with a numeric row id or its text', () => {
    expect(box.open(sealed, { ...place, row: '7' }).reveal()).toBe('hunter2')
  })

  it('does not open when any single bit is flipped', () => {
    const opened = flippedBits(sealed).filter((text) => opens(text))

    expect(opened).toEqual([])
  })

  it('does not open when cut or lengthened anywhere', () => {
    const cut = Array.from(sealed, (_, index) => sealed.slice(0, index))
    const longer = ['A', '=', ' ', '\n', ':x'].map((tail) => sealed + tail)

    expect([...cut, ...longer, ` ${sealed}`].filter((text) => opens(text))).toEqual([])
  })

  it.each(['', 'hunter2', 'v1:::', 'v2' + sealed.slice(2)])('rejects %j as not a sealed secret', (text) => {
    expect(() => box.open(text, place)).toThrow('controller_connections.password_sealed of row 7: not a sealed secret')
    expect(keyIdOf(text)).toBeUndefined()
  })
})

describe('a box with other keys', () => {
  it('names the missing key', () => {
    const stranger = createSecretBox({ current: key() })

    expect(() => stranger.open(sealed, place)).toThrow(
      `row 7: sealed with key ${current.id}, which is not among SECRET_KEY and SECRET_KEY_PREVIOUS`,
    )
  })

  it('opens with an earlier key and seals with the current one', () => {
    const rotated = createSecretBox({ current: key(), previous: [key(), current] })

    const moved = rotated.seal(rotated.open(sealed, place), place)

    expect(rotated.open(moved, place).reveal()).toBe('hunter2')
    expect(keyIdOf(moved)).toBe(rotated.keyId)
    expect(() => box.open(moved, place)).toThrow(UnreadableSecret)
  })
})

function opens(text: string): boolean {
  try {
    box.open(text, place)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableSecret)
    return false
  }
}

function flippedBits(text: string): string[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return copy.toString('latin1')
  })
}
