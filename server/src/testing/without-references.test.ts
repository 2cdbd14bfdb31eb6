import { expect, it } from 'vitest'
import { withoutReferences } from './without-references.ts'

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

it('puts schemas where they are referred to, with what is said there', () => {
  const { paths } = withoutReferences({
    paths: { '/a/': { body: refer('A'), list: [{ allOf: [refer('B')], description: 'One.' }] } },
    components: { schemas: { A: { properties: { b: refer('B') } }, B: { type: 'string' } } },
  })

  expect(paths).toEqual({
    '/a/': { body: { properties: { b: { type: 'string' } } }, list: [{ type: 'string', description: 'One.' }] },
  })
})

it('ends where a schema is inside itself', () => {
  const { paths } = withoutReferences({
    paths: { '/a/': refer('A') },
    components: { schemas: { A: { a: refer('A') } } },
  })

  expect(paths).toEqual({ '/a/': { a: {} } })
})
