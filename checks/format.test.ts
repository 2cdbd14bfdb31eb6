import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Settings = Record<string, unknown> & { readonly overrides: readonly { readonly files: string | string[] }[] }

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as Settings

it('oxfmt and Prettier have the same settings', () => {
  const { sortPackageJson, ...fast } = read('.oxfmtrc.json')
  const slow = read('.prettierrc')

  // npm has its own order.
  expect(sortPackageJson).toBe(false)
  expect(fast).toEqual({
    ...slow,
    overrides: slow.overrides.map((override) => ({ ...override, files: [override.files].flat() })),
  })
})
