import { describe, expect, it } from 'vitest'
import { findWideComments } from './comment-width.ts'
import { findSilentExceptions } from './lint-exceptions.ts'
import { findOddPhrases } from './plain-english.ts'
import { readCode } from './read-code.ts'
import { readMarkdown } from './read-markdown.ts'

const PLACE = { path: 'a.tsx', line: 1, column: 1 }

describe('phrases are found', () => {
  it.each([
    ['in comments', 'let a = 1 // it can not\n', [1, 17]],
    ['in comments of several lines', '/**\n * It can not.\n */\n', [2, 7]],
    ['in strings', "let a = 'it can not'", [1, 13]],
    ['in templates', 'let a = `it ${b} can not`', [1, 18]],
    ['between tags', 'let a = <p>it can not</p>', [1, 15]],
    ['in attributes', 'let a = <p title="it can not" />', [1, 22]],
  ])('%s', (_where, source, [line, column]) => {
    expect(findOddPhrases(readCode('a.tsx', source))).toMatchObject([{ path: 'a.tsx', line, column }])
  })

  it('in the prose of documents, not in what they quote', () => {
    const source = 'It can not.\n\n`can not`, [x](can not)\n\n```sh\ncan not\n```\n\nAnd it can not.\n'

    expect(findOddPhrases(readMarkdown('a.md', source)).map(({ line, column }) => [line, column])).toEqual([
      [1, 4],
      [9, 8],
    ])
  })

  it('in nothing that only programs read', () => {
    expect(findOddPhrases(readCode('a.ts', 'const forEver = /can not/.test(canNot)'))).toEqual([])
  })
})

describe('a comment', () => {
  const find = (source: string) => findWideComments(readCode('a.tsx', source))

  it('ends at column 120', () => {
    expect(find(`// ${'x'.repeat(117)}`)).toEqual([])
    expect(find(`// ${'x'.repeat(118)}`)).toEqual([
      { ...PLACE, message: 'This comment is 121 columns wide: wrap it at 120.' },
    ])
  })

  it('of several lines is measured line by line, after what it stands behind', () => {
    const source = `/**\n * ${'x'.repeat(118)}\n */\nlet ${'a'.repeat(110)} = 1 // reason`

    expect(find(source).map(({ line }) => line)).toEqual([2, 4])
  })

  it('for a tool may be longer', () => {
    expect(find(`// oxlint-disable-next-line no-console -- ${'x'.repeat(118)}`)).toEqual([])
  })
})

describe('a lint exception', () => {
  const find = (source: string) => findSilentExceptions(readCode('a.tsx', source))

  it.each([
    '// oxlint-disable-next-line no-console -- a program talks to its user',
    '/* eslint-disable no-console -- a program talks to its user */',
    '// @ts-expect-error the types of this package are behind',
  ])('with a reason is accepted: %s', (source) => {
    expect(find(source)).toEqual([])
  })

  it.each([
    '// oxlint-disable-next-line no-console',
    'let a = 1 // oxlint-disable-line no-console --',
    '/* oxlint-disable no-console */',
    'let a = <p>{/* oxlint-disable-next-line no-console */}</p>',
    '// @ts-expect-error',
    '// @ts-ignore',
  ])('without a reason is found: %s', (source) => {
    expect(find(source)).toHaveLength(1)
  })
})
