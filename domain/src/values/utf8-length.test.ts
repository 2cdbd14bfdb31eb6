import { expect, it } from 'vitest'
import { utf8Length } from './utf8-length.ts'

it.each(['', 'web', 'ÿ', '߿ࠀ', '€', '😀', 'a😀b', '\uD800', '\uDC00', '\uD800x', '\uD83D\uD83D\uDE00'])(
  'counts the bytes of %j',
  (text) => {
    expect(utf8Length(text)).toBe(Buffer.byteLength(text))
  },
)
