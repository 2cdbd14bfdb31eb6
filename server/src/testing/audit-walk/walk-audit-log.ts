import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Feature } from '../../platform/feature.ts'
import type { Route } from '../../platform/http/route.ts'
import { slapdPath } from '../slapd.ts'
import type { Answer } from '../start-test-app.ts'
import { ADDRESS, app, type Scenario, secrets, startWalk, stopWalk } from './walk.ts'

/** Skipped without a directory server on this machine; `slapd.ts` prints a warning then. */
const NEEDS_DIRECTORY = 'POST /api/auth/ldap-login/'

/** The error code of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

type Options = {
  /** Starts a directory server too. */
  readonly directory?: boolean
  /** Further settings, known once it is called. */
  readonly env?: () => Promise<Readonly<Record<string, string>>>
  /** More tests on the app of this walk. */
  readonly tests?: () => void
}

export const changesSomething = ({ method, spec }: Route): boolean => method !== 'GET' && spec.changesNothing !== true
export const routeName = ({ method, path }: Route): string => `${method} ${path}`

/** The newest entries of the audit log, newest first. */
export const newestEntries = async (): Promise<{ id: number; action: string }[]> =>
  (await app.admin.get('/api/audit/logs/?page_size=20')).body.results

/**
 * Calls every route of a feature that changes something, and its GET routes that leave an entry, once. Each must leave
 * the entry its scenario names; no secret that was used may be found anywhere afterwards.
 */
export function walkAuditLog(
  feature: Feature<unknown>,
  scenarios: Readonly<Record<string, Scenario>>,
  { directory = false, env, tests }: Options = {},
): void {
  const routes = feature.listRoutes()

  describe(`the audit log of ${feature.name}`, () => {
    beforeAll(async () => startWalk({ directory, env: await env?.() }))
    afterAll(stopWalk)

    it('has a scenario for every route that changes something, and none for a removed route', () => {
      const mutating = routes.filter(changesSomething).map(routeName)

      expect(mutating.filter((name) => !(name in scenarios))).toEqual([])
      expect(Object.keys(scenarios).filter((name) => !routes.map(routeName).includes(name))).toEqual([])
    })

    it.each(Object.entries(scenarios).filter(([name]) => slapdPath !== undefined || name !== NEEDS_DIRECTORY))(
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

    tests?.()

    // Runs last, when everything that the scenarios sent has left its traces.
    it('contains no password, code or token that was used, and neither does any other table or the application log', async () => {
      const places = { ...(await auditText()), ...(await tableTexts()), 'the log': app.log() }

      const found = Object.entries(places).flatMap(([place, text]) =>
        [...secrets].filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret.slice(0, 16)}…`),
      )
      expect(secrets.size).toBeGreaterThan(0)
      expect(found).toEqual([])
    })
  })
}

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
    try {
      const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
      texts[name] = rows.map(({ row }) => row).join('\n')
    } catch (error) {
      // A job of every five minutes drops the table of chunks that the version before has left.
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
    }
  }
  return texts
}
