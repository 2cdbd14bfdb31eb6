import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import { type Proven, REQUESTS, rowOf, startProven } from '../../../testing/automation/start-proven.ts'

const MEGABYTE = 1_048_576

let app: Proven
beforeAll(async () => {
  app = await startProven()
})
afterAll(() => app.stop())

const proofOf = (id: string, query = '', client = app.editor) => client.get(`${REQUESTS}${id}/proof/${query}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a proof', () => {
  it('says what was asked, what the jobs said, and what the source held after', async () => {
    const id = await app.ended({ rows: [rowOf('bare'), rowOf('deleted')], comment: 'clean up' })
    await app.execution(id, 'ok: [bare]\n')
    await app.verify(id, { expect: 'gone' })

    const { status, body, headers } = await proofOf(id)

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      version: 1,
      request: id,
      template: { id: expect.any(String), name: 'Remove domains', job_template: 7 },
      requested_by: 'editor',
      comment: 'clean up',
      started_at: expect.stringMatching(/\+00:00$/),
      finished_at: expect.stringMatching(/\+00:00$/),
      status: 'succeeded',
      source: expect.objectContaining({ type: 'saved_query', saved_query: app.query }),
      rows: [
        { index: 0, values: { bd: 'bare' }, before: rowOf('bare').source },
        { index: 1, values: { bd: 'deleted' }, before: rowOf('deleted').source },
      ],
      approval: null,
      executions: [
        {
          job: 42,
          url: 'https://awx.example/#/jobs/playbook/42/output',
          revision: 'abc123',
          status: 'successful',
          output: 'ok: [bare]\n',
          output_sha256: sha256('ok: [bare]\n'),
          output_bytes: 11,
        },
      ],
      verification: expect.objectContaining({ status: 'differs' }),
      after: [
        { index: 0, row: rowOf('bare').source },
        { index: 1, row: null },
      ],
      blame: [{ index: 1, status: 'unknown', entries: [], more: false }],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('is canonical JSON with the hash of all but the hash', async () => {
    const odd = { values: { bd: '<"é"\u2028>', n: 1e21, ﬀ: 0.1, '𝄞': -0 }, source: null }
    const id = await app.ended({ rows: [odd, rowOf('bare')], comment: 'a "sha256":"x", b' })
    await app.execution(id, '')

    const { text, body } = await proofOf(id)

    const { sha256: hash, ...rest } = body
    expect(text).toBe(rfc8785Json(body))
    expect(hash).toBe(sha256(rfc8785Json(rest)))
  })

  it('has the last megabyte of an output, from a whole character on, and the hash of all of it', async () => {
    const id = await app.ended()
    const output = `${'x'.repeat(300_000)}${'é'.repeat(MEGABYTE / 2)}!`
    await app.execution(id, output)

    const [execution] = (await proofOf(id)).body.executions

    expect(execution.output).toBe(`${'é'.repeat(MEGABYTE / 2 - 1)}!`)
    expect(execution).toMatchObject({ output_bytes: 300_000 + MEGABYTE + 1, output_sha256: sha256(output) })
  })

  it('lists executions in order, those without a job too', async () => {
    const id = await app.ended()
    await app.execution(id, 'second', { position: 1 })
    await app.execution(id, '', { jobId: null, jobUrl: null, status: 'error', scmRevision: null, outputSha256: null })

    expect((await proofOf(id)).body.executions).toMatchObject([
      { job: null, url: null, status: 'error', output: '', output_sha256: null, output_bytes: 0 },
      { job: 42, output: 'second' },
    ])
  })

  it('is the same for every reader until there is a new check', async () => {
    const id = await app.ended()
    await app.execution(id, 'ok')

    const first = (await proofOf(id)).text

    expect((await proofOf(id, '?format=json', app.app.admin)).text).toBe(first)
    await app.verify(id, { expect: 'gone' })
    expect((await proofOf(id)).text).not.toBe(first)
  })
})

describe('a page', () => {
  it('stands alone, says the same hash, and runs nothing', async () => {
    const rows = [
      { values: { bd: '<script>alert(1)</script>' }, source: { dn: 'uni/"x"', html: '<b>' } },
      rowOf('bare'),
    ]
    const id = await app.ended({ rows, comment: '</dd><img src=x onerror=alert(1)>' })
    await app.execution(id, 'TASK [<script>] \u001b[0;32mok\u001b[0m\n', { jobUrl: 'javascript:alert(1)' })
    await app.verify(id, { expect: 'gone' })

    const { status, text, headers } = await proofOf(id, '?format=html')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text).toContain((await proofOf(id)).body.sha256)
    expect(text).toContain('TASK [&lt;script&gt;] ok')
    expect(text).toContain('1 of 2 rows differs')
    expect(text).not.toMatch(
      /<(script|img|link|iframe|object|form)|<[^>]*\s(on\w+|src)=|href="(?!https?:)|\u001b|@import|url\(/i,
    )
    expect(text.match(/<\/html>/g)).toHaveLength(1)
  })

  it('says why a check failed, who approved, and shows only the end of a long output', async () => {
    const id = await app.ended({
      selection: app.selectionOf({ savedQuery: randomUUID() }),
      approvalStatus: 'approved',
      approvalDecidedBy: 'grace',
      approvalDecidedAt: new Date(),
      approvalNote: 'go',
    })
    await app.execution(id, `first line\n${'middle\n'.repeat(10_000)}last line`)
    await app.verify(id, { expect: 'gone' })

    const { text } = await proofOf(id, '?format=html')

    expect(text).toContain('The saved query was deleted.')
    expect(text).toMatch(/approved by grace, .* UTC\ngo/)
    expect(text).toContain('last line')
    expect(text).not.toContain('first line')
  })
})

describe('asking for a proof', () => {
  it('is refused before the end, to others, without a request, and in another format', async () => {
    const nobody = await app.app.userOf(undefined)
    const id = await app.request()

    expect(await proofOf(id)).toMatchObject({ status: 409, body: { code: 'not_finished' } })
    expect(await proofOf(id, '?format=html')).toMatchObject({ status: 409, body: { code: 'not_finished' } })
    expect((await proofOf(id, '', nobody)).status).toBe(403)
    expect((await proofOf(randomUUID())).status).toBe(404)
    expect((await proofOf('x')).status).toBe(404)
    expect(await proofOf(id, '?format=pdf')).toMatchObject({ status: 400, body: { format: [expect.any(String)] } })
  })

  it('shows nothing of a request that somebody does not see', async () => {
    const id = await app.ended()

    expect((await proofOf(id, '', await app.app.userOf('editor'))).status).toBe(404)
  })
})
