import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ACCESS_DOCUMENT, describeRoutesByRole, listRoutes } from './describe-access.ts'
import { faultsOfReasons } from './open-to-tokens.ts'

it('docs/access.md is up to date: run `npm run docs` when this fails', async () => {
  expect(await readFile(ACCESS_DOCUMENT, 'utf8')).toBe(describeRoutesByRole())
})

it('lists every route once, in one line', () => {
  const rows = describeRoutesByRole()
    .split('\n')
    .filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE) /.test(line))
    .map((line) => line.split('|', 3).map((cell) => cell.trim()))

  expect(rows.map(([, method, path]) => `${method} ${path}`).toSorted()).toEqual(
    [...new Set(listRoutes().map(({ method, path }) => `${method} \`${path}\``))].toSorted(),
  )
})

it('every route open to a token without permissions has a reason in `open-to-tokens.ts`, and no other one has', () => {
  expect(faultsOfReasons(listRoutes())).toEqual({ missing: [], stale: [] })
})
