import { ALL_SAMPLES_BYTES, LARGEST_ROW_BYTES } from '@heddle/contract/result-budget.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PIPELINES } from '../../testing/executions/background.ts'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Answer, Client } from '../../testing/start-test-app.ts'

const TENANTS = 5
/** Of a stage without its samples. */
const STAGE_BYTES = 600

let runs: Runs
let viewer: Client
beforeAll(async () => {
  runs = await startRuns()
  for (let number = 0; number < TENANTS; number++) runs.controller.store.add('fvTenant', `uni/tn-${number}`, {})
  viewer = await runs.app.userOf('viewer')
})
afterAll(() => runs.stop())

const sorts = Array.from({ length: 60 }, (_, index) => ({
  id: `s${index}`,
  type: 'sort',
  config: { by: [{ column: 'name' }] },
}))
const fill = (columns: number, bytes: number) => ({
  id: 'f',
  type: 'fill',
  config: { columns: Array.from({ length: columns }, (_, index) => `c${index}`), value: 'x'.repeat(bytes) },
})

async function runDraft(post_processors: readonly object[]): Promise<Answer['body']> {
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
  const draft = { nodes, edges: [], post_processors }
  const answer = await viewer.post('/api/queries/execute/', { controller_connection: runs.connection, draft })
  expect(answer.status).toBe(200)
  return answer.body
}

async function pipelineOf(execution: string): Promise<Answer> {
  const { pipeline_execution } = await runs.log(execution, viewer)
  return viewer.get(`${PIPELINES}${pipeline_execution}/`)
}

describe('a run whose steps put one text into many cells', () => {
  it('ends as too_big at the step whose rows get too large, with little to show', async () => {
    const { execution_id, status } = await runDraft([fill(40, 200_000), ...sorts])

    const log = await runs.log(execution_id, viewer)
    expect([status, log.reason]).toEqual(['failure', 'too_big'])
    expect(log.error_message).toBe('Step f (fill): a row has more than 4 MB: keep fewer columns, or shorten long texts')
    const { body, text } = await pipelineOf(execution_id)
    expect(body.stages.map((stage: { status: string }) => stage.status)).toEqual([
      'success',
      'failure',
      ...sorts.map(() => 'skipped'),
    ])
    expect(text.length).toBeLessThan(62 * STAGE_BYTES)
  })

  it('has bounded samples and whole rows if they are as large as rows may be', async () => {
    const { execution_id, results } = await runDraft([fill(39, 100_000), ...sorts])

    expect(results).toHaveLength(TENANTS)
    const { body, text } = await pipelineOf(execution_id)
    expect(body.stages[1]).toMatchObject({
      status: 'success',
      samples_cut: true,
      output_sample: [{ name: '0', c38: expect.stringMatching(/^x{900,}… \(100,000 characters\)$/) }],
    })
    expect(body.stages.at(-1)).toMatchObject({ status: 'success', output_rows: TENANTS, output_sample: [] })
    expect(text.length).toBeLessThan(ALL_SAMPLES_BYTES + 62 * STAGE_BYTES)
    const file = await viewer.get(`${LOGS}${execution_id}/results/?format=ndjson`)
    const lines = file.text.trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['0', '1', '2', '3', '4'])
    for (const { length } of lines) expect([length > 3_900_000, length <= LARGEST_ROW_BYTES]).toEqual([true, true])
  })
})
