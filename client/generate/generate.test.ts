import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { generate, generatedFile } from './main.ts'

it('is up to date with the routes and the contract: `npm run docs` writes it', async () => {
  for (const [name, text] of await generate()) expect(await readFile(generatedFile(name), 'utf8')).toBe(text)
}, 60_000)
