import { describe, expect, it } from 'vitest'
import { addUp, type Outcome, summaryOf } from './outcome.ts'
import { stagesFor } from './steps.ts'

const SERVICES = { databaseUrl: 'postgres://127.0.0.1/x', redisUrl: 'redis://127.0.0.1' }
const namesOf = (stages: ReturnType<typeof stagesFor>) => stages.map((stage) => stage.map(({ name }) => name))

describe('the steps of CI', () => {
  it('run the tests on services once, and the experiments after them', () => {
    const stages = stagesFor(SERVICES)

    expect(namesOf(stages)).toEqual([
      ['checks'],
      ['tests'],
      ['tests on PostgreSQL and Redis'],
      ['many processes'],
      ['demo'],
    ])
    expect(stages[1]![0]!.env).toEqual({
      TEST_DATABASE_URL: undefined,
      TEST_REDIS_URL: undefined,
      TEST_SERVICES: 'apart',
    })
    expect(stages[2]![0]!.env).toEqual({ TEST_DATABASE_URL: SERVICES.databaseUrl, TEST_REDIS_URL: SERVICES.redisUrl })
  })

  it('run everything on the embedded database where no service answers', () => {
    const stages = stagesFor({})

    expect(namesOf(stages)).toEqual([['checks'], ['tests'], ['many processes'], ['demo']])
    expect(stages[1]![0]!.env).toBeUndefined()
  })

  it('use the one service that answers', () => {
    expect(namesOf(stagesFor({ redisUrl: SERVICES.redisUrl }))[2]).toContain('tests on Redis')
  })
})

describe('the summary of CI', () => {
  const steps: readonly Outcome[] = [
    { name: 'set-up', passed: true, seconds: 31.4 },
    { name: 'tests', passed: true, seconds: 400.2 },
  ]
  const tally = { passed: 4597, failed: 0 }

  it('lists the seconds of each step, and ends with the number of tests', () => {
    expect(summaryOf(steps, tally, 432, 14)).toEqual({
      passed: true,
      text: ['== seconds', '   set-up    31 s', '   tests    400 s', '   all      432 s', '4597 passed, 0 failed'].join(
        '\n',
      ),
    })
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

  it('fails when a test failed, whatever the step says', () => {
    expect(summaryOf(steps, { passed: 1, failed: 1 }, 60, 14).passed).toBe(false)
  })
})

it('adds up the tests of all runs', () => {
  expect(addUp('{"passed":2,"failed":0}\n{"passed":3,"failed":1}\n')).toEqual({ passed: 5, failed: 1 })
  expect(addUp('')).toEqual({ passed: 0, failed: 0 })
})
