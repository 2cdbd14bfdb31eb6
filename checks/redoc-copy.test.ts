import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { REDOC_COPY } from './redoc-copy.ts'

it('the copy of ReDoc is that of the locked package: run `npm run copy-redoc` when this fails', async () => {
  for (const { from, to } of REDOC_COPY) expect((await readFile(to)).equals(await readFile(from)), to).toBe(true)
})
