import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Arrival = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }
export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>

/** What channels are sent to: it keeps what arrives, and answers as a test says. */
export async function startReceiver() {
  const arrivals: Arrival[] = []
  let answer: { status: number; body?: string; headers?: Record<string, string> } | 'nothing' = { status: 200 }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      arrivals.push({ path: request.url ?? '', headers: request.headers, body: body.toString('utf8') })
      if (answer !== 'nothing') response.writeHead(answer.status, answer.headers).end(answer.body ?? 'answered')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-path?key=secret-key`,
    arrivals,
    answers: (next: typeof answer) => {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
