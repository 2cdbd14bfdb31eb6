import { describe, expect, it } from 'vitest'
import { matchNamed } from './match-named.ts'

const entry = (name: string, renamed_from?: string) => ({
  ...{ name, faults: {} },
  fields: { name, ...(renamed_from !== undefined && { renamed_from }) },
})
const thing = (id: string, name = id) => ({ id, name })
const match = (entries: Parameters<typeof matchNamed>[0], present: readonly { id: string; name: string }[]) => {
  const faults: Record<string, string> = {}
  const { found, missing } = matchNamed(entries, present, (place, message) => void (faults[place] = message))
  return {
    found: Object.fromEntries(
      [...found].map(
        ([
          name,
          {
            thing: { id },
            renamedFrom,
          },
        ]) => [name, [id, renamedFrom]],
      ),
    ),
    missing: missing.map(({ id }) => id),
    faults,
  }
}

describe('entries of a list', () => {
  it('mean what has their name, and what has no entry is missing', () => {
    expect(match([entry('a'), entry('new')], [thing('a'), thing('b')])).toEqual({
      ...{ found: { a: ['a', undefined] }, missing: ['b'], faults: {} },
    })
  })

  it('mean what had their name, until they have it', () => {
    expect(match([entry('b', 'a')], [thing('1', 'a')]).found).toEqual({ b: ['1', 'a'] })
    expect(match([entry('b', 'a')], [thing('1', 'b')]).found).toEqual({ b: ['1', undefined] })
    expect(match([entry('b', 'a')], [thing('1', 'b'), thing('2', 'a')])).toMatchObject({
      ...{ found: { b: ['1', undefined] }, missing: ['2'] },
    })
  })

  it('cannot mean two, nor one that another entry means', () => {
    expect(match([entry('a')], [thing('1', 'a'), thing('2', 'a')])).toMatchObject({
      ...{ found: {}, missing: [], faults: { a: expect.stringContaining('There are 2') } },
    })
    expect(match([entry('b', 'a'), entry('a')], [thing('1', 'a')])).toMatchObject({
      ...{ found: { a: ['1', undefined] }, faults: { 'b.renamed_from': expect.stringContaining('still has') } },
    })
    expect(match([entry('b', 'a'), entry('c', 'a')], [thing('1', 'a')]).faults).toEqual({
      'c.renamed_from': expect.stringContaining('Another one'),
    })
  })
})
