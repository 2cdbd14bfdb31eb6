import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { Type } from 'typebox'
import { Detail } from './common.ts'
import { MODULES, nameOfSchema, namedSchemas } from './named-schemas.ts'

it('knows every module of the wire', async () => {
  const files = (await readdir(new URL('.', import.meta.url))).filter(
    (file) => !/^named-schemas\.|\.test\.ts$/.test(file),
  )

  expect(Object.keys(MODULES).sort()).toEqual(files.sort())
})

it('gives no name twice', () => {
  const names = Object.values(MODULES).flatMap((module) =>
    Object.entries(module).filter(([name, value]) => namedSchemas.has(name) && namedSchemas.get(name) !== value),
  )

  expect(names).toEqual([])
})

describe('the name of a schema', () => {
  it.each([
    ['itself', Detail],
    ['described otherwise', { ...Detail, description: 'Throttled.' }],
    ['optional', Type.Optional(Detail)],
  ])('is found for it %s', (_, schema) => expect(nameOfSchema(schema)).toBe('Detail'))

  it('is not found for another one', () => {
    expect(nameOfSchema(Type.Object({ detail: Type.Integer() }))).toBeUndefined()
  })
})
