import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { createRouteFuzzer, FUZZ_ENV, ROLES, type RouteFuzzer } from '../../testing/fuzz/fuzz-routes.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

// A short run; `npm run fuzz` is the long one.
const SEED = Number(process.env.FUZZ_SEED ?? 1)

let app: TestApp
let fuzzer: RouteFuzzer
beforeAll(async () => {
  app = await startTestApp({ env: FUZZ_ENV })
  fuzzer = await createRouteFuzzer(app)
})
afterAll(() => app.stop())

// Thousands of requests: seconds of a processor for each role, which a busy machine takes minutes to give.
const PATIENCE_MS = 5 * MINUTE

it.each(ROLES)(
  'answers whatever a hostile client sends as documented, and stays alive: %s',
  async (role) => {
    expect(await fuzzer.fuzz(role, 1, seededRandom(SEED))).toEqual([])
  },
  PATIENCE_MS,
)
