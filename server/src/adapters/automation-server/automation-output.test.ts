import { describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { bigOutput, linesOf } from '@heddle/simulators/automation/output/job-output.ts'
import { startTestAutomation } from '@heddle/simulators/automation/testing/automation-client.ts'
import type { JobRef } from './automation-server.ts'
import {
  failureIn,
  never,
  sendHtml,
  sendJson,
  startScripted,
  startWorkbench,
  take,
  targetAt,
  textOf,
  TOKEN,
} from './testing/automation-workbench.ts'

const JOB: JobRef = { kind: 'job', id: 1 }

async function startJob(output = linesOf(['PLAY [all]', '\u001b[0;32mok: Zürich\u001b[0m'])) {
  const automation = await startTestAutomation({
    token: TOKEN,
    templates: [{ id: 7, name: 't', script: scriptOf({ output }) }],
  })
  const server = startWorkbench().pool.server(targetAt(automation.url))
  const { job } = await server.launch(7, {}, never)
  automation.clock.advance(60_000)
  return { automation, server, job }
}
const outputOf = async (answer: Parameters<typeof startScripted>[0]) => {
  const scripted = await startScripted(answer)
  return {
    scripted,
    output: startWorkbench()
      .pool.server(targetAt(scripted.url, { apiPrefix: '/api/v2/' }))
      .output(JOB, never),
  }
}

describe('the output of a job', () => {
  it('keeps its colours', async () => {
    const { server, job } = await startJob()

    expect(await textOf(server.output(job, never))).toBe('PLAY [all]\n\u001b[0;32mok: Zürich\u001b[0m\n')
  })

  it('may be empty, and a workflow job has none', async () => {
    const { server, job } = await startJob(linesOf([]))

    expect(await textOf(server.output(job, never))).toBe('')
    expect(await textOf(server.output({ kind: 'workflow_job', id: 1 }, never))).toBe('')
  })

  it('is downloaded when it is too large to be shown, and is never held as a whole', async () => {
    const size = 20_000_000
    const { automation, server, job } = await startJob(bigOutput(size))
    let bytes = 0
    let most = 0

    for await (const chunk of server.output(job, never)) {
      bytes += chunk.byteLength
      most = Math.max(most, chunk.byteLength)
    }

    expect(bytes).toBeGreaterThanOrEqual(size)
    expect(most).toBeLessThan(1_000_000)
    expect(automation.requests.slice(-2).map(({ url }) => url.split('?')[1])).toEqual([
      'format=ansi',
      'format=ansi_download',
    ])
  })

  it('is downloaded without colours where the server has no other download', async () => {
    const { automation, server, job } = await startJob(bigOutput(2_000_000))
    automation.faults.add({ kind: 'error', status: 404, path: 'ansi_download' })

    const text = await textOf(server.output(job, never))

    expect(text).toMatch(/^000000000 changed: /)
    expect(text).not.toContain('\u001b')
  })

  it('fails when it is cut in the middle', async () => {
    const { automation, server, job } = await startJob(bigOutput(5_000_000))
    automation.faults.add({ kind: 'reset', path: 'ansi_download' })

    expect(await failureIn(textOf(server.output(job, never)))).toMatchObject({ reason: 'lost_answer' })
  })

  it('fails when a chunked answer never ends properly', async () => {
    const { output } = await outputOf((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('half of it', () => request.socket.destroy())
    })

    expect((await failureIn(textOf(output))).reason).toBe('lost_answer')
  })

  it('is decoded, and a compressed answer that is cut fails as well', async () => {
    const packed = gzipSync('x'.repeat(100_000))
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
    const whole = await outputOf((_request, response) => response.writeHead(200, headers).end(packed))
    const cut = await outputOf((_request, response) => response.writeHead(200, headers).end(packed.subarray(0, 50)))

    expect(await textOf(whole.output)).toHaveLength(100_000)
    expect((await failureIn(textOf(cut.output))).reason).toBe('lost_answer')
  })

  it('is not a page, nor an error in JSON', async () => {
    const page = await outputOf((_request, response) => sendHtml(response, 200))
    const error = await outputOf((_request, response) => sendJson(response, { detail: 'Not found.' }, 404))

    expect((await failureIn(textOf(page.output))).message).toContain('web page')
    expect(await failureIn(textOf(error.output))).toMatchObject({ reason: 'not_found', message: 'Not found.' })
  })

  it('asks for it in a way that no server refuses', async () => {
    const { scripted, output } = await outputOf((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'),
    )

    await textOf(output)

    expect(scripted.headers[0]).toMatchObject({ accept: '*/*', authorization: `Bearer ${TOKEN}` })
  })

  it('frees its place when its reader stops early', async () => {
    const { server, job } = await startJob(bigOutput(5_000_000))

    for (let read = 0; read < 8; read++) await take(server.output(job, never), 1)

    expect((await server.job(job, never)).status).toBe('successful')
  })

  it('fails when it stalls', async () => {
    const scripted = await startScripted((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).write('half of it and more'.repeat(10)),
    )
    const server = startWorkbench({ stallTimeoutMs: 1000 }).pool.server(targetAt(scripted.url))

    expect(await failureIn(textOf(server.output(JOB, never)))).toMatchObject({
      reason: 'lost_answer',
      message: 'The server stopped answering.',
    })
  })

  it('ends with the signal of its reader', async () => {
    const scripted = await startScripted((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).write('x'.repeat(100)),
    )
    const controller = new AbortController()
    const output = startWorkbench().pool.server(targetAt(scripted.url)).output(JOB, controller.signal)

    const reading = failureIn(
      (async () => {
        for await (const _chunk of output) controller.abort()
      })(),
    )

    expect((await reading).reason).toBe('cancelled')
  })
})
