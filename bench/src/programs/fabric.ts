import { startController } from '@heddle/simulators/controller/start-controller.ts'
import { FABRICS, type FabricName } from '../fabrics.ts'

export const ACCOUNT = { username: 'admin', password: 'C1sco12345!' }

/** A simulated controller, and its traffic since the last time it was read. */
export async function open({ name }: { readonly name: FabricName }) {
  const simulator = await startController()
  FABRICS[name](simulator.store)
  return {
    url: async () => simulator.url,
    count: async (className: string) => simulator.store.ofClass(className).length,
    /** Describes objects anew. */
    describe: async ({ dns, descr }: { readonly dns: readonly string[]; readonly descr: string }) => {
      for (const dn of dns) simulator.store.update(dn, { descr })
    },
    /** Paths of data requests in order of arrival, and bytes of all bodies before and after compression. */
    takeTraffic: async () => {
      const paths = simulator.requests.filter(({ kind }) => kind === 'data').map(({ url }) => url)
      const { bodyBytes, bytesSent } = simulator.counters
      simulator.resetCounters()
      return { paths, bodyBytes, bytesSent }
    },
  }
}
