import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = new URL('../../', import.meta.url).pathname
const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
const [, headings = ''] = page.split('\n## Alerts\n')

type Rule = { readonly alert: string; readonly annotations: { readonly runbook: string } }
const rules = globSync('deploy/alerts/*.rules.yml', { cwd: ROOT })
  .map((file) => parse(readFileSync(join(ROOT, file), 'utf8')) as { groups: { rules: Rule[] }[] })
  .flatMap(({ groups }) => groups.flatMap(({ rules: all }) => all))

it('docs/operations.md says what to do about every alert', () => {
  const described = new Set([...headings.matchAll(/^### (\w+)$/gm)].map(([, name]) => name))

  expect(rules.length).toBeGreaterThan(0)
  expect(rules.filter(({ alert }) => !described.has(alert)).map(({ alert }) => alert)).toEqual([])
  expect(
    rules.filter(({ alert, annotations }) => annotations.runbook !== `docs/operations.md#${alert.toLowerCase()}`),
  ).toEqual([])
})

it('its links lead to headings of the page', () => {
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!)

  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})
