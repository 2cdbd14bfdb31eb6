/** A script of package.json that `.ci/run` runs, or several of them beside each other. */
export type Step = {
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  /** An undefined one is taken away. */
  readonly env?: Readonly<Record<string, string | undefined>>
}
/** Steps that run at the same time. */
export type Stage = readonly Step[]

/** Where the services of the second pass answer; undefined for one that does not. */
export type Services = { readonly databaseUrl?: string; readonly redisUrl?: string }

/** What is checked after set-up, in this order; each test file runs once. */
export function stagesFor({ databaseUrl, redisUrl }: Services): readonly Stage[] {
  const onServices = {
    ...(databaseUrl !== undefined && { TEST_DATABASE_URL: databaseUrl }),
    ...(redisUrl !== undefined && { TEST_REDIS_URL: redisUrl }),
  }
  const names = [databaseUrl && 'PostgreSQL', redisUrl && 'Redis'].filter((name) => name !== undefined)
  const cluster: Step = { name: 'many processes', script: 'test:cluster', env: onServices }
  // The checks include the rule tests.
  const tests: Step = { name: 'tests', script: 'test', args: ['--project', '!rules'] }
  const demo: Stage = [{ name: 'demo', script: 'demo', args: ['--once'] }]
  const checks: Stage = [{ name: 'checks', script: 'check' }]
  if (names.length === 0) return [checks, [tests], [cluster], demo]
  return [
    checks,
    [{ ...tests, env: { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined, TEST_SERVICES: 'apart' } }],
    [{ name: `tests on ${names.join(' and ')}`, script: 'test', args: ['--project', 'service'], env: onServices }],
    // Not beside the tests, although experiments mostly wait: together they take more connections than PostgreSQL has.
    [cluster],
    demo,
  ]
}
