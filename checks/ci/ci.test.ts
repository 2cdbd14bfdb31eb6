import { describe, expect, it } from 'vitest'
import vitestConfig from '../../vitest.config.ts'
import { addUp, type Outcome, summaryOf } from './outcome.ts'
import { BESIDE, type Stage, stagesFor } from './steps.ts'

const SERVICES = { databaseUrl: 'postgres://127.0.0.1/x', redisUrl: 'redis://127.0.0.1' }
const namesOf = (stages: readonly Stage[]) =>
  stages.map(({ front, behind = [] }) => [front, behind].map((lane) => lane.map(({ name }) => name)))
const stepsOf = (stages: readonly Stage[]) => stages.flatMap(({ front, behind = [] }) => [...front, ...behind])

describe('the steps of CI', () => {
  it('run what waits in front of what computes, and never both that fill PostgreSQL', () => {
    expect(namesOf(stagesFor(SERVICES))).toEqual([
      [
        ['many processes', 'tests of real time'],
        ['checks', 'tests'],
      ],
      [['stories'], ['tests on PostgreSQL and Redis', 'demo', 'worlds']],
    ])
  })

  it('run each test once, embedded or on services', () => {
    const env = Object.fromEntries(stepsOf(stagesFor(SERVICES)).map((step) => [step.name, step.env]))
    const embedded = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined }
    const onServices = { TEST_DATABASE_URL: SERVICES.databaseUrl, TEST_REDIS_URL: SERVICES.redisUrl }

    expect(env).toEqual({
      'many processes': onServices,
      checks: undefined,
      tests: { ...embedded, ...BESIDE, TEST_SERVICES: 'apart' },
      'tests of real time': embedded,
      stories: embedded,
      'tests on PostgreSQL and Redis': { ...onServices, ...BESIDE },
      demo: undefined,
      worlds: undefined,
    })
  })

  it('run everything on the embedded database where no service answers', () => {
    const stages = stagesFor({})

    expect(namesOf(stages)).toEqual([
      [
        ['many processes', 'tests of real time'],
        ['checks', 'tests'],
      ],
      [['stories'], ['demo', 'worlds']],
    ])
    expect(stages[0]!.behind![1]!.env).toEqual(BESIDE)
  })

  it('use the one service that answers', () => {
    expect(namesOf(stagesFor({ redisUrl: SERVICES.redisUrl }))[1]![1]).toContain('tests on Redis')
  })

  it('leave out no project of Vitest but the rules, which are among the checks', () => {
    const run = stepsOf(stagesFor({})).flatMap(({ script, args = [] }) =>
      script === 'test' ? args.filter((arg) => !arg.startsWith('--')) : [],
    )
    const projects = (vitestConfig.test?.projects ?? []) as readonly { readonly test: { readonly name: string } }[]

    expect([...run, 'rules'].sort()).toEqual(projects.map(({ test }) => test.name).sort())
  })
})

it('the attacker is alone at the end of the daily run, and in no other', () => {
  expect(namesOf(stagesFor(SERVICES, { isDaily: true })).at(-1)).toEqual([['attacker'], []])
  expect(stepsOf(stagesFor(SERVICES)).map(({ name }) => name)).not.toContain('attacker')
})

describe('the summary of CI', () => {
  const steps: readonly Outcome[] = [
    { name: 'set-up', passed: true, seconds: 31.4 },
    { name: 'tests', passed: true, seconds: 400.2 },
  ]
  const tally = { passed: 4597, failures: [], files: [] }

  it('lists the seconds of each step, and ends with the number of tests', () => {
    expect(summaryOf(steps, tally, 432, 14)).toEqual({
      passed: true,
      text: ['== seconds', '   set-up    31 s', '   tests    400 s', '   all      432 s', '4597 passed, 0 failed'].join(
        '\n',
      ),
    })
  })

  it('names the slowest files, the slowest first', () => {
    const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.test.ts`, seconds: index + 0.2 }))
    const { text } = summaryOf(steps, { ...tally, files }, 60, 14)

    expect(text).toContain('== slowest files of tests\n      19 s  19.test.ts\n      18 s  18.test.ts\n')
    expect(text).toContain('5 s  5.test.ts\n4597 passed')
  })

  it('fails above the limit, and says how to raise it', () => {
    const { passed, text } = summaryOf(steps, tally, 14 * 60 + 1, 14)

    expect(passed).toBe(false)
    expect(text).toContain('longer than 14 minutes (a slower machine raises CI_LIMIT_MINUTES)')
  })

  it('names the steps that failed', () => {
    const outcomes = [...steps, { name: 'demo', passed: false, seconds: 3 }]

    expect(summaryOf(outcomes, tally, 60, 14)).toMatchObject({ passed: false })
    expect(summaryOf(outcomes, tally, 60, 14).text).toMatch(/demo +3 s {2}FAILED\n[^]*== failed: demo\n/)
  })

  it('fails when a test failed, whatever the step says, and names it at the end', () => {
    const failures = [{ name: 'a.test.ts > adds', why: 'expected 1 to be 2\nDifference' }]
    const { passed, text } = summaryOf(steps, { passed: 1, failures, files: [] }, 60, 14)

    expect(passed).toBe(false)
    expect(text).toContain('== failed: a.test.ts > adds\n   expected 1 to be 2\n   Difference\n1 passed, 1 failed')
  })
})

it('adds up the tests of all runs', () => {
  const failures = [{ name: 'a', why: 'b' }]

  const files = [{ name: 'a', seconds: 2 }]

  expect(addUp(`{"passed":2,"failures":[],"files":[]}\n${JSON.stringify({ passed: 3, failures, files })}\n`)).toEqual({
    passed: 5,
    failures,
    files,
  })
  expect(addUp('')).toEqual({ passed: 0, failures: [], files: [] })
})
