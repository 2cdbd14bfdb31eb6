import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import type { ServiceError } from '../../../kernel/errors.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { archiveFeature, findSnapshot } from '../../archive/index.ts'
import { controllerConnectionsFeature } from '../../controller-connections/index.ts'
import { executionsFeature } from '../../executions/index.ts'
import { queriesFeature } from '../../queries/index.ts'
import { rowWorkFeature } from '../../row-work/index.ts'
import { snapshotsFeature } from '../../snapshots/index.ts'
import { usersFeature } from '../../users/index.ts'
import { type SourceChoice, createSourceService, type SourceService } from './source.service.ts'

const column = (name: string, more: Partial<SchemaColumn> = {}): SchemaColumn => ({
  name,
  fieldType: 'text',
  required: true,
  choices: [],
  unique: false,
  helpText: '',
  ...more,
})
const COLUMNS = [column('bd'), column('mtu', { fieldType: 'integer', required: false })]
const MAPPING = { bd: 'name', mtu: 'mtu' }
const UNKNOWN = randomUUID()
const MOST_ROWS = 4

let app: Snapshots
let source: SourceService
let query: string
let editorId: number

beforeAll(async () => {
  app = await startSnapshots()
  source = sourceOf(app)
  query = await app.save(BRIDGE_DOMAINS)
  editorId = app.editor.id
})
afterAll(() => app.stop())

function sourceOf({ app: { app } }: Snapshots): SourceService {
  const { runs, logs } = app.features.of(executionsFeature)
  return createSourceService({
    runs,
    logs,
    queries: app.features.of(queriesFeature).queries,
    connections: app.features.of(controllerConnectionsFeature),
    archive: app.features.of(archiveFeature),
    history: app.features.of(snapshotsFeature).history,
    findSnapshot: (id) => findSnapshot(app.platform.database.db, id),
    limits: { maxLaunchRows: MOST_ROWS },
    rowWork: app.features.of(rowWorkFeature).rowWork,
  })
}

const actorOf = async (id: number) => (await app.app.app.features.of(usersFeature).users.actor(id))!
const choose = async (choice: SourceChoice, userId = editorId, columns: readonly SchemaColumn[] = COLUMNS) =>
  source.choose(await actorOf(userId), { mapping: MAPPING, ...choice }, columns, new AbortController().signal)
const refusal = async (...parameters: Parameters<typeof choose>): Promise<Record<string, any>> =>
  choose(...parameters).then(
    () => expect.fail('not refused'),
    (error: unknown) => ({ error: (error as ServiceError).name, ...(error as ServiceError).body }),
  )
const fromQuery = (more: object = {}): SourceChoice => ({
  rows_from: { saved_query: query, ...more },
  filter: 'mtu < 9000',
})

describe('rows from a saved query', () => {
  it('are those of a run now, mapped, without those that do not pass the filter', async () => {
    const { rows, source: found, selection, warnings } = await choose(fromQuery())

    const log = await app.log(found.execution!)
    expect(rows.map(({ values }) => values)).toContainEqual({ bd: 'bare', mtu: '1500' })
    expect(rows[0]!.source).toEqual(log.results.find(({ dn }: { dn: string }) => dn === rows[0]!.source.dn))
    expect(rows.every(({ values }) => Number(values.mtu) < 9000)).toBe(true)
    expect(log).toMatchObject({ saved_query: query, trigger: 'manual', status: 'success', row_count: 5 })
    expect(found).toMatchObject({
      type: 'saved_query',
      saved_query: query,
      snapshot: null,
      row_count: 5,
      scheduled_execution: null,
    })
    expect(selection).toEqual({
      savedQuery: query,
      savedQueryVersion: 1,
      controllerConnection: app.connection,
      variables: {},
      skipPostProcessors: false,
      mapping: MAPPING,
      filter: 'mtu < 9000',
    })
    expect(warnings).toEqual([])
  })

  it('leave out rows that the filter fails for, and say how many', async () => {
    const { rows, warnings } = await choose({
      rows_from: { saved_query: query },
      filter: 'name == "bare" || name[0] == "x"',
    })

    expect(rows).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('4 of 5 rows were left out')])
  })

  it('can come from another connection, with variables', async () => {
    const filters = [{ property: 'name', operator: 'eq', value: '{{name}}' }]
    const narrow = await app.save({ nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'], filters }] })
    const other = await app.connect({ name: 'another' })

    const asked = { saved_query: narrow, controller_connection: other.toUpperCase(), variables: { name: 'bare' } }
    const { rows, selection } = await choose({ rows_from: asked })

    expect(rows).toHaveLength(1)
    expect(selection).toMatchObject({ controllerConnection: other, variables: { name: 'bare' } })
    expect(await refusal({ rows_from: { saved_query: narrow } })).toMatchObject({
      'rows_from.saved_query': [expect.any(String)],
    })
  })

  it('are refused when the run fails, with its words and its log', async () => {
    const gone = await app.connect({ name: 'gone' })
    const orphan = await app.save(BRIDGE_DOMAINS, gone)
    await app.app.admin.delete(`/api/controller/connections/${gone}/`)

    const refused = await refusal({ rows_from: { saved_query: orphan } })

    const log = await app.log(refused.execution_id[0])
    expect(refused['rows_from.saved_query']).toEqual([log.error_message])
  })

  it('are refused when none is left, or too many are', async () => {
    expect(await refusal({ ...fromQuery(), filter: 'mtu == 1' })).toMatchObject({
      rows_from: ['No row is left of 5.'],
      execution_id: [expect.any(String)],
    })
    expect(await refusal({ rows_from: { saved_query: query } })).toMatchObject({
      rows_from: [expect.stringContaining('More than 4 rows')],
    })
  })
})

