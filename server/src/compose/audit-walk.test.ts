import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slapdPath } from '../testing/slapd.ts'
import type { Answer } from '../testing/start-test-app.ts'
import { listRoutes } from './describe-access.ts'
import { BACKGROUND_SCENARIOS } from './testing/background-scenarios.ts'
import { IDENTITY_SCENARIOS } from './testing/identity-scenarios.ts'
import { ADDRESS, app, FROM, hush, newUserWithFactor, secrets, startWalk, stopWalk } from './testing/walk.ts'
import { MIM_REGISTRY_SCENARIOS } from './testing/mim-registry-scenarios.ts'
import { MIM_SCENARIOS } from './testing/mim-scenarios.ts'
import { SNAPSHOT_SCENARIOS } from './testing/snapshot-scenarios.ts'
import { WORKSPACE_SCENARIOS } from './testing/workspace-scenarios.ts'

/** Every route that changes something, and the GET routes that leave an entry. */
const SCENARIOS = {
  ...IDENTITY_SCENARIOS,
  ...WORKSPACE_SCENARIOS,
  ...BACKGROUND_SCENARIOS,
  ...MIM_SCENARIOS,
  ...MIM_REGISTRY_SCENARIOS,
  ...SNAPSHOT_SCENARIOS,
}

beforeAll(startWalk)
afterAll(stopWalk)

/** Skipped without a directory server on this machine; `slapd.ts` prints a warning then. */
const NEEDS_DIRECTORY = 'POST /api/auth/ldap-login/'

const mutating = listRoutes().filter(({ method, spec }) => method !== 'GET' && spec.changesNothing !== true)
const names = (all: ReturnType<typeof listRoutes>): string[] => all.map(({ method, path }) => `${method} ${path}`)

const newestEntries = async (): Promise<{ id: number; action: string }[]> =>
  (await app.admin.get('/api/audit/logs/?page_size=20')).body.results

describe('the audit log', () => {
  it('has a scenario for every route that changes something, and none for a removed route', () => {
    expect(names(mutating).filter((name) => !(name in SCENARIOS))).toEqual([])
    expect(Object.keys(SCENARIOS).filter((name) => !names(listRoutes()).includes(name))).toEqual([])
  })

  it('is checked for exactly the routes in the API description', async () => {
    const { body } = await app.admin.get('/api/schema/')

    const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.toSorted()).toEqual(names(listRoutes()).toSorted())
  })

  it.each(Object.entries(SCENARIOS).filter(([name]) => slapdPath !== undefined || name !== NEEDS_DIRECTORY))(
    'records who did what, from where and to what: %s',
    async (_name, scenario) => {
      const before = (await newestEntries())[0]?.id ?? 0

      const { answer, action, by, target } = await scenario()

      expect(answer.status, answer.text).toBeLessThan(400)
      const entries = (await newestEntries()).filter((entry) => entry.id > before && entry.action === action)
      expect(entries[0]).toMatchObject({
        action,
        username: by.username,
        user_id: by.id,
        ip_address: ADDRESS,
        target_id: target === null ? null : String(target),
      })
    },
  )

  it('records a correct password that still needs the second factor', async () => {
    const { username, id, password } = await newUserWithFactor()

    const { status, body } = await app.anonymous.post('/api/auth/login/', { username, password }, FROM)
    hush(body.mfa_token)

    expect(status).toBe(202)
    expect((await newestEntries())[0]).toMatchObject({ action: 'mfa_challenge', username, user_id: id, ip_address: ADDRESS })
  })

  // Runs last, when everything that the scenarios sent has left its traces.
  it('contains no password, code or token that was used, and neither does any other table or the application log', async () => {
    const places = { ...(await auditText()), ...(await tableTexts()), 'the log': app.log() }

    const found = Object.entries(places).flatMap(([place, text]) =>
      [...secrets].filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret.slice(0, 16)}…`),
    )
    expect(secrets.size).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})

/** What an administrator can read, including content. */
async function auditText(): Promise<Record<string, string>> {
  const texts: string[] = []
  for (let next: string | null = '/api/audit/logs/?page_size=200'; next;) {
    const { body }: Answer = await app.admin.get(next)
    for (const { id } of body.results) texts.push((await app.admin.get(`/api/audit/logs/${id}/`)).text)
    next = body.next
  }
  return { 'the audit log': texts.join('\n') }
}

/** Every row of every table, including queues, as text. */
async function tableTexts(): Promise<Record<string, string>> {
  const { pool } = app.app.platform.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    texts[name] = rows.map(({ row }) => row).join('\n')
  }
  return texts
}
