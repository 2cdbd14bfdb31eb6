import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = new URL('../', import.meta.url).pathname
const RAW_COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i

it('has its colours in one file', () => {
  const files = globSync('**/*.{css,tsx}', { cwd: SOURCES }).filter((file) => file !== 'theme/tokens.css')

  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => RAW_COLOR.test(readFileSync(`${SOURCES}${file}`, 'utf8')))).toEqual([])
})