describe('a choice with faults', () => {
  it('is refused with all that can be known before the query runs', async () => {
    const before = (await app.editor.get('/api/queries/execution-logs/')).body.count

    const refused = await refusal({
      rows: [],
      rows_from: { saved_query: UNKNOWN, controller_connection: UNKNOWN },
      mapping: { color: 'name' },
      filter: 'name ==',
    })

    expect(refused).toEqual({
      error: 'FieldErrors',
      rows_from: ['Expected either rows or rows_from, not both.'],
      'rows_from.saved_query': ['This saved query does not exist.'],
      'rows_from.controller_connection': ['This connection does not exist.'],
      'mapping.color': ['The template has no such column.'],
      'mapping.bd': ['This column is required.'],
      filter: [expect.any(String)],
    })
    expect((await app.editor.get('/api/queries/execution-logs/')).body.count).toBe(before)
  })

  it('is refused for columns that the result lacks, whatever names them', async () => {
    const choice = { rows_from: { saved_query: query }, mapping: { bd: 'nmae' }, filter: 'mut == 1' }

    expect(await refusal({ ...choice, verify_after: { expect: 'gone', by: ['scope'] } })).toMatchObject({
      'mapping.bd': [expect.stringMatching(/^nmae: expected a column of the result, such as dn, /)],
      filter: [expect.stringMatching(/^mut: expected a column/)],
      'verify_after.by': [expect.stringMatching(/^scope: expected a column/)],
      execution_id: [expect.any(String)],
    })
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'uni'],
    ['an empty object', {}],
    ['two sources', { saved_query: UNKNOWN, snapshot: UNKNOWN }],
  ])('is refused for %s', async (_, rows_from) => {
    expect(await refusal({ rows_from })).toMatchObject({ rows_from: [expect.stringContaining('Expected')] })
  })

  it.each([
    [{ saved_query: 'x' }, { 'rows_from.saved_query': ['This saved query does not exist.'] }],
    [{ saved_query: UNKNOWN, variables: [] }, { 'rows_from.variables': [expect.any(String)] }],
    [{ snapshot: UNKNOWN }, { 'rows_from.snapshot': ['This snapshot does not exist.'] }],
    [{ compare: 'x' }, { 'rows_from.compare': [expect.any(String)] }],
    [
      { compare: { snapshot_a: UNKNOWN, changes: ['moved'] } },
      {
        'rows_from.compare.snapshot_b': ['This field is required.'],
        'rows_from.compare.changes': [expect.any(String)],
      },
    ],
    [
      { compare: { snapshot_a: UNKNOWN, snapshot_b: UNKNOWN } },
      { 'rows_from.compare.snapshot_a': ['This snapshot does not exist.'] },
    ],
  ])('is refused for %j', async (rows_from, faults) => {
    expect(await refusal({ rows_from })).toMatchObject(faults)
  })

  it('is forbidden to those who may not read the source', async () => {
    const nobody = await app.app.userOf(undefined)

    for (const rows_from of [{ saved_query: query }, { snapshot: UNKNOWN }, { compare: 'x' }]) {
      expect(await refusal({ rows_from }, nobody.id)).toMatchObject({ error: 'Forbidden' })
    }
  })
})

describe('rows from snapshots', () => {
  it('are those that were captured, of the query and connection of the capture', async () => {
    const snapshot = await app.captured(query)

    const {
      rows,
      source: found,
      selection,
    } = await choose({ rows_from: { snapshot: snapshot.id.toUpperCase() }, filter: 'name == "bare"' })

    expect(rows.map(({ values }) => values)).toEqual([{ bd: 'bare', mtu: '1500' }])
    expect(found).toMatchObject({ type: 'snapshot', saved_query: query, snapshot: snapshot.id, row_count: 5 })
    expect(selection).toMatchObject({ savedQuery: query, savedQueryVersion: 1, controllerConnection: app.connection })
    expect(await refusal({ rows_from: { snapshot: snapshot.id }, mapping: { bd: 'nmae' } })).toMatchObject({
      'mapping.bd': [expect.any(String)],
    })
  })

  it('are those that differ: added and changed as they are, then removed as they were', async () => {
    const { store } = app.controller
    const a = await app.captured(query)
    store.add('fvBD', 'uni/tn-B/BD-aaa', { name: 'aaa', mtu: '9000', arpFlood: 'no' })
    store.update('uni/tn-A/BD-web', { mtu: '1400' })
    store.delete('uni/tn-B/BD-bare')
    const b = await app.captured(query)
    const compare = { snapshot_a: a.id, snapshot_b: b.id }

    const { rows, source: found } = await choose({ rows_from: { compare }, mapping: { bd: 'name', mtu: 'before.mtu' } })

    expect(rows.map(({ values, source: { change } }) => ({ ...values, change }))).toEqual([
      { bd: 'aaa', change: 'added' },
      { bd: 'web', mtu: '9000', change: 'changed' },
      { bd: 'bare', mtu: '1500', change: 'removed' },
    ])
    expect(rows[1]!.source).toMatchObject({ mtu: '1400', 'before.mtu': '9000', 'before.name': 'web' })
    expect(found).toMatchObject({
      type: 'compare',
      saved_query: query,
      snapshot_a: a.id,
      snapshot_b: b.id,
      snapshot: null,
      row_count: 3,
    })

    const added = await choose({
      rows_from: { compare: { ...compare, changes: ['added'] } },
      filter: 'before.mtu == null',
    })
    expect(added).toMatchObject({ rows: [{ values: { bd: 'aaa' } }], source: { row_count: 1 } })
    const changed = await choose({ rows_from: { compare }, filter: 'change == "changed" && mtu != before.mtu' })
    expect(changed.rows.map(({ values }) => values)).toEqual([{ bd: 'web', mtu: '1400' }])
  })
})
