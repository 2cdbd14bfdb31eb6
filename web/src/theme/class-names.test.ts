import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = new URL('../', import.meta.url).pathname

/** The classes that a component names although its style sheet does not have them. */
function missingClasses(file: string): readonly string[] {
  const source = readFileSync(join(SOURCES, file), 'utf8')
  const code = source.replaceAll(/^import .+$/gm, '')
  return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].flatMap(([, sheet = '', path = '']) => {
    const css = readFileSync(join(SOURCES, dirname(file), path), 'utf8')
    const classes = new Set([...css.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name))
    return [...code.matchAll(new RegExp(`\\b${sheet}\\.(\\w+)`, 'g'))]
      .filter(([, name]) => !classes.has(name))
      .map(([named]) => `${file}: ${named}`)
  })
}

it('has every class that a component names', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES })

  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(missingClasses).toSorted()).toEqual([])
})
