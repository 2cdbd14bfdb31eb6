import type { ControllerTarget } from './controller-target.ts'
import { type ControllerTest, testController, type TestOptions } from './test-controller.ts'

export type ClusterTest = ControllerTest & {
  /** Each address, if there are several. */
  readonly hosts?: ({ readonly host: string } & Pick<ControllerTest, 'status' | 'message'>)[]
}

/** Tests every address of a connection. The result is that of the address which a run would use. */
export async function testCluster(target: ControllerTarget, options: TestOptions): Promise<ClusterTest> {
  const addresses = [target.host, ...(target.hosts ?? [])]
  const tests = await Promise.all(
    addresses.map(async (host) => ({ host, ...(await testController({ ...target, host, hosts: [] }, options)) })),
  )
  const { host, ...used } = tests.find(({ step }) => step !== 'address') ?? tests[0]!
  if (tests.length === 1) return used
  const others = tests.filter((test) => test.host !== host && test.status === 'failure')
  const message = [`${host}: ${used.message}`, ...others.map((test) => `${test.host}: ${test.message}`)].join(' ')
  return { ...used, message, hosts: tests.map(({ host, status, message }) => ({ host, status, message })) }
}
