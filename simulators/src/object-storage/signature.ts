import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type Credentials = { readonly keyId: string; readonly secret: string }

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Whether the request has a Signature Version 4 of these credentials, and the body that was signed. */
export function isSignedBy({ keyId, secret }: Credentials, request: IncomingMessage, body: Buffer): boolean {
  const { headers } = request
  const [, signer, date, region, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (signer !== keyId || date === undefined || region === undefined || names === undefined) return false
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const canonical = canonicalRequest(request, names, payload)
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, date), region))
  return hmac(key, text).toString('hex') === signature
}

function canonicalRequest({ method, url, headers }: IncomingMessage, names: string, payload: string): string {
  const [path = '', query = ''] = url!.split('?')
  const parameters = query === '' ? [] : query.split('&').map((one) => (one.includes('=') ? one : `${one}=`))
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`)
  return [method, path, parameters.sort().join('&'), lines.join(''), names, payload].join('\n')
}
