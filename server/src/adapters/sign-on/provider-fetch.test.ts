import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { RequestTimeout } from '../outbound/abort-scope.ts'
import { BodyTooBig } from '../outbound/read-body.ts'
import { createProviderFetch } from './provider-fetch.ts'

async function ask(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire = createProviderFetch({ deny: new BlockList(), timeoutMs: 200 })
  try {
    const { port } = server.address() as AddressInfo
    return await wire.fetch(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} })
  } finally {
    await wire.close()
    server.closeAllConnections()
    server.close()
  }
}

it('reads an answer, packed or not', async () => {
  const answer = await ask((_request, response) =>
    response.writeHead(201, { 'content-encoding': 'gzip', 'x-more': 'a' }).end(gzipSync('hello')),
  )

  expect([answer.status, answer.headers.get('x-more'), await answer.text()]).toEqual([201, 'a', 'hello'])
})

it('gives up an answer that never ends', async () => {
  const asked = ask((_request, response) => void response.writeHead(200).write('{'))

  await expect(asked).rejects.toBeInstanceOf(RequestTimeout)
})

it('gives up an answer that unpacks to more than half a megabyte', async () => {
  const asked = ask((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
  )

  await expect(asked).rejects.toBeInstanceOf(BodyTooBig)
})
