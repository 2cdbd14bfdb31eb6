import { describe, expect, it } from 'vitest'
import { generateModel } from '../registry/generate-model.ts'
import type { DocumentOptions } from './http/class-documents.ts'
import { sampleTree } from './testing/sample-tree.ts'
import { login, startTestController } from './testing/test-client.ts'

const model = generateModel({ classes: 120 })

async function start(documents?: DocumentOptions) {
  const simulator = await startTestController({ store: sampleTree(), ...(documents && { documents }) })
  const get = async (path: string, token?: string) => {
    const response = await fetch(simulator.url + path, {
      headers: token === undefined ? {} : { cookie: `APIC-cookie=${token}` },
    })
    return { status: response.status, text: await response.text() }
  }
  return { simulator, get }
}

describe('class documents of a controller', () => {
  it('are served without a session by default', async () => {
    const { simulator, get } = await start({ model })

    const document = await get('/doc/jsonmeta/fv/Tenant.json')
    const aggregates = [await get('/acimeta/aci-meta.json'), await get('/doc/jsonmeta/aci-meta.json')]

    expect(document).toEqual({ status: 200, text: model.json('fv:Tenant') })
    expect(aggregates.map(({ text }) => Object.keys(JSON.parse(text).classes).length)).toEqual([120, 120])
    expect(simulator.requests.map(({ kind }) => kind)).toEqual(['document', 'document', 'document'])
  })

  it('can require a session', async () => {
    const { simulator, get } = await start({ model, access: 'session' })
    const { token } = await login(simulator)

    const stranger = await get('/doc/jsonmeta/fv/Tenant.json')
    const known = await get('/doc/jsonmeta/fv/Tenant.json', token)
    simulator.expireTokens()
    const expired = await get('/acimeta/aci-meta.json', token)

    expect([stranger.status, known.status, expired.status]).toEqual([403, 200, 403])
    expect(JSON.parse(stranger.text).imdata[0].error.attributes.text).toContain('Need a valid webtoken cookie')
    expect(JSON.parse(expired.text).imdata[0].error.attributes.text).toContain('Token timeout')
  })

  it('answer 404 without documents, for a missing class, and for a disabled aggregate', async () => {
    const stripped = await start()
    const { simulator, get } = await start({ model, without: ['fv:Tenant'] })
    if (simulator.settings.documents) simulator.settings.documents.source.hasAggregate = false

    const statuses = [
      await stripped.get('/doc/jsonmeta/fv/Tenant.json'),
      await get('/doc/jsonmeta/fv/Tenant.json'),
      await get('/doc/jsonmeta/pol/Uni.json'),
      await get('/acimeta/aci-meta.json'),
    ]

    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 404])
  })

  it('are hit only by faults that target documents', async () => {
    const { simulator, get } = await start({ model })
    simulator.faults.add({ kind: 'html', status: 503 })
    const spared = await get('/doc/jsonmeta/fv/Tenant.json')
    simulator.faults.add({ kind: 'html', status: 502, on: 'document', next: 1 })

    const struck = await get('/doc/jsonmeta/fv/Tenant.json')

    expect([spared.status, struck.status]).toEqual([200, 502])
  })
})
