import { describe, expect, it } from 'vitest'
import { changedRowToTell, type MessageLinks, type Occurrence, rowsToTell } from './occurrence.ts'
import { pagerdutyEvent } from './pagerduty-event.ts'
import { slackMessage } from './slack-message.ts'
import { teamsMessage } from './teams-message.ts'
import { MOST_BODY_BYTES, webhookBody } from './webhook-body.ts'
import { webexMessage } from './webex-message.ts'

const links: MessageLinks = {
  open: 'https://heddle.example/queries/1/',
  mute: { hour: 'https://heddle.example/m?1h', day: 'https://heddle.example/m?1d', untilPassed: 'https://h/m?p' },
}
const occurrence: Occurrence = {
  type: 'check.failed',
  category: 'scheduled_task',
  severity: 'warning',
  title: 'Leaf ports is not as expected',
  text: 'More than 0 rows. <!channel> [click](https://evil.example)',
  at: '2026-03-02T09:00:00.000+00:00',
  saved_query: { id: '6f1c3b52-9d1f-4a63-9d53-4d1c1c1b3a10', name: 'Leaf ports' },
  connections: ['dc1'],
  counts: { failing: 2 },
  rows: rowsToTell([{ dn: 'uni/tn-A' }, { dn: 'uni/tn-B' }]),
  blame: ['kim'],
  link: '/queries/1/',
  key: 'check:1',
}
const huge: Occurrence = {
  ...occurrence,
  title: 'x'.repeat(400),
  text: '😀'.repeat(1_500),
  rows: rowsToTell(
    Array.from({ length: 20 }, () =>
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`column ${index}`, '\u0001"&<'.repeat(400)])),
    ),
  ),
}

describe('rows', () => {
  it('are the first ten, with a dozen short values each', () => {
    expect(huge.rows).toHaveLength(10)
    expect(Object.values(huge.rows[0]!)).toHaveLength(12)
    expect(String(huge.rows[0]!['column 0'])).toHaveLength(300)
  })

  it('that changed say what was and what is', () => {
    expect(changedRowToTell({ key: { dn: 'a' }, fields: { mtu: { before: 1500, after: null } } })).toEqual({
      dn: 'a',
      mtu: '1500 → (none)',
    })
  })
})

describe('a webhook', () => {
  it('has type, timestamp and data', () => {
    expect(JSON.parse(webhookBody(occurrence, links))).toMatchObject({
      type: 'check.failed',
      timestamp: occurrence.at,
      data: {
        rows: occurrence.rows,
        truncated: false,
        blame: ['kim'],
        link: links.open,
        mute: { '1h': links.mute!.hour },
      },
    })
  })

  it('has at most 20 kB, and says that rows were cut', () => {
    const body = webhookBody(huge, links)

    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_BODY_BYTES)
    expect(JSON.parse(body).data).toMatchObject({ truncated: true })
    expect(JSON.parse(body).data.rows.length).toBeLessThan(10)
  })
})

describe('Slack', () => {
  it('gets at most 50 blocks within the lengths that it takes', () => {
    const { blocks } = slackMessage(huge, links)

    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const block of blocks)
      if ('text' in block) expect(block.text.text.length).toBeLessThanOrEqual(block.type === 'header' ? 150 : 3_000)
  })

  it('reads no markup in what a controller says', () => {
    const text = JSON.stringify(slackMessage(occurrence, links))

    expect(text).not.toContain('<!channel>')
    expect(text).toContain('&lt;!channel&gt;')
  })
})

describe('Teams', () => {
  it('gets an Adaptive Card 1.4 in the envelope of Workflows', () => {
    const { type, attachments } = teamsMessage(occurrence, links)

    expect(type).toBe('message')
    expect(attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4' },
    })
    expect(JSON.stringify(attachments)).not.toContain('[click]')
  })

  it('gets less than the 28 kB that it takes', () => {
    expect(JSON.stringify(teamsMessage(huge, links)).length).toBeLessThan(28_000)
  })
})

describe('Webex', () => {
  it('gets Markdown in which a controller makes no link and mentions nobody', () => {
    const { markdown } = webexMessage(occurrence, links)

    expect(markdown).toContain(String.raw`\<!channel\> \[click\]`)
    expect(markdown).toContain('[Open](https://heddle.example/queries/1/)')
  })

  it('gets less than 7,439 bytes', () => {
    expect(Buffer.byteLength(webexMessage({ ...huge, text: 'x'.repeat(5_000) }, links).markdown)).toBeLessThan(7_439)
  })
})

describe('PagerDuty', () => {
  it('gets an incident, and its end under the same key', () => {
    const trigger = pagerdutyEvent(occurrence, links, 'heddle.example')
    const resolve = pagerdutyEvent({ ...occurrence, type: 'check.passed', severity: 'info' }, links, 'heddle.example')

    expect(trigger).toMatchObject({ event_action: 'trigger', dedup_key: 'check:1', payload: { severity: 'warning' } })
    expect(resolve).toEqual({ event_action: 'resolve', dedup_key: 'check:1' })
  })
})
