import { describe, expect, it } from 'vitest'
import type { SurveyQuestion, TemplateOptions } from './model/job-template.ts'
import { clientOf, PLAIN, startTestAutomation } from './testing/automation-client.ts'

const survey: readonly SurveyQuestion[] = [
  { variable: 'region', type: 'text', required: true, max: 4 },
  { variable: 'size', type: 'multiplechoice', choices: 's\nm' },
  { variable: 'count', type: 'integer', min: 1, max: 10 },
  { variable: 'ratio', type: 'float' },
  { variable: 'tags', type: 'multiselect', choices: ['a', 'b'] },
  { variable: 'secret', type: 'password' },
]

async function start(template: Partial<TemplateOptions> = {}) {
  const automation = await startTestAutomation({ templates: [{ ...PLAIN, ...template }] })
  const client = clientOf(automation)
  const launch = (body: object) => client.post('job_templates/7/launch/', body)
  return { automation, ...client, launch }
}

describe('what a template asks for', () => {
  it('is in its detail, before a launch and in its survey', async () => {
    const { get } = await start({ survey, asks: ['limit'], extraVars: { a: 1 } })

    const [detail, needs, questions] = [
      await get('job_templates/7/'),
      await get('job_templates/7/launch/'),
      await get('job_templates/7/survey_spec/'),
    ]

    expect(detail.body).toMatchObject({
      type: 'job_template',
      extra_vars: '{"a": 1}',
      ask_variables_on_launch: false,
      ask_limit_on_launch: true,
      survey_enabled: true,
      allow_simultaneous: true,
    })
    expect(needs.body).toMatchObject({
      variables_needed_to_start: ['region'],
      can_start_without_user_input: false,
      defaults: { limit: '' },
    })
    expect(questions.body.spec.map((one: any) => [one.variable, one.choices])).toEqual([
      ['region', ''],
      ['size', 's\nm'],
      ['count', ''],
      ['ratio', ''],
      ['tags', ['a', 'b']],
      ['secret', ''],
    ])
  })

  it('is an empty object when there is no survey', async () => {
    const { get } = await start()

    expect((await get('job_templates/7/survey_spec/')).body).toEqual({})
  })
})

