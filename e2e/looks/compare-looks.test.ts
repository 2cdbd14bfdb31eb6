import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compareLooks, keepLooks } from './compare-looks.ts'

let folder: string
const at = (name: string): string => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'looks-'))
  await mkdir(at('shots'))
})
afterEach(() => rm(folder, { recursive: true }))

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
const BUTTON: Box = { x: 40, y: 40, width: 60, height: 24 }

/** A page with boxes on it. */
async function picture(name: string, boxes: readonly Box[], shade = 40): Promise<void> {
  const png = new PNG({ width: 390, height: 300 })
  png.data.fill(255)
  for (const { x, y, width, height } of boxes)
    for (let row = y; row < y + height; row += 1)
      png.data.fill(shade, (row * png.width + x) * 4, (row * png.width + x + width) * 4)
  for (let alpha = 3; alpha < png.data.length; alpha += 4) png.data[alpha] = 255
  await writeFile(join(at('shots'), name), PNG.sync.write(png))
}
const compare = () => compareLooks(at('shots'), at('kept'), at('differences'))

it('says nothing about a page that is what it was', async () => {
  await picture('page.png', [BUTTON])
  await keepLooks(at('shots'), at('kept'))

  expect(await compare()).toEqual([])

  await picture('page.png', [BUTTON], 44)
  expect(await compare(), 'another shade that nobody sees').toEqual([])
  expect(await readdir(at('differences'))).toEqual([])
})

it.each([
  ['something that is gone', []],
  ['something that moved', [{ ...BUTTON, x: 52 }]],
  ['something that became wider', [{ ...BUTTON, width: 72 }]],
  ['something new, as large as a word', [BUTTON, { x: 200, y: 200, width: 40, height: 12 }]],
])('shows before, after and difference for %s', async (_name, boxes) => {
  await picture('page.png', [BUTTON])
  await keepLooks(at('shots'), at('kept'))
  await picture('page.png', boxes)

  expect(await compare()).toEqual([expect.stringContaining('page.png: has changed')])
  expect(await readdir(at('differences'))).toEqual(['page.png'])
})

it('names pictures that are new, and pages of another height', async () => {
  await picture('page.png', [BUTTON])
  await keepLooks(at('shots'), at('kept'))
  await picture('other.png', [BUTTON])
  await writeFile(join(at('shots'), 'page.png'), PNG.sync.write(new PNG({ width: 390, height: 600 })))

  expect(await compare()).toEqual([
    expect.stringContaining('other.png: is new'),
    expect.stringContaining('page.png: has changed'),
  ])
})
