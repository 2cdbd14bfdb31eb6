import type { ControllerTarget } from './controller-target.ts'
import {
  type ControllerTest,
  TEST_TIMEOUT_MS,
  TEST_WAIT_MS,
  testController,
  type TestOptions,
} from './test-controller.ts'

export type ClusterTest = ControllerTest & {
  /** Each address, if there are several. */
  readonly hosts?: ({ readonly host: string } & Pick<ControllerTest, 'status' | 'message'>)[]
}

/** Proxies wait two minutes for an answer. */
const LONGEST_WAIT_MS = 60_000

/** Tests every address of a connection. The result is that of the address which a run would use. */
export async function testCluster(target: ControllerTarget, options: TestOptions): Promise<ClusterTest> {
  const addresses = [target.host, ...(target.hosts ?? [])]
  const terms = { ...options, waitMs: waitFor(addresses.length, options) }
  const tests = await Promise.all(
    addresses.map(async (host) => ({ host, ...(await testController({ ...target, host, hosts: [] }, terms)) })),
  )
  const { host, ...used } = tests.find(isAnswered) ?? tests.find(({ step }) => step === 'turn') ?? tests[0]!
  if (tests.length === 1) return used
  const others = tests.filter((test) => test.host !== host && test.status === 'failure')
  const message = [`${host}: ${used.message}`, ...others.map((test) => `${test.host}: ${test.message}`)].join(' ')
  return { ...used, message, hosts: tests.map(({ host, status, message }) => ({ host, status, message })) }
}

const isAnswered = ({ step }: ControllerTest): boolean => step !== 'address' && step !== 'turn'

/** The addresses share one budget, so some may have to wait for others. */
function waitFor(
  addresses: number,
  { budget, timeoutMs = TEST_TIMEOUT_MS, waitMs = TEST_WAIT_MS }: TestOptions,
): number {
  const before = Math.ceil(addresses / budget.limits.parallel) - 1
  return Math.min(LONGEST_WAIT_MS, waitMs + before * timeoutMs)
}
