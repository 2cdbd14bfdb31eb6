import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const PACKS = fileURLToPath(new URL('../../../../packs/', import.meta.url))
const NAMES = globSync('*/heddle-pack.yaml', { cwd: PACKS }).map((path) => path.split('/')[0]!)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it.each(NAMES)('the shipped pack %s installs whole', async (name) => {
  const folder = `${PACKS}${name}/`
  const paths = globSync('**/*.{yaml,json}', { cwd: folder })
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(`${folder}${path}`, 'utf8')]))

  const installed = await app.admin.post('/api/packs/', { files })

  expect([installed.status, installed.body.applied]).toEqual([201, true])
  const { body } = await app.admin.get(`/api/packs/${name}/`)
  expect(body.checks).toHaveLength(paths.filter((path) => path.startsWith('checks/')).length)
})
