import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PIPELINES } from '../../testing/executions/background.ts'
import { LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Client } from '../../testing/start-test-app.ts'

const VARIABLE = 'S3cret-variable'
/** Filters by a variable, on the controller and here; its requests name what was found. */
const QUERY = {
  nodes: [
    { id: 't', class_name: 'fvTenant', filters: [{ property: 'name', operator: 'eq', value: '{{pwd}}' }] },
    { id: 'bd', class_name: 'fvBD', filters: [{ property: 'descr', operator: 'matches', value: '^{{pwd}}' }] },
    { id: 'scoped', class_name: 'fvCtx', scope_dn: `uni/tn-${VARIABLE}` },
  ],
  edges: [
    { id: 'e1', source: 't', target: 'bd' },
    { id: 'e2', source: 't', target: 'scoped' },
  ],
}

let runs: Runs
let query: string
/** The log and the pipeline execution of a run by an editor. */
let log: string
let pipeline: string
beforeAll(async () => {
  runs = await startRuns()
  const { store } = runs.controller
  for (let number = 0; number < 50; number++) store.add('fvTenant', `uni/tn-${number}`, { name: `${number}` })
  store.add('fvTenant', `uni/tn-${VARIABLE}`, { name: VARIABLE })
  store.add('fvBD', `uni/tn-${VARIABLE}/BD-web`, { name: 'web', descr: VARIABLE })
  store.add('fvCtx', `uni/tn-${VARIABLE}/ctx-prod`, { name: 'prod' })
  query = await runs.save(QUERY)
  const { body } = await runs.execute(query, { variables: { pwd: VARIABLE } })
  expect(body).toMatchObject({ status: 'success', row_count: 1 })
  log = `${LOGS}${body.execution_id}/`
  const [item] = (await runs.editor.get(`${LOGS}?saved_query=${query}`)).body.results
  pipeline = `${PIPELINES}${item.pipeline_execution}/`
})
afterAll(() => runs.stop())

const shown = async (client: Client) => {
  const answers = [await client.get(log), await client.get(pipeline), await client.get(`${LOGS}?saved_query=${query}`)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  return { log: answers[0]!.body, pipeline: answers[1]!.body, text: answers.map(({ text }) => text).join('\n') }
}

describe('a run', () => {
  it('tells its values to its user, operators and administrators', async () => {
    for (const client of [runs.editor, await runs.app.userOf('operator'), runs.app.admin]) {
      const { log, pipeline } = await shown(client)

      expect(log).toMatchObject({ variables: { pwd: VARIABLE }, results: [expect.anything()] })
      for (const text of [log.generated_query, log.actual_query_path, JSON.stringify(pipeline.stages)])
        expect(text).toContain(VARIABLE)
    }
  })

  it('tells nobody else a value, but what it was', async () => {
    const { log, pipeline, text } = await shown(await runs.app.userOf('viewer'))

    expect(text).not.toContain('S3cret')
    expect(log).toMatchObject({ variables: {}, results: [], row_count: 1 })
    expect(log.actual_query_path).toContain('query-target-filter=eq(fvTenant.name,…)')
    expect(log.actual_query_path).toContain('/api/mo/….json')
    expect(log.generated_query).toContain('the controller checks eq(fvTenant.name,…)')
    expect(log.generated_query).toContain('checked here: …')
    expect(pipeline.stages[0]).toMatchObject({
      request: expect.stringContaining('…'),
      output_sample: [],
      output_rows: 1,
    })
  })

  it('tells no value in its error', async () => {
    runs.controller.faults.add({
      kind: 'error',
      status: 400,
      code: '400',
      text: `no object uni/tn-${VARIABLE} here`,
      next: 1,
    })
    const { body } = await runs.execute(query, { variables: { pwd: VARIABLE } })
    const viewer = await runs.app.userOf('viewer')

    const [own, other] = [
      await runs.editor.get(`${LOGS}${body.execution_id}/`),
      await viewer.get(`${LOGS}${body.execution_id}/`),
    ]

    expect(own.body.error_message).toContain(VARIABLE)
    expect(other.body.error_message).toMatch(/The controller answered: … \(error 400\)$/)
    expect(other.text).not.toContain('S3cret')
  })
})

describe('the list of runs', () => {
  it('is only for those who may also see saved queries', async () => {
    const user = await runs.app.userOf(undefined)
    const grant = { permissions: ['queries.view_executionlog'] }
    expect((await runs.app.admin.post(`/api/auth/management/${user.id}/add_permissions/`, grant)).status).toBe(200)

    expect((await user.get(LOGS)).status).toBe(403)
    expect((await user.get(`${QUERIES}${query}/`)).status).toBe(403)
    expect((await shownTo(user)).text).not.toContain('S3cret')
  })

  const shownTo = (client: Client) => client.get(log)
})
