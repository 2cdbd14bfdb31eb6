import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readClassTable } from './model/class-table.ts'
import { loadRecorded } from './load-recorded.ts'
import { ObjectStore } from './model/object-store.ts'
import { signIn, startTestController, type ReadObject } from './testing/test-client.ts'

const FOLDER = join(
  process.env['HEDDLE_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data'),
  'controller',
)
const isPresent = existsSync(FOLDER)
if (!isPresent) console.warn(`SKIPPED: no recorded controller answers in ${FOLDER} (set HEDDLE_TEST_DATA)`)
const FILES = isPresent
  ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  : []

type Recorded = Record<string, { attributes: Record<string, string | null>; children?: Recorded[] }>

const newStore = () => new ObjectStore(readClassTable())

function recordedItems(json: unknown): Recorded[] {
  return (Array.isArray(json) ? json : (json as { imdata: unknown[] }).imdata) as Recorded[]
}

/** One line per object: class and attributes, without its DN and RN, which the recording may lack. */
function line(className: string, attributes: Record<string, string | null>): string {
  const entries = Object.entries(attributes).filter(([name]) => name !== 'dn' && name !== 'rn')
  return `${className} ${JSON.stringify(entries.map(([name, value]) => [name, value ?? '']).sort())}`
}

function recordedLines(item: Recorded): string[] {
  return Object.entries(item).flatMap(([name, { attributes, children = [] }]) => [
    line(name, attributes),
    ...children.flatMap(recordedLines),
  ])
}

function readLines({ className, attributes, children }: ReadObject): string[] {
  return [line(className, attributes), ...children.flatMap(readLines)]
}

describe('loadRecorded', () => {
  it('accepts an envelope and a bare array', () => {
    const item = { fvTenant: { attributes: { dn: 'uni/tn-a', name: 'a' } } }
    const [first, second] = [newStore(), newStore()]

    expect([loadRecorded(first, [item]), loadRecorded(second, { totalCount: '1', imdata: [item] })]).toEqual(
      Array(2).fill({ dns: ['uni/tn-a'], added: 1, skipped: 0 }),
    )
    expect([first.size, second.size]).toEqual([1, 1])
  })

  it('places children by their RN, by naming properties, or anywhere below their parent', () => {
    const store = newStore()

    loadRecorded(store, [
      {
        fvBD: {
          attributes: { dn: 'uni/tn-a/BD-b' },
          children: [
            { fvRsCtx: { attributes: { rn: 'rsctx', dn: '' } } },
            { fvSubnet: { attributes: { ip: '10.0.0.1/24' } } },
            { fvOther: { attributes: {} } },
            { fvOther: { attributes: {} } },
          ],
        },
      },
    ])

    const dns = store.get('uni/tn-a/BD-b')?.children?.map(({ dn }) => dn.slice('uni/tn-a/BD-b/'.length))
    expect(dns).toEqual(['rsctx', 'subnet-[10.0.0.1/24]', 'fvOther-1', 'fvOther-2'])
  })

  it('skips entries that are not objects', () => {
    const store = newStore()

    const result = loadRecorded(store, [{ error: { attributes: {} } }, { moCount: { attributes: {} } }, 'x', {}])

    expect([result, store.size]).toEqual([{ dns: [], added: 0, skipped: 4 }, 0])
  })

  it('refuses a recording that is neither an array nor an envelope', () => {
    expect(() => loadRecorded(newStore(), { rows: [] })).toThrow('imdata')
  })
})

describe.skipIf(!isPresent)('recorded answers', () => {
  it('are more than ninety files', () => {
    expect(FILES.length).toBeGreaterThan(90)
  })

  it.each(FILES)('read back exactly as recorded: %s', async (file) => {
    const json: unknown = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
    const store = newStore()
    const { dns } = loadRecorded(store, json)
    const get = await signIn(await startTestController({ store }))

    const include = 'faults,health,stats,audit-logs,event-logs,fault-records,tasks'
    const read = new Map<string, ReadObject>()
    for (const dn of dns)
      read.set(dn, (await get(`mo/${dn}.json`, { 'rsp-subtree': 'full', 'rsp-subtree-include': include })).objects[0]!)

    const lastByDn = new Map<string, Recorded>()
    const objects = recordedItems(json).filter((item) => !('error' in item) && !('moCount' in item))
    for (const [index, item] of objects.entries()) lastByDn.set(dns[index]!, item)
    // An answer over several classes may list a child as a top-level object too; read back, it is in both places.
    for (const [dn, item] of lastByDn)
      expect(readLines(read.get(dn)!)).toEqual(expect.arrayContaining(recordedLines(item)))
  })

  it('answer, loaded into one store, the queries they were recorded for', async () => {
    const store = newStore()
    for (const file of FILES) loadRecorded(store, JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
    const get = await signIn(await startTestController({ store }))

    const portFaults = await get('class/faultInst.json', {
      'query-target-filter': 'and(wcard(faultInst.dn,"fault-F1394"),eq(faultInst.rule,"ethpm-if-port-down-fabric"))',
    })
    const outside = await get('class/l3extOut.json', {
      'rsp-subtree': 'full',
      'rsp-subtree-class': 'l3extRsEctx,l3extRsNodeL3OutAtt,l3extLoopBackIfP,l3extRsPathL3OutAtt,l3extMember',
    })

    expect(Number(portFaults.totalCount)).toBeGreaterThan(0)
    const text = JSON.stringify(outside.objects)
    for (const connector of ['l3extLNodeP', 'l3extLIfP', 'ipRouteP']) expect(text).toContain(connector)
  })
})
