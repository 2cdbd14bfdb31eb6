import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '../kernel/product-version.ts'

it('is the version of every package', () => {
  for (const folder of ['.', 'contract', 'domain', 'server', 'simulators', 'bench', 'demo']) {
    const { version } = JSON.parse(
      readFileSync(new URL(`../../../${folder}/package.json`, import.meta.url), 'utf8'),
    ) as { version: string }
    expect(version, folder).toBe(VERSION)
  }
})
