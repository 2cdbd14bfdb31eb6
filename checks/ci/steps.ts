/** A script of package.json that `.ci/run` runs. */
export type Step = {
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  /** An undefined one is taken away. */
  readonly env?: Readonly<Record<string, string | undefined>>
}
/** Steps that run one after the other. */
export type Lane = readonly Step[]
/** Lanes that run at the same time; the next stage begins when all have ended. */
export type Stage = {
  /** What mostly waits and depends on real time: it gets the processors whenever it wants them. */
  readonly front: Lane
  /** What only computes: it takes what is left of the processors. */
  readonly behind?: Lane
}

const ATTACKER_MINUTES = 10

/** Where the services of the second pass answer; undefined for one that does not. */
export type Services = { readonly databaseUrl?: string; readonly redisUrl?: string }

// The rule tests are among the checks.
const CHECKS: Step = { name: 'checks', script: 'check' }
const TESTS: Step = { name: 'tests', script: 'test', args: projects('components', 'service') }
/** Beside a lane in front, two workers fill two processors; a third one only makes all of them slower. */
export const BESIDE = { TEST_WORKERS: '2' }
const REAL_TIME: Step = { name: 'tests of real time', script: 'test', args: projects('real time') }
const STORIES: Step = { name: 'stories', script: 'test', args: projects('stories') }
/**
 * The standing attacker, alone: beside another step it would judge that one's load. Waits may be four times as long as
 * users are promised, because a machine of CI has neighbours; each hole that it is there for made others wait for
 * seconds or minutes. A death, memory that is kept and a 500 are faults at once. Its seed is that of the day.
 */
const ATTACKER: Step = {
  name: 'attacker',
  script: 'fuzz',
  args: ['--players', '--minutes', String(ATTACKER_MINUTES), '--patience', '4'],
}
/** Installs packages, which takes a minute. */
const RELEASE: Step = { name: 'release', script: 'test:release' }
/** The same seeds each time, and those of past failures: only a change makes a difference. */
const WORLDS: Step = { name: 'worlds', script: 'worlds', args: ['--seeds', '200', '--seconds', '100'] }
const DEMO: Step = { name: 'demo', script: 'demo', args: ['--once'] }

/** What is checked after set-up; each test file runs once. `CI_DAILY=1` asks for the daily run. */
export function stagesFor({ databaseUrl, redisUrl }: Services, { isDaily = false } = {}): readonly Stage[] {
  const last: readonly Stage[] = isDaily ? [{ front: [RELEASE] }, { front: [ATTACKER] }] : []
  const onServices = {
    ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }),
    ...(redisUrl !== undefined && { TEST_REDIS_URL: redisUrl }),
  }
  const names = [databaseUrl && 'PostgreSQL', redisUrl && 'Redis'].filter((name) => name !== undefined)
  const cluster: Step = { name: 'many processes', script: 'test:cluster', env: onServices }
  if (names.length === 0)
    return [
      { front: [cluster, REAL_TIME], behind: [CHECKS, { ...TESTS, env: BESIDE }] },
      { front: [STORIES], behind: [DEMO, WORLDS] },
      ...last,
    ]
  const embedded = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined }
  return [
    // Not beside the tests on services: together they take more connections than PostgreSQL has.
    {
      front: [cluster, { ...REAL_TIME, env: embedded }],
      behind: [CHECKS, { ...TESTS, env: { ...embedded, ...BESIDE, TEST_SERVICES: 'apart' } }],
    },
    {
      front: [{ ...STORIES, env: embedded }],
      behind: [
        {
          name: `tests on ${names.join(' and ')}`,
          script: 'test',
          args: projects('service'),
          env: { ...onServices, ...BESIDE },
        },
        DEMO,
        WORLDS,
      ],
    },
    ...last,
  ]
}

function projects(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ['--project', name])
}
