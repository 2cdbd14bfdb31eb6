import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startBrowser, type TestBrowser } from '../browser.ts'

const PAGE = `<!doctype html><title>A page</title><h1>Hello</h1><style>h1 { color: red }</style>
<script src="/start.js"></script><img src="http://127.0.0.1:9/x.png" alt="">`

describe.skipIf(chromiumPath === undefined)('the browser of the stories', () => {
  const server = createServer((request, response) => {
    if (request.url === '/start.js')
      response.setHeader('content-type', 'text/javascript').end('console.error("no!"); missing()')
    else
      response
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', "default-src 'self'")
        .end(PAGE)
  })
  let browser: TestBrowser
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  it('notices whatever a page does wrong', async () => {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { page, complaints } = await browser.open({ baseURL })

    await page.goto('/')

    await expect.poll(() => page.getByRole('heading').textContent()).toBe('Hello')
    await expect
      .poll(() => complaints.join('\n'))
      .toMatch(
        /(?=[^]*error: no!)(?=[^]*uncaught: missing is not defined)(?=[^]*policy: style-src-elem)(?=[^]*policy: img-src refuses)/,
      )
  })
})
