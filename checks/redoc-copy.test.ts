import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { bytesOfCopy, REDOC_COPY } from './redoc-copy.ts'

it('the copy of ReDoc is that of the locked package: run `npm run copy-redoc` when this fails', async () => {
  for (const { from, to } of REDOC_COPY) expect((await readFile(to)).equals(await bytesOfCopy(from)), to).toBe(true)
})

it('the copy of ReDoc loads nothing from its maker', async () => {
  const texts = await Promise.all(
    REDOC_COPY.filter(({ to }) => to.endsWith('.js')).map(({ to }) => readFile(to, 'utf8')),
  )

  expect(texts.join('')).not.toContain('cdn.redoc')
})
