import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const GLOSSARY = new URL('../docs/glossary.md', import.meta.url)

it('the glossary defines each word once', async () => {
  const rows = (await readFile(GLOSSARY, 'utf8')).matchAll(/^\| ([^|]+?) +\|/gm)
  const words = [...rows].map(([, word]) => word!).filter((word) => word !== 'word' && !word.startsWith('---'))

  expect(words.length).toBeGreaterThan(100)
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})
