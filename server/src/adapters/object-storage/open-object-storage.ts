import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { SECOND } from '../../kernel/durations.ts'
import { OUTAGE_RETRY_MS, ServiceUnavailable } from '../../kernel/errors.ts'
import type { ByteRange, ObjectStorage, ObjectStorageOptions } from './object-storage.ts'

type Limits = { readonly connectMs: number; readonly silenceMs: number; readonly attempts: number }
const LIMITS: Limits = { connectMs: 5 * SECOND, silenceMs: 15 * SECOND, attempts: 3 }
const MOST_SOCKETS = 32
const CHECK_KEY = 'check'

/** Opens S3-compatible storage and proves that it can be written, read and deleted from. */
export async function openObjectStorage(
  options: ObjectStorageOptions,
  limits: Limits = LIMITS,
): Promise<ObjectStorage> {
  const storage = createObjectStorage(options, limits)
  try {
    await check(storage)
    return storage
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** The key needs no other rights, such as to list the bucket. */
async function check(storage: ObjectStorage): Promise<void> {
  const [key, body] = [`${CHECK_KEY}/${randomUUID()}`, Buffer.from('Heddle can write here.')]
  await storage.put(key, body)
  const read = await storage.read(key, { offset: 0, length: body.length })
  await storage.remove(key)
  if (read === undefined || !body.equals(read)) throw new Error('object storage does not return what was written to it')
}

function createObjectStorage(
  { url, bucket, region, keyId, secret }: ObjectStorageOptions,
  limits: Limits,
): ObjectStorage {
  const { connectMs, silenceMs, attempts } = limits
  const client = new S3Client({
    endpoint: url,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret.reveal() },
    // Works without a DNS name for each bucket.
    forcePathStyle: true,
    maxAttempts: attempts,
    // Other servers than Amazon's do not know the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets: MOST_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_SOCKETS },
    },
  })
  const place = `${new URL(url).host}/${bucket}`
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof NoSuchKey) throw error
      throw Object.assign(new ServiceUnavailable(`Object storage (${place}): ${reasonOf(error)}`, OUTAGE_RETRY_MS), {
        cause: error,
      })
    }
  }
  return {
    put: (Key, Body) =>
      attempt(async () => {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentLength: Body.length }))
      }),
    read: async (Key, range) => {
      try {
        return await attempt(async () => {
          const { Body } = await client.send(
            new GetObjectCommand({ Bucket: bucket, Key, Range: range && rangeOf(range) }),
          )
          return await Body!.transformToByteArray()
        })
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    remove: (Key) =>
      attempt(async () => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
      }),
    close: async () => client.destroy(),
  }
}

const rangeOf = ({ offset, length }: ByteRange): string => `bytes=${offset}-${offset + length - 1}`

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceException) return `${error.name} (${error.$metadata.httpStatusCode ?? 'no answer'})`
  return error instanceof Error ? error.message || error.name : String(error)
}
