import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { type Plugin, rolldown } from 'rolldown'
import { expect, it } from 'vitest'

const ENTRY = fileURLToPath(new URL('src/index.ts', import.meta.url))

/** A bundler for browsers would put something empty in the place of a module of Node. */
const noNodeModules: Plugin = {
  name: 'no-node-modules',
  resolveId(source, importer) {
    if (isBuiltin(source)) this.error(`${importer} imports ${source}, which no browser has.`)
  },
}

async function bundle(entry: string, plugins: readonly Plugin[] = []): Promise<string> {
  const bundled = await rolldown({ input: entry, platform: 'browser', plugins: [noNodeModules, ...plugins] })
  const { output } = await bundled.generate({ format: 'iife', name: 'heddle' })
  expect(output.map(({ type }) => type)).toEqual(['chunk'])
  return output[0].code
}

it('runs in a browser: it needs no module and no global of Node', async () => {
  const code = await bundle(ENTRY)
  const sent: string[] = []
  const fetch = async (url: URL) => {
    sent.push(String(url))
    return new Response('{"saved_queries": 3}')
  }
  const page = createContext({
    fetch,
    URL,
    URLSearchParams,
    Response,
    TextDecoder,
    AbortController,
    WebSocket,
    setTimeout,
    clearTimeout,
  })

  const found: unknown = await runInContext(
    `${code}; heddle.createHeddle({ baseUrl: 'https://heddle.test' }).dashboard.stats()`,
    page,
  )

  expect([sent, found]).toEqual([['https://heddle.test/api/dashboard/stats/'], { saved_queries: 3 }])
  expect(code).not.toMatch(/\bprocess\b|\bBuffer\b|\brequire\(/)
})

it('is found out when it imports a module of Node', async () => {
  const virtual: Plugin = {
    name: 'guilty',
    resolveId: (source) => (source === 'guilty' ? '\0guilty' : undefined),
    load: (id) => (id === '\0guilty' ? `export { readFile } from 'node:fs/promises'` : undefined),
  }

  await expect(bundle('guilty', [virtual])).rejects.toThrow('imports node:fs/promises, which no browser has')
})
