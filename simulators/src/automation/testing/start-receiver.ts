import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: any
}

/** Receives webhooks; answers with `status`, or redirects paths that begin with /moved to /new. */
export async function startReceiver(status = 202): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = '', url: path = '', headers } = message
      received.push({ method, path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      if (path.startsWith('/moved')) response.writeHead(307, { location: '/new' }).end()
      else response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
