import { describe, expect, it } from 'vitest'
import { holdsLink, spokenText } from './spoken-text.ts'

describe('a text of a model', () => {
  it.each([
    ['It reads fvBD.', 'It reads fvBD.'],
    ['**Bold**, `code` and <b>tags</b>', 'Bold, code and tags'],
    ['one\n\ttwo\u200bthree', 'one two three'],
    ['a <script src="https://evil.example/x">alert()</script> b', 'a alert() b'],
    ['See https://evil.example/x now.', 'See now.'],
    ['See https:`//evil.example/x now.', 'See now.'],
    ['See ww`w.evil.example now.', 'See now.'],
    ['See https:<b></b>//evil.example/x now.', 'See now.'],
  ])('%j reads %j', (text, read) => {
    expect(spokenText(text, 200)).toBe(read)
  })

  it('is cut, however long it is', () => {
    expect(spokenText('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(9)}…`)
    expect(spokenText(5, 10)).toBe('')
  })
})

describe('a link', () => {
  it.each(['see https://a.example', 'www.a.example', 'https:`//a.example', 'ww`w.a.example', 'ftp://a'])(
    'is found in %j',
    (text) => {
      expect(holdsLink(text)).toBe(true)
    },
  )

  it.each(['fvBD and fvCtx', 'uni/tn-a/BD-b', 'ethernet 1/7', 'version 6.0(2h)'])('is none in %j', (text) => {
    expect(holdsLink(text)).toBe(false)
  })
})
