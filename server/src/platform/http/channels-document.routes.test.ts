import asyncApi from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('the description of the channels', () => {
  it('is an AsyncAPI document', async () => {
    const { body } = await app.admin.get('/api/channels-schema/')

    const ajv = new Ajv({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(asyncApi)
    validate(body)
    expect(validate.errors ?? []).toEqual([])
    expect(body.asyncapi).toBe('3.0.0')
  })

  it('refers only to what is in it', async () => {
    const { text } = await app.admin.get('/api/channels-schema/')

    const config = await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } })
    expect(await lintFromString({ source: text, absoluteRef: 'asyncapi.json', config })).toEqual([])
  })

  it('has the six channels, with frames told apart by their type', async () => {
    const { channels, components } = (await app.admin.get('/api/channels-schema/')).body

    expect(Object.values<{ address: string }>(channels).map(({ address }) => address)).toEqual([
      '/ws/chain-execution/{job_id}/',
      '/ws/runs/',
      '/ws/notifications/',
      '/ws/automation/request/{request_id}/',
      '/ws/automation/execution/{execution_id}/',
      '/ws/mim-import/{run_id}/',
    ])
    const { properties } = components.schemas.RunCompleteFrame
    expect(properties.type).toEqual({ type: 'string', const: 'execution_complete' })
    expect(channels.run.messages.execution_complete).toEqual({ $ref: '#/components/messages/RunCompleteFrame' })
  })

  it('is the same as YAML, for anyone who is signed in', async () => {
    const viewer = await app.userOf('viewer')
    const { text, headers } = await viewer.get('/api/channels-schema/?format=yaml')

    expect(headers.get('content-type')).toBe('application/yaml; charset=utf-8')
    expect(parse(text)).toEqual((await viewer.get('/api/channels-schema/')).body)
    expect((await app.anonymous.get('/api/channels-schema/')).status).toBe(401)
  })
})
