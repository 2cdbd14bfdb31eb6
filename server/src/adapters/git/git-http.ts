import type { BlockList } from 'node:net'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import { openClient } from '../outbound/open-client.ts'
import { GitFailure } from './git-failure.ts'

export type GitServer = {
  /** Without a user name or a password in it. */
  readonly url: string
  /** As a password, or `user:password`; null: everybody may read it. */
  readonly token: string | null
  /** Certificates in PEM that are trusted beside the usual ones. */
  readonly caCertificate: string | null
  readonly deny: BlockList
}

type Limits = { readonly mostBytes: number; readonly signal: AbortSignal }

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_MS = 20_000
const MOST_HEADER_BYTES = 16 * 1024
/** A list of branches and tags. */
const MOST_LIST_BYTES = 8_000_000
/** The one name that every host of repositories takes beside a token. */
const TOKEN_USER = 'x-token-auth'

/**
 * Requests of the Git library: each on a connection of its own, to checked addresses. Redirects are refused, answers
 * are bounded in bytes, and the token is added here, so that the library never sees it.
 */
export function createGitHttp(server: GitServer, { mostBytes, signal }: Limits): HttpClient {
  return {
    request: async ({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> => {
      const target = new URL(url)
      const client = openClient({
        origin: target.origin,
        signal,
        limits: { maxHeaderSize: MOST_HEADER_BYTES, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS },
        deny: server.deny,
        verifyTls: true,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        ...(server.caCertificate !== null && { ca: server.caCertificate }),
      })
      try {
        const sent = body === undefined ? null : await bytesOf(body)
        const response = await client.request({
          path: target.pathname + target.search,
          method,
          headers: { ...withoutCookies(headers), ...authorizationOf(server), 'accept-encoding': 'identity' },
          body: sent,
          signal,
        })
        refuseStatus(response.statusCode, server)
        const type = String(response.headers['content-type'] ?? '')
        if (!type.startsWith('application/x-git-')) throw noRepository()
        return {
          ...{ url, method, statusCode: response.statusCode, statusMessage: '', headers: { 'content-type': type } },
          body: one(await readBounded(response.body, method === 'GET' ? MOST_LIST_BYTES : mostBytes)),
        }
      } catch (error: unknown) {
        if (error instanceof GitFailure || signal.aborted) throw error
        throw new GitFailure(describeNetworkError(error).message)
      } finally {
        await client[Symbol.asyncDispose]()
      }
    },
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of body) {
    total += chunk.byteLength
    if (total > mostBytes)
      throw new GitFailure(`The repository is too large: the server sends more than ${mostBytes / 1e6} MB for it.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* one(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes
}

const withoutCookies = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(cookie|authorization)$/i.test(name)))

function authorizationOf({ token }: GitServer): Record<string, string> {
  if (token === null) return {}
  const pair = token.includes(':') ? token : `${TOKEN_USER}:${token}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** The library would put what the server answered into its error. */
function refuseStatus(status: number, { token }: GitServer): void {
  if (status === 200) return
  if (status === 401 || status === 403)
    throw new GitFailure(
      token === null
        ? `The server asks for a token (${status}).`
        : `The server refuses the token, or what it was asked for with it (${status}).`,
    )
  if (status === 404) throw new GitFailure('There is no repository at this address, or the token may not see it (404).')
  if (status >= 300 && status < 400)
    throw new GitFailure(`The server redirects to another address (${status}): enter that one.`)
  if (status === 429) throw new GitFailure('The server asks for fewer requests (429).')
  throw new GitFailure(`The server answered ${status}.`)
}

const noRepository = () =>
  new GitFailure('This is not the address of a Git repository: the server sent something else.')

async function bytesOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
