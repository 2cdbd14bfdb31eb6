import { KILLERS } from '@heddle/domain/testing/killers/killers.ts'
import { EDITORS, longText, type MoveMaker, OPERATORS, sizeAround } from './move.ts'

const CANVAS_BYTES = 512 * 1024
const NODES = [{ id: 't', class_name: 'fvTenant' }]

/** What editors and operators store, launch and compare. */
export const CHANGE_MOVES: readonly MoveMaker[] = [
  {
    roles: EDITORS,
    make: (random, { connection }) => {
      const body = {
        name: longText(random, sizeAround(random, 255)).slice(0, 100_000),
        controller_connection: connection,
        ...random.pick(KILLERS).canvas(sizeAround(random, CANVAS_BYTES)),
      }
      return { name: 'save a query', method: 'POST', path: '/api/queries/saved-queries/', body }
    },
  },
  {
    roles: EDITORS,
    make: (random, { connection, small, large }) => {
      const body = {
        name: `task ${random.below(1e9)}`,
        saved_query: random.pick([small, large]),
        controller_connections: [connection],
        schedule_type: 'interval',
        interval_minutes: 1,
        capture_snapshot: random.chance(0.5),
        variables: { a: longText(random, sizeAround(random, 65_536)) },
      }
      return { name: 'a task', method: 'POST', path: '/api/queries/scheduled-tasks/', body }
    },
  },
  {
    roles: EDITORS,
    make: (random, { small, large }) => ({
      name: 'a capture',
      method: 'POST',
      path: '/api/history/capture/',
      body: { saved_query: random.pick([small, large]), annotation: longText(random, sizeAround(random, 2_000)) },
    }),
  },
  {
    roles: EDITORS,
    make: (random, _things, { snapshots }) => {
      if (snapshots.length < 2) return undefined
      const key_fields = Array.from({ length: random.pick([1, 20, 1_000, 95_000]) }, (_, at) => `k${at % 90_000}`)
      const body = { snapshot_a: random.pick(snapshots), snapshot_b: random.pick(snapshots), key_fields }
      return { name: 'a comparison', method: 'POST', path: '/api/history/compare/', body }
    },
  },
  {
    roles: EDITORS,
    make: (random, { template }) => {
      const rows = Array.from({ length: random.pick([1, 100, 10_000, 10_001, 90_000]) }, (_, at) => ({
        dn: `uni/tn-${at}`,
        name: `n${at}`,
      }))
      return {
        name: 'launch of many rows',
        method: 'POST',
        path: `/api/automation/templates/${template}/launch/?dry_run=true`,
        body: { rows },
      }
    },
  },
  {
    roles: EDITORS,
    make: (random, { template, large }) => {
      const long = 'a'.repeat(random.pick([10, 1_000, 50_000]))
      const filter = random.pick([
        `"${long}".replace("a", "aa").matches("(a?){900}[bc]$")`,
        `dn.matches("(${'x?'.repeat(100)})+$")`,
        `dn != "" || ${'!'.repeat(random.pick([1, 100, 10_000]))}true`,
      ])
      const body = { rows_from: { saved_query: large }, mapping: { dn: 'dn', name: { value: 'a' } }, filter }
      return {
        name: 'launch with a filter',
        method: 'POST',
        path: `/api/automation/templates/${template}/launch/?dry_run=true`,
        body,
      }
    },
  },
  {
    roles: EDITORS,
    make: (random) => {
      const saved_queries = Array.from({ length: random.pick([1, 100, 900, 5_000]) }, (_, at) => ({
        name: `imported ${random.below(1e9)} ${at}`,
        controller_connection: 'lab',
        nodes: NODES,
        edges: [],
      }))
      const query = random.chance(0.7) ? '?dry_run=true' : ''
      return {
        name: 'an import',
        method: 'POST',
        path: `/api/queries/import/${query}`,
        body: { version: 1, saved_queries },
      }
    },
  },
  {
    roles: OPERATORS,
    make: (random) => {
      const pattern = random.pick([
        `(a{1,100}){1,100}`,
        `${'(a|'.repeat(500)}b${')'.repeat(500)}`,
        longText(random, sizeAround(random, 1_000)),
      ])
      return {
        name: 'a pattern',
        method: 'POST',
        path: '/api/automation/regex-patterns/',
        body: { name: `p ${random.below(1e9)}`, pattern },
      }
    },
  },
  {
    roles: OPERATORS,
    make: (random) => {
      const values = Array.from({ length: random.pick([1, 1_000, 90_000]) }, (_, at) => `v${at}`)
      const body = { name: `l ${random.below(1e9)}`, source: 'static', values }
      return { name: 'a list of values', method: 'POST', path: '/api/automation/validation-lists/', body }
    },
  },
  {
    roles: ['administrator'],
    make: () => ({ name: 'the audit log as a file', method: 'GET', path: '/api/audit/logs/export/' }),
  },
]
