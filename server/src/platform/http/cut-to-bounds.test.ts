import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { cutToBounds } from './cut-to-bounds.ts'
import { bodyReader, knownFields } from './validation.ts'

const Names = Type.Array(Type.String(), { maxItems: 2, uniqueItems: true })
const Body = Type.Object({
  names: Type.Optional(Type.Union([Names, Type.Null()])),
  parts: Type.Optional(Type.Array(Type.Object({ names: Names }), { maxItems: 3 })),
})

it('cuts arrays to what their schema allows, wherever they are', () => {
  const { value, cut } = cutToBounds(Body, {
    names: ['a', 'b', 'c'],
    parts: [{ names: ['a'] }, { names: ['a', 'b', 'c'] }],
  })

  expect(value).toEqual({ names: ['a', 'b'], parts: [{ names: ['a'] }, { names: ['a', 'b'] }] })
  expect(cut).toEqual([
    { path: ['names'], most: 2 },
    { path: ['parts', '1', 'names'], most: 2 },
  ])
})

it('leaves what is within its bounds, or of another form, as it is', () => {
  const body = { names: null, parts: [{ names: ['a'] }, 5], more: 1 }

  expect(cutToBounds(Body, body).value).toBe(body)
})

it('too many entries are reported, and those beyond the bound are not looked at', () => {
  let looks = 0
  const watched = Array.from({ length: 100 }, () => 'same')
  const names = new Proxy(watched, {
    get: (target, key) => {
      if (typeof key === 'string' && Number(key) >= 2) looks++
      return Reflect.get(target, key) as unknown
    },
  })

  const { faults, body } = bodyReader(Body)({ names })

  expect(faults).toEqual({
    names: ['Expected at most 2 entries.', expect.stringContaining('must NOT have duplicate items')],
  })
  expect(knownFields(Body, body)).toEqual({ names: ['same', 'same'] })
  expect(looks).toBe(0)
})
