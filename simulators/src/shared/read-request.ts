import type { IncomingMessage } from 'node:http'

export type Address = { readonly path: string; readonly options: ReadonlyMap<string, string>; readonly query: string }

/** Decodes a request target; undefined if its path contains a broken escape. In the query, `+` is a space. */
export function readAddress(url: string): Address | undefined {
  const cut = url.indexOf('?')
  const rawQuery = cut < 0 ? '' : url.slice(cut + 1)
  const path = decode(cut < 0 ? url : url.slice(0, cut))
  if (path === undefined) return undefined
  const pairs = rawQuery.split('&').filter((pair) => pair !== '')
  const options = new Map(pairs.map(readPair))
  return { path, options, query: pairs.map((pair) => readPair(pair).join('=')).join('&') }
}

function readPair(pair: string): [string, string] {
  const cut = pair.indexOf('=')
  const [name, value] = cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)]
  return [decodeValue(name), decodeValue(value)]
}

function decodeValue(text: string): string {
  return decode(text.replaceAll('+', ' ')) ?? text
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // A broken escape: callers decide how to handle it.
    return undefined
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
