import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { Clean } from 'typebox/value'
import { isAllowed, refusalOf } from '../../kernel/access.ts'
import { BadGateway } from '../../kernel/errors.ts'
import type { OpenOperations, OperationCaller } from '../operations.ts'
import { type RequestInput, inputReader } from './read-input.ts'
import { Reply, type Route } from './route.ts'

/** An answer that is streamed is read up to here. */
const MOST_BYTES = 2_000_000

/** `open` is called once, when all routes are known. */
export function createOperations(): OpenOperations {
  const known = new Map<string, Operation>()
  return {
    open: (routes, base) => {
      for (const route of routes) known.set(`${route.method} ${route.path}`, operationOf(route, base))
    },
    call: async (name, by, input = {}) => {
      const operation = known.get(name)
      if (operation === undefined) throw new Error(`There is no operation ${name}.`)
      return operation(by, { params: {}, query: {}, body: {}, ...input })
    },
  }
}

type Operation = (by: OperationCaller, input: RequestInput) => Promise<unknown>

function operationOf(route: Route, base: string): Operation {
  const { spec } = route
  const readInput = inputReader(route)
  return async ({ caller, request, signal }, given) => {
    if (!isAllowed(spec.access, caller)) throw refusalOf(spec.access, caller)
    const input = readInput(given)
    const url = new URL(route.path, base)
    const context = { ...input, caller, url, ifMatch: undefined, signal, request }
    const result = await route.handler(context as never)
    return bodyOf(result, spec.reply)
  }
}

/** Only what the route declares, as in its answer over HTTP. */
async function bodyOf(result: unknown, schema: TSchema): Promise<unknown> {
  const body = result instanceof Reply ? result.body : result
  if (body instanceof Readable) return JSON.parse(await textOf(body))
  // A page that its route has written already.
  if (result instanceof Reply && typeof body === 'string') return JSON.parse(body)
  return Clean(schema, JSON.parse(JSON.stringify(body)))
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream as AsyncIterable<Buffer | string>) {
    const buffer = Buffer.from(part)
    bytes += buffer.byteLength
    if (bytes > MOST_BYTES) throw new BadGateway('The answer is larger than 2 MB. Ask for less of it.')
    parts.push(buffer)
  }
  return Buffer.concat(parts).toString()
}
