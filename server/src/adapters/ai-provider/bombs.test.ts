import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { failureIn, never, PROMPT, startWorkbench, targetAt } from './testing/ai-workbench.ts'
import { startScripted } from './testing/scripted-server.ts'

const MEGABYTE = 1024 * 1024

it('a compressed answer is unpacked to the limit, not further', async () => {
  const { ai } = startWorkbench()
  const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE, ' '))
  const { url } = await startScripted((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  )

  const failure = await failureIn(ai.ask(targetAt('ollama', url), PROMPT, never))

  expect(failure.message).toContain('larger than 2 MB')
})

it('an answer without end is read to the limit, packed or not', async () => {
  const { ai } = startWorkbench()
  let sentBytes = 0
  const endless = function* () {
    for (;;) {
      sentBytes += MEGABYTE
      yield Buffer.alloc(MEGABYTE, ' ')
    }
  }
  const { url } = await startScripted(({ path }, response) => {
    const isPacked = path.startsWith('/packed')
    response.writeHead(200, { 'content-type': 'application/json', ...(isPacked && { 'content-encoding': 'gzip' }) })
    const body = Readable.from(endless())
    response.on('close', () => body.destroy())
    if (isPacked) body.pipe(createGzip()).pipe(response)
    else body.pipe(response)
  })

  for (const base of [url, `${url}/packed`]) {
    sentBytes = 0
    const failure = await failureIn(ai.models(targetAt('ollama', base), never))
    expect(failure.message).toContain('larger than 2 MB')
    // What is on its way, in both sockets and in the packer.
    expect(sentBytes).toBeLessThan(100 * MEGABYTE)
  }
})
