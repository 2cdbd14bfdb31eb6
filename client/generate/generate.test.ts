import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listRoutes } from '@heddle/server/compose/describe-access.ts'
import { generate, generatedFile } from './main.ts'
import { operationsOf } from './operations.ts'

it('is up to date with the routes and the contract: `npm run docs` writes it', async () => {
  for (const [name, text] of await generate()) expect(await readFile(generatedFile(name), 'utf8')).toBe(text)
}, 60_000)

// Names follow from all paths, so that a new path could rename an old method. `kept-names.json` is added to by hand.
it('keeps the names of methods that programs call', async () => {
  const kept = JSON.parse(await readFile(new URL('kept-names.json', import.meta.url), 'utf8')) as string[]
  const names = new Set(
    operationsOf(listRoutes()).map(({ name, route }) => `${name.join('.')}: ${route.method} ${route.path}`),
  )

  expect(kept.filter((name) => !names.has(name))).toEqual([])
})
