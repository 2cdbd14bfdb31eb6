import { describe, expect, it } from 'vitest'
import { escapeName, fileNames } from './file-names.ts'

describe('the name of a file', () => {
  it.each([
    ['Bridge domains', 'Bridge domains'],
    ['A/B', 'A%2FB'],
    ['100 %', '100 %25'],
    ['a<b>c:d"e\\f|g?h*i', 'a%3Cb%3Ec%3Ad%22e%5Cf%7Cg%3Fh%2Ai'],
    ['..', '%2E%2E'],
    ['.git', '%2Egit'],
    ['ends.', 'ends%2E'],
    [' a ', '%20a%20'],
    ['NUL', '%4EUL'],
    ['com1.txt', '%63om1.txt'],
    ['line\nend', 'line%0Aend'],
    ['Brücken 橋', 'Brücken 橋'],
  ])('for %j is %j, and gives the name back', (name, expected) => {
    expect(escapeName(name)).toBe(expected)
    expect(decodeURIComponent(expected)).toBe(name)
  })

  it('is short enough for any file system, and different for different names', () => {
    const [one, other] = ['a', 'b'].map((end) => escapeName('橋'.repeat(199) + end))

    expect(Buffer.byteLength(one!)).toBeLessThanOrEqual(240)
    expect(one).not.toBe(other)
    expect(escapeName('?'.repeat(200))).not.toMatch(/%(?![0-9A-F]{2})/)
  })
})

describe('names in one folder', () => {
  it('keep their files apart where case does not count', () => {
    expect([...fileNames(['BD', 'bd', 'Bd', 'VRF'])]).toEqual([
      ['BD', '%42%44'],
      ['bd', 'bd'],
      ['Bd', '%42d'],
      ['VRF', 'VRF'],
    ])
  })

  it.each([
    ['an accent spelled in two ways', ['caf\u00e9', 'cafe\u0301']],
    ['sharp s', ['straße', 'STRASSE']],
    ['the sign for kelvin', ['1 K', '1 \u212a', '1 k']],
    ['very long names', ['x'.repeat(300), 'X'.repeat(300)]],
  ])('differ in more than case: %s', (_, names) => {
    const found = [...fileNames(names).values()]

    expect(new Set(found.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(names.length)
  })
})
