import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { plantIn } from './plant-faults.ts'
import { PLANTED } from './table.ts'

const SOURCE = fileURLToPath(new URL('../../../server/src/', import.meta.url))

it('the place of each planted mistake is in its file exactly once', () => {
  const places = PLANTED.map(({ name, file, find }) => {
    const parts = readFileSync(SOURCE + file, 'utf8').split(find.replaceAll(/[«»]/g, ''))
    return { name, places: parts.length - 1 }
  })

  expect(places.filter((one) => one.places !== 1)).toEqual([])
})

it('each planted mistake has a name of its own', () => {
  expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length)
})

it('no expression is planted where a statement begins: its bracket would continue the statement before', () => {
  const places = PLANTED.filter(({ kind }) => kind === 'expression').map(({ name, file, find }) => {
    const [before] = readFileSync(SOURCE + file, 'utf8').split(find.replaceAll(/[«»]/g, ''))
    return { name, before: before + find.split('«')[0]! }
  })

  expect(places.filter(({ before }) => /[\w)\]'"`]\s*\n\s*$/.test(before)).map(({ name }) => name)).toEqual([])
})

it.each([...new Set(PLANTED.map(({ file }) => file))])('%s is a program with its mistakes', (file) => {
  const planted = PLANTED.filter((one) => one.file === file).reduce(plantIn, readFileSync(SOURCE + file, 'utf8'))

  expect(stripTypeScriptTypes(planted)).toContain('globalThis.planted')
})
