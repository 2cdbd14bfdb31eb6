import { fileURLToPath } from 'node:url'
import { chromiumPath, launchBrowser, profilesIn, type TestBrowser } from '@heddle/e2e/browser.ts'
import { ensureBuilt } from '../../../web/build/ensure-built.ts'
import { PORT_OBJECTS, PORT_PROPERTIES } from '../fabrics.ts'
import type { Line, Measurement } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { startTestServer, storeQuery, type TestServer } from '../test-server.ts'
import { measureHistory } from '../web/history.ts'
import { measureLoading } from '../web/loading.ts'
import { measurePages } from '../web/pages.ts'
import { measureRows } from '../web/rows.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const web: Measurement = {
  name: 'web',
  title: `The web UI in Chromium: loading, and ${PORT_OBJECTS.toLocaleString('en')} rows of ${PORT_PROPERTIES.length + 2} columns`,
  run: async ({ rounds, quick }) => {
    if (chromiumPath === undefined) return []
    console.log((await ensureBuilt(ROOT)) ?? 'The web UI is built.')
    const fabric = await startProgram('fabric', { name: 'ports' })
    const server = await startTestServer()
    const chromium = await launchBrowser()
    const browser = profilesIn(chromium)
    try {
      const lines = await measure({ browser, server, fabricUrl: await fabric.call.url(), rounds })
      await fabric.stop()
      return [...lines, ...(await measureHistory({ browser, server, rounds, quick }))]
    } finally {
      await chromium.close()
      await server.stop()
    }
  },
}

type Given = {
  readonly browser: TestBrowser
  readonly server: TestServer
  readonly fabricUrl: string
  readonly rounds: number
}

async function measure({ browser, server, fabricUrl, rounds }: Given): Promise<readonly Line[]> {
  const nodes = [{ id: 'port', class_name: 'l1PhysIf', properties: [...PORT_PROPERTIES] }]
  const execute = await storeQuery(server, fabricUrl, nodes)
  const { execution_id } = await server.post<{ execution_id: string }>(execute, {})
  const [, queryId = ''] = /saved-queries\/([^/]+)\//.exec(execute) ?? []
  return [
    ...(await measureLoading({ browser, url: server.url, dist: `${ROOT}web/dist`, queryId, rounds })),
    ...(await measurePages({ browser, url: server.url })),
    ...(await measureRows({ browser, url: server.url, run: execution_id, rounds })),
  ]
}