describe('a launch', () => {
  it('answers the whole job, its id and where it is', async () => {
    const { launch } = await start({ extraVars: { a: 1, b: 1 } })

    const { status, body, headers } = await launch({ extra_vars: { b: 2 } })

    expect(status).toBe(201)
    expect(headers.get('location')).toBe('/api/v2/jobs/1001/')
    expect(body).toMatchObject({
      job: 1001,
      id: 1001,
      type: 'job',
      status: 'pending',
      ignored_fields: {},
      started: null,
      job_template: 7,
    })
    expect(body.related.stdout).toBe('/api/v2/jobs/1001/stdout/')
    expect(JSON.parse(body.extra_vars)).toEqual({ a: 1, b: 2 })
  })

  it('shows variables as Python writes them, which matters to a search for a marker', async () => {
    const { launch, get } = await start()

    const { body } = await launch({ extra_vars: { marker: 'row-7', rows: [{ site: 'Zürich' }] } })
    const found = await get(`jobs/?extra_vars__icontains=${encodeURIComponent('"marker": "row-7"')}`)

    expect(body.extra_vars).toBe('{"marker": "row-7", "rows": [{"site": "Z\\u00fcrich"}]}')
    expect(found.body.count).toBe(1)
  })

  it('ignores what the template does not ask for, and starts the job all the same', async () => {
    const { launch } = await start({ asks: [], extraVars: { same: 1 }, fields: { limit: 'leaf101' } })

    const { status, body } = await launch({
      extra_vars: { rows: [], same: 1 },
      limit: 'leaf102',
      verbosity: 0,
      job_type: 'check',
    })

    expect(status).toBe(201)
    expect(body.ignored_fields).toEqual({ extra_vars: { rows: [] }, limit: 'leaf102', job_type: 'check' })
    expect([body.extra_vars, body.limit, body.job_type]).toEqual(['{"same": 1}', 'leaf101', 'run'])
  })

  it('takes the answers of the survey even when other variables are ignored', async () => {
    const { launch } = await start({ survey, asks: [] })

    const { body } = await launch({ extra_vars: { region: 'eu', secret: 'x', other: 1 } })

    expect(body.ignored_fields).toEqual({ extra_vars: { other: 1 } })
    expect(JSON.parse(body.extra_vars)).toEqual({ region: 'eu', secret: '$encrypted$' })
  })

  it.each([
    ['{"a": 1}', { a: 1 }],
    ['---\na: 1\nb: [x, y]\n', { a: 1, b: ['x', 'y'] }],
    ['', {}],
  ])('reads variables from the text %j', async (text, variables) => {
    const { launch } = await start()

    const { body } = await launch({ extra_vars: text })

    expect(JSON.parse(body.extra_vars)).toEqual(variables)
  })

  it.each([
    ['{a: [', 'Cannot parse as JSON'],
    ['just words', 'Input type `str` is not a dictionary'],
    [[1], 'Input type `list` is not a dictionary'],
  ])('refuses the variables %j', async (extra_vars, text) => {
    const { launch, automation } = await start()

    const { status, body } = await launch({ extra_vars })

    expect([status, body]).toEqual([400, { extra_vars: [expect.stringContaining(text)] }])
    expect(automation.state.jobs.size).toBe(0)
  })

  it.each([
    [{}, "'region' value missing"],
    [{ region: 5 }, "Value 5 for 'region' expected to be a string."],
    [{ region: 'north' }, "'region' value north is too large (must be no more than 4)."],
    [{ region: 'eu', size: 7 }, "Value 7 for 'size' expected to be one of ['s', 'm']."],
    [{ region: 'eu', count: '5' }, "Value '5' for 'count' expected to be an integer."],
    [{ region: 'eu', count: 0 }, "'count' value 0 is too small (must be at least 1)."],
    [{ region: 'eu', ratio: '0.5' }, "Value '0.5' for 'ratio' expected to be a numeric type."],
    [{ region: 'eu', tags: 'a' }, "'tags' value is expected to be a list."],
    [{ region: 'eu', tags: ['a', 'c'] }, "Value c for 'tags' expected to be one of ['a', 'b']."],
  ])('is strict about the survey: %j', async (extra_vars, problem) => {
    const { launch } = await start({ survey })

    const { status, body } = await launch({ extra_vars })

    expect([status, body]).toEqual([400, { variables_needed_to_start: [problem] }])
  })

  it.each([
    [{ job_type: 'foobicate' }, { job_type: ['"foobicate" is not a valid choice.'] }],
    [{ inventory: 87865 }, { inventory: ['Invalid pk "87865" - object does not exist.'] }],
    [{ inventory_id: 87865 }, { inventory: ['Invalid pk "87865" - object does not exist.'] }],
    [
      { forks: 'many', limit: 5 },
      { forks: ['A valid integer is required.'], limit: ['Not a valid string.'] },
    ],
    [{ credentials: 4 }, { credentials: ['Expected a list of items but got type "number".'] }],
  ])('refuses the body %j', async (body, errors) => {
    const { launch } = await start()

    expect(await launch(body)).toMatchObject({ status: 400, body: errors })
  })

  it.each<[Partial<TemplateOptions>, object]>([
    [{ passwordsNeeded: ['ssh_password'] }, { passwords_needed_to_start: ['ssh_password'] }],
    [
      { resourcesNeeded: ['Job Template inventory is missing or undefined.'] },
      { resources_needed_to_start: ['Job Template inventory is missing or undefined.'] },
    ],
    [
      { projectProblem: 'Missing a revision to run due to failed project update.' },
      { project: 'Missing a revision to run due to failed project update.' },
    ],
  ])('fails when the template cannot start: %j', async (template, errors) => {
    const { launch } = await start(template)

    expect(await launch({})).toMatchObject({ status: 400, body: errors })
  })

  it('can be repeated with what it was started with', async () => {
    const { launch, post } = await start()
    const { body } = await launch({ extra_vars: { a: 1 } })

    const again = await post(`jobs/${body.id}/relaunch/`)

    expect(again).toMatchObject({ status: 201, body: { job: 1002, extra_vars: '{"a": 1}' } })
  })
})

describe('a sliced template', () => {
  it('answers a workflow job, whose nodes hold the jobs', async () => {
    const { launch, get, automation } = await start({ slices: 3 })

    const { status, body, headers } = await launch({})
    const early = await get(`workflow_jobs/${body.workflow_job}/workflow_nodes/`)
    automation.clock.advance(1000)
    const nodes = await get(`workflow_jobs/${body.workflow_job}/workflow_nodes/`)
    const running = await get(`workflow_jobs/${body.workflow_job}/`)
    const slice = await get(`jobs/${nodes.body.results[1].job}/`)
    automation.clock.advance(10_000)
    const ended = await get(`workflow_jobs/${body.workflow_job}/`)

    expect([status, body.job, body.type]).toEqual([201, undefined, 'workflow_job'])
    expect(headers.get('location')).toBe(`/api/v2/workflow_jobs/${body.workflow_job}/`)
    expect(early.body.results.map((one: any) => one.job)).toEqual([null, null, null])
    expect(slice.body).toMatchObject({ job_slice_number: 2, job_slice_count: 3, launch_type: 'workflow' })
    expect([running.body.status, ended.body.status]).toEqual(['running', 'successful'])
    expect((await get(`workflow_jobs/${body.workflow_job}/stdout/`)).status).toBe(404)
  })

  it('is canceled with all its jobs', async () => {
    const { launch, get, post, automation } = await start({ slices: 2 })
    const { body } = await launch({})
    automation.clock.advance(2000)

    const { status } = await post(`workflow_jobs/${body.workflow_job}/cancel/`)
    automation.clock.advance(2000)

    const { body: jobs } = await get('jobs/')
    expect(status).toBe(202)
    expect(jobs.results.map((one: any) => one.status)).toEqual(['canceled', 'canceled'])
    expect((await get(`workflow_jobs/${body.workflow_job}/`)).body.status).toBe('canceled')
  })
})
