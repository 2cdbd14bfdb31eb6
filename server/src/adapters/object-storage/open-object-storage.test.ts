import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ObjectStorageSimulator,
  startObjectStorage,
} from '@heddle/simulators/object-storage/start-object-storage.ts'
import { ServiceUnavailable } from '../../kernel/errors.ts'
import { Secret } from '../secrets/secret.ts'
import { openObjectStorage } from './open-object-storage.ts'

let simulator: ObjectStorageSimulator
beforeEach(async () => void (simulator = await startObjectStorage()))
afterEach(() => simulator.close())

const LIMITS = { connectMs: 1_000, silenceMs: 100, attempts: 1 }
type Changes = { readonly secret?: string; readonly bucket?: string; readonly url?: string }

function open({ secret = simulator.credentials.secret, ...changes }: Changes = {}) {
  const { url, bucket, credentials } = simulator
  const options = { url, bucket, region: 'eu-central-1', keyId: credentials.keyId, ...changes }
  return openObjectStorage({ ...options, secret: new Secret(secret) }, LIMITS)
}

describe('object storage', () => {
  it('keeps files, reads parts of them and removes them', async () => {
    const storage = await open()
    await storage.put('packs/a b/ünï', Buffer.from('0123456789'))

    expect(Buffer.from((await storage.read('packs/a b/ünï'))!).toString()).toBe('0123456789')
    expect(Buffer.from((await storage.read('packs/a b/ünï', { offset: 3, length: 4 }))!).toString()).toBe('3456')
    expect([...simulator.objects.keys()]).toEqual(['packs/a b/ünï'])

    await storage.remove('packs/a b/ünï')
    await storage.remove('packs/a b/ünï')
    expect(await storage.read('packs/a b/ünï')).toBeUndefined()
    await storage.close()
  })

  it.each<[string, Changes, string]>([
    ['a wrong secret', { secret: 'another' }, 'SignatureDoesNotMatch (403)'],
    ['a missing bucket', { bucket: 'another' }, 'NoSuchBucket (404)'],
    ['a wrong address', { url: 'http://127.0.0.1:1' }, 'ECONNREFUSED'],
  ])('is not opened with %s', async (_, changes, reason) => {
    await expect(open(changes)).rejects.toMatchObject({
      body: { detail: expect.stringContaining(reason) as string },
    })
  })

  it('is given up when it is silent, and asked again when it is back', async () => {
    const storage = await open()
    simulator.fault = 'silent'

    await expect(storage.read('any')).rejects.toBeInstanceOf(ServiceUnavailable)

    simulator.fault = undefined
    expect(await storage.read('any')).toBeUndefined()
    await storage.close()
  })
})
