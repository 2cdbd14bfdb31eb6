import { describe, expect, it } from 'vitest'
import { scriptOf } from './model/job-script.ts'
import { bigOutput, type JobOutput, linesOf, outputOf } from './output/job-output.ts'
import { clientOf, PLAIN, request, RUN_MS, startTestAutomation, UNTIL_RUNNING } from './testing/automation-client.ts'

const COLOURED = linesOf(['PLAY [all]', '\u001b[0;33mchanged: [apic1]\u001b[0m', '<b>&</b>', 'Zürich'])
const APOLOGY =
  /^Standard Output too large to display \(2000000 bytes\), only download supported for sizes over 1048576 bytes\.$/

async function start(output: JobOutput = COLOURED, options: Parameters<typeof startTestAutomation>[0] = {}) {
  const automation = await startTestAutomation({ templates: [{ ...PLAIN, script: scriptOf({ output }) }], ...options })
  const client = clientOf(automation)
  const id = await client.launch()
  return { automation, ...client, id, stdout: (query: string) => client.get(`jobs/${id}/stdout/?${query}`) }
}

describe('stdout', () => {
  it('comes as text with and without colours, as JSON, as a page and as a file', async () => {
    const { automation, stdout, id } = await start()
    automation.clock.advance(10_000)

    const [txt, ansi, json, html, file, ansiFile] = await Promise.all(
      ['txt', 'ansi', 'json', 'html', 'txt_download', 'ansi_download'].map((format) => stdout(`format=${format}`)),
    )

    const coloured = 'PLAY [all]\n\u001b[0;33mchanged: [apic1]\u001b[0m\n<b>&</b>\nZürich\n'
    const plain = 'PLAY [all]\nchanged: [apic1]\n<b>&</b>\nZürich\n'
    expect([txt?.text, file?.text]).toEqual([plain, plain])
    expect([ansi?.text, ansiFile?.text, json?.body.content]).toEqual([coloured, coloured, coloured])
    expect(json?.body.range).toEqual({ start: 0, end: 4, absolute_end: 4 })
    expect(html?.text).toContain('&lt;b&gt;&amp;')
    expect(txt?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(file?.headers.get('content-disposition')).toBe(`attachment; filename="job_${id}.txt"`)
    expect(ansiFile?.headers.get('content-disposition')).toBe(`attachment; filename="job_${id}.ansi.txt"`)
  })

  it('comes as bytes in base64', async () => {
    const { automation, stdout } = await start()
    automation.clock.advance(10_000)

    const { body } = await stdout('format=json&content_encoding=base64')

    expect(Buffer.from(body.content, 'base64').toString()).toContain(
      '\u001b[0;33mchanged: [apic1]\u001b[0m\n<b>&</b>\nZürich',
    )
  })

  it.each([
    ['start_line=1&end_line=3', 'line 1\nline 2\n', { start: 1, end: 3, absolute_end: 10 }],
    ['start_line=8&end_line=50', 'line 8\nline 9\n', { start: 8, end: 10, absolute_end: 10 }],
    ['start_line=-2', 'line 8\nline 9\n', { start: 8, end: 10, absolute_end: 10 }],
    ['start_line=10', '', { start: 10, end: 10, absolute_end: 10 }],
  ])('is cut by %s in JSON, and not in text', async (query, content, range) => {
    const { automation, stdout } = await start(linesOf(Array.from({ length: 10 }, (_, index) => `line ${index}`)))
    automation.clock.advance(10_000)

    const json = await stdout(`format=json&${query}`)
    const txt = await stdout(`format=txt&${query}`)

    expect(json.body).toEqual({ content, range })
    expect(txt.text.split('\n')).toHaveLength(11)
  })

  it('is a page when no format is named, and unknown formats are 404', async () => {
    const { automation, get, id, stdout } = await start()
    automation.clock.advance(10_000)

    const bare = await get(`jobs/${id}/stdout/`)
    const json = await request(`${automation.url}/api/v2/jobs/${id}/stdout/`, {
      headers: { authorization: `Bearer ${automation.token}`, accept: 'application/json' },
    })

    expect(bare.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(json.body.range.absolute_end).toBe(4)
    expect((await stdout('format=xml')).status).toBe(404)
  })

  it('grows while the job runs, and its last lines come after the end', async () => {
    const { automation, stdout } = await start(linesOf(['a', 'b', 'c', 'd']), { eventLag: { lagMs: 1500 } })
    const lines: number[] = []
    for (const ms of [UNTIL_RUNNING, 2500, 2500, 1500]) {
      automation.clock.advance(ms)
      lines.push((await stdout('format=json')).body.range.absolute_end)
    }

    expect(lines).toEqual([0, 1, 3, 4])
  })

  it('lacks lines in the middle while events are saved out of order', async () => {
    const { automation, stdout, get, id } = await start(linesOf(['a', 'b', 'c', 'd']), {
      eventLag: { lagMs: 100, holes: { every: 3, ms: 5000 } },
    })
    automation.clock.advance(UNTIL_RUNNING + RUN_MS + 200)

    const early = await stdout('format=txt')
    const events = await get(`jobs/${id}/job_events/?order_by=counter`)
    const { body } = await get(`jobs/${id}/`)
    automation.clock.advance(5000)

    expect([early.text, body.status, body.event_processing_finished]).toEqual(['a\nb\nd\n', 'successful', false])
    expect(events.body.results.map((one: any) => one.counter)).toEqual([1, 2, 4])
    expect((await stdout('format=txt')).text).toBe('a\nb\nc\nd\n')
    expect((await get(`jobs/${id}/`)).body.event_processing_finished).toBe(true)
  })

  it('never finishes when events were lost', async () => {
    const { automation, stdout, get, id } = await start(linesOf(['a', 'b']), {
      eventLag: { lagMs: 0, holes: { every: 2, ms: Infinity } },
    })

    automation.clock.advance(24 * 3_600_000)

    expect((await get(`jobs/${id}/`)).body).toMatchObject({ status: 'successful', event_processing_finished: false })
    expect((await stdout('format=txt')).text).toBe('a\n')
  })
})

describe('a long stdout', () => {
  it('is an apology with status 200 in every format but the downloads', async () => {
    const { automation, stdout } = await start(bigOutput(2_000_000))
    automation.clock.advance(10_000)

    const [txt, ansi, json, html, file] = await Promise.all(
      ['txt', 'ansi', 'json', 'html', 'txt_download'].map((format) => stdout(`format=${format}`)),
    )

    expect([txt, ansi, json, html, file].map((one) => one?.status)).toEqual([200, 200, 200, 200, 200])
    expect(txt?.text).toMatch(APOLOGY)
    expect(ansi?.text).toMatch(APOLOGY)
    expect(json?.body).toEqual({
      range: { start: 0, end: 1, absolute_end: 1 },
      content: expect.stringMatching(APOLOGY),
    })
    expect(html?.text).toContain('Standard Output too large')
    expect(file?.text.split('\n')).toHaveLength(20_001)
    expect(file?.text).not.toContain('\u001b')
  })

  it('of 100 MB is written as fast as it is read, never held as a whole', async () => {
    const [whole, lineBytes] = [bigOutput(100_000_000), 101]
    let [written, read, ahead] = [0, 0, 0]
    const at = (index: number) => {
      written += lineBytes
      return whole.at(index)
    }
    const { automation, id } = await start({ ...whole, at })
    automation.clock.advance(10_000)

    const { body } = await fetch(`${automation.url}/api/v2/jobs/${id}/stdout/?format=ansi_download`, {
      headers: { authorization: `Bearer ${automation.token}` },
    })
    for await (const chunk of body!) {
      read += (chunk as Uint8Array).length
      ahead = Math.max(ahead, written - read)
    }

    expect(read).toBe(101_000_000)
    expect(ahead).toBeLessThan(30_000_000)
  })
})

describe('events', () => {
  const events = outputOf([
    { event: 'playbook_on_start', stdout: '' },
    { event: 'playbook_on_task_start', stdout: `\r\nTASK [create] ${'*'.repeat(2000)}`, task: 'create' },
    {
      event: 'runner_on_ok',
      stdout: `changed: [apic1] ${'x'.repeat(2000)}`,
      task: 'create',
      host: 'apic1',
      changed: true,
    },
    { event: 'playbook_on_stats', stdout: '\r\nPLAY RECAP\r\napic1 : ok=1' },
  ])

  it('tell where their lines belong', async () => {
    const { automation, get, id } = await start(events)
    automation.clock.advance(10_000)

    const { body } = await get(`jobs/${id}/job_events/?order_by=counter&no_truncate=true`)

    expect(body.count).toBe(4)
    expect(body.results.map((one: any) => [one.counter, one.start_line, one.end_line])).toEqual([
      [1, 0, 0],
      [2, 0, 2],
      [3, 2, 3],
      [4, 3, 6],
    ])
    expect(body.results[2]).toMatchObject({
      event: 'runner_on_ok',
      host_name: 'apic1',
      task: 'create',
      changed: true,
      failed: false,
    })
  })

  it('are cut to 1024 characters unless asked otherwise, those of the playbook excepted', async () => {
    const { automation, get, id } = await start(events)
    automation.clock.advance(10_000)

    const cut = await get(`jobs/${id}/job_events/?order_by=counter`)
    const whole = await get(`jobs/${id}/job_events/?order_by=counter&no_truncate=true`)

    const lengths = ({ body }: typeof cut) => body.results.map((one: any) => one.stdout.length)
    expect([lengths(cut), lengths(whole)]).toEqual([
      [0, 2016, 1024, 26],
      [0, 2016, 2017, 26],
    ])
  })

  it('can be followed by a cursor, also deep in a long output', async () => {
    const { automation, get, id } = await start(bigOutput(10_000_000))
    automation.clock.advance(10_000)

    const { body } = await get(
      `jobs/${id}/job_events/?order_by=counter&counter__gt=99000&page_size=200&no_truncate=true`,
    )

    expect([body.count, body.results.length]).toEqual([1000, 200])
    expect(body.results[0]).toMatchObject({
      counter: 99_001,
      start_line: 99_000,
      stdout: expect.stringContaining('000099000'),
    })
    expect(body.next).toContain('counter__gt=99000')
  })

  it('can be filtered, and come without an envelope below a limit', async () => {
    const { automation, get, id } = await start(events)
    automation.clock.advance(10_000)

    const changed = await get(`jobs/${id}/job_events/?changed=true`)
    const limited = await get(`jobs/${id}/job_events/?limit=2`)

    expect(changed.body.results.map((one: any) => one.counter)).toEqual([3])
    expect(Object.keys(limited.body)).toEqual(['results'])
    expect(limited.body.results).toHaveLength(2)
    expect((await get(`jobs/${id}/job_events/?colour=red`)).status).toBe(400)
  })
})
