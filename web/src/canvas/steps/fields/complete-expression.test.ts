import { describe, expect, it } from 'vitest'
import { completionsOf } from './complete-expression.ts'

const known = { columns: ['name', 'VRF.name'], functions: ['size'], methods: ['contains'] }

describe('completion of an expression', () => {
  it.each<[string, number | undefined, readonly string[]]>([
    ['', 0, ['name', 'row["VRF.name"]', 'size(']],
    ['na', 0, ['name', 'row["VRF.name"]', 'size(']],
    ['mtu > si', 6, ['name', 'row["VRF.name"]', 'size(']],
    ['name.', 5, ['contains(']],
    ['name.con', 5, ['contains(']],
    ['row["VRF.name"].', 16, ['contains(']],
    ['1.', 2, ['name', 'row["VRF.name"]', 'size(']],
    ['name == "na', undefined, []],
    ["name == 'na", undefined, []],
    ['"a" + ', 6, ['name', 'row["VRF.name"]', 'size(']],
  ])('after %j', (before, from, texts) => {
    const found = completionsOf(before, known)

    expect(found?.from).toBe(from)
    expect(found?.options.map(({ apply }) => apply) ?? []).toEqual(texts)
  })

  it.each([
    ['name', 'name'],
    ['VRF.name', 'row["VRF.name"]'],
    ['a "b"', String.raw`row["a \"b\""]`],
  ])('writes the column %s as %s', (name, text) => {
    const found = completionsOf('', { columns: [name], functions: [], methods: [] })

    expect(found?.options.map(({ apply }) => apply)).toEqual([text])
  })
})
