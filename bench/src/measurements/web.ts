import { fileURLToPath } from 'node:url'
import { chromiumPath, launchBrowser, profilesIn, type TestBrowser } from '@heddle/e2e/browser.ts'
import { ensureBuilt } from '../../../web/build/ensure-built.ts'
import { PORT_OBJECTS, PORT_PROPERTIES } from '../fabrics.ts'
import type { Line, Measurement } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { startTestServer, storeQuery, type TestServer } from '../test-server.ts'
import { measureCanvas } from '../web/canvas.ts'
import { measureHistory } from '../web/history.ts'
import { measureLoading } from '../web/loading.ts'
import { measurePages } from '../web/pages.ts'
import { measureRows } from '../web/rows.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const web: Measurement = {
  name: 'web',
  title: `The web UI in Chromium: loading, and ${PORT_OBJECTS.toLocaleString('en')} rows of ${PORT_PROPERTIES.length + 2} columns`,
  run: (settings) =>
    inBrowser(async (browser, server) => [
      ...(await measure({ browser, server, rounds: settings.rounds })),
      ...(await measureHistory({ browser, server, ...settings })),
    ]),
}

export const canvas: Measurement = {
  name: 'canvas',
  title: 'The canvas in Chromium: frames while it is moved, and keys',
  run: ({ rounds }) => inBrowser((browser, server) => measureCanvas({ browser, server, rounds })),
}

const SLOWNESS = 4

/** No budget speaks of such a machine: what is measured says what people wait there. */
export const slowWeb: Measurement = {
  name: 'web-slow',
  title: `The web UI with a main thread that is ${SLOWNESS} times slower`,
  run: ({ rounds }) =>
    inBrowser(async (quick, server) => {
      const browser = slowed(quick)
      const few = Math.min(rounds, 2)
      const lines = [
        ...(await measure({ browser, server, rounds: few })),
        ...(await measureHistory({ browser, server, rounds: 1, quick: true })),
        ...(await measureCanvas({ browser, server, rounds: 1 })),
      ]
      return lines.filter(({ heddle }) => heddle.includes(' ms')).map(({ what, heddle }) => ({ what, heddle }))
    }),
}

/** The thread of each page; workers, and what draws, keep their speed. */
const slowed = (browser: TestBrowser): TestBrowser => ({
  ...browser,
  open: async (options) => {
    const watched = await browser.open(options)
    const session = await watched.context.newCDPSession(watched.page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
    return watched
  },
})

async function inBrowser(
  measureIn: (browser: TestBrowser, server: TestServer) => Promise<readonly Line[]>,
): Promise<readonly Line[]> {
  if (chromiumPath === undefined) return []
  console.log((await ensureBuilt(ROOT)) ?? 'The web UI is built.')
  const server = await startTestServer()
  const chromium = await launchBrowser()
  try {
    return await measureIn(profilesIn(chromium), server)
  } finally {
    await chromium.close()
    await server.stop()
  }
}

type Given = { readonly browser: TestBrowser; readonly server: TestServer; readonly rounds: number }

async function measure({ browser, server, rounds }: Given): Promise<readonly Line[]> {
  const fabric = await startProgram('fabric', { name: 'ports' })
  try {
    const nodes = [{ id: 'port', class_name: 'l1PhysIf', properties: [...PORT_PROPERTIES] }]
    const execute = await storeQuery(server, await fabric.call.url(), nodes)
    const { execution_id } = await server.post<{ execution_id: string }>(execute, {})
    const [, queryId = ''] = /saved-queries\/([^/]+)\//.exec(execute) ?? []
    return [
      ...(await measureLoading({ browser, url: server.url, dist: `${ROOT}web/dist`, queryId, rounds })),
      ...(await measurePages({ browser, url: server.url })),
      ...(await measureRows({ browser, url: server.url, run: execution_id, rounds })),
    ]
  } finally {
    await fabric.stop()
  }
}
