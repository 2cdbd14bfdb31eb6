import { describe, expect, it } from 'vitest'
import { type AuditEntryToSend, recordOfEntry } from './audit-record.ts'
import { recordOfFinding } from './finding-record.ts'
import { asciiJson, fitEvent } from './fit-event.ts'
import { otlpLogs } from './otlp-logs.ts'
import { recordOfSignIn } from './sign-in-record.ts'
import { syslogMessage } from './syslog-message.ts'

const AT = new Date('2026-03-02T09:00:00.123Z')
const SENDER = { version: '1.2.3', uid: 'f00d' }
const ENTRY: AuditEntryToSend = {
  id: 7,
  category: 'user_management',
  action: 'user_create',
  username: 'olga',
  userId: 3,
  ipAddress: '192.0.2.7',
  userAgent: 'curl/8',
  description: 'User "zoë" was created',
  targetType: 'user',
  targetId: '9',
  metadata: { groups: ['Editors'] },
  content: { username: 'zoë' },
  contentSizeBytes: 20,
  createdAt: AT,
}
const FINDING = {
  id: 'a'.repeat(32),
  resource: 'uni/tn-A',
  reason: 'no VRF',
  severity: 'high' as const,
  row: { dn: 'uni/tn-A' },
  rows: 2,
  waiver: null,
}
const CHECK = {
  sequence: 4,
  at: AT,
  savedQueryId: 'q1',
  name: 'Domains have a VRF',
  pack: null,
  connectionId: 'c1',
  connectionName: 'dc1',
  executionId: 'e1',
  username: 'edgar',
}
const HOST = { host: 'heddle-1', version: '1.2.3', mostBytes: 8_192 }
const textOf = (message: string): string => message.slice(message.indexOf('] {') + 2)

describe('a record', () => {
  it('of an audit entry is an API activity with who did it, whence, and to what', () => {
    const { body } = recordOfEntry(ENTRY, SENDER)

    expect(body).toMatchObject({
      metadata: { uid: 'f00d', sequence: 7, version: '1.5.0', product: { name: 'Heddle', version: '1.2.3' } },
      class_uid: 6003,
      activity_id: 1,
      activity_name: 'Create',
      type_uid: 600_301,
      time: AT.getTime(),
      severity_id: 1,
      actor: { user: { name: 'olga', uid: '3' } },
      src_endpoint: { ip: '192.0.2.7' },
      api: { operation: 'user_create', group: { name: 'user_management' } },
      resources: [{ type: 'user', uid: '9' }],
      unmapped: { details: { groups: ['Editors'] }, content: { username: 'zoë' } },
    })
  })

  it.each([
    ['user_delete', 4, 'Delete', 1],
    ['query_run', 99, 'run', 1],
    ['user_login_failed', 99, 'failed', 2],
    ['access_deny', 99, 'deny', 2],
    ['account_lock', 99, 'lock', 3],
  ] as const)('of %s has the activity %i (%s) and the severity %i', (action, id, name, severity) => {
    const { body } = recordOfEntry({ ...ENTRY, action, ipAddress: null, userId: null }, SENDER)

    expect(body).toMatchObject({ activity_id: id, activity_name: name, severity_id: severity })
    expect(body['src_endpoint']).toBeUndefined()
  })

  it.each([
    [true, '', 1, undefined],
    [false, 'bad_password', 2, 'bad_password'],
  ])('of a sign-in (%s) is an authentication', (success, failureReason, status, detail) => {
    const attempt = { id: 1, username: 'olga', success, failureReason, ipAddress: '::1', userAgent: null }

    const { body } = recordOfSignIn({ ...attempt, attemptedAt: AT }, SENDER)

    expect(body).toMatchObject({ class_uid: 3002, activity_id: 1, status_id: status, user: { name: 'olga' } })
    expect(body['status_detail']).toBe(detail)
  })

  it('of a finding is a compliance finding that has the id of all runs that find it', () => {
    const { body } = recordOfFinding(FINDING, CHECK, SENDER)

    expect(body).toMatchObject({
      class_uid: 2003,
      finding_info: { uid: FINDING.id, title: 'Domains have a VRF', desc: 'no VRF' },
      compliance: { status_id: 3, standards: ['Heddle'] },
      severity_id: 4,
      status_id: 1,
      device: { name: 'dc1' },
      resources: [{ uid: 'uni/tn-A', type: 'object' }],
      evidences: [{ data: { dn: 'uni/tn-A' } }],
      message: 'Domains have a VRF: uni/tn-A: no VRF',
    })
  })

  it('of a finding has no value under a name that sounds secret', () => {
    const { body } = recordOfFinding({ ...FINDING, row: { dn: 'x', privPassword: 'hush' } }, CHECK, SENDER)

    expect(body).toMatchObject({ evidences: [{ data: { dn: 'x', privPassword: '***' } }] })
  })

  it('of a finding under a waiver is suppressed', () => {
    const { body } = recordOfFinding({ ...FINDING, waiver: 'w1' }, CHECK, SENDER)

    expect(body).toMatchObject({ status_id: 3, status: 'Suppressed', unmapped: { waiver: 'w1' } })
  })
})

describe('a syslog message', () => {
  it('is one of RFC 5424, with the event as JSON', () => {
    const message = syslogMessage(recordOfEntry(ENTRY, SENDER), HOST)

    expect(message.slice(0, message.indexOf('{'))).toBe(
      '<110>1 2026-03-02T09:00:00.123Z heddle-1 heddle - user_create [origin software="heddle" swVersion="1.2.3"]' +
        '[heddle@32473 id="f00d" source="audit" sequence="7" name="user_create" user="olga" ip="192.0.2.7"] ',
    )
    expect(JSON.parse(textOf(message))).toEqual(recordOfEntry(ENTRY, SENDER).body)
    expect(message).toMatch(/^[\x20-\x7e]+$/)
  })

  it('keeps names from ending its structured data, or a line', () => {
    const message = syslogMessage(recordOfEntry({ ...ENTRY, username: 'a"] \\x\n<13>1 ö' }, SENDER), HOST)

    expect(message).toContain(String.raw`user="a\"\] \\x <13>1 ö"`)
    expect(message).not.toMatch(/\p{Cc}/u)
  })

  it.each([2_048, 3_000, 8_192])(
    'that is too large for %i bytes is cut, says so, and stays whole JSON',
    (mostBytes) => {
      const long = { ...ENTRY, username: 'ü'.repeat(200), description: 'ß'.repeat(1_000), content: 'x'.repeat(9_000) }

      const message = syslogMessage(recordOfEntry(long, SENDER), { ...HOST, host: 'h'.repeat(300), mostBytes })

      expect(new TextEncoder().encode(message).length).toBeLessThanOrEqual(mostBytes)
      expect(JSON.parse(textOf(message))).toMatchObject({
        metadata: { uid: 'f00d' },
        class_uid: 6003,
        unmapped: { truncated: true, whole_bytes: expect.any(Number) },
      })
    },
  )

  it('that is cut leaves out first what can be looked up', () => {
    const { body } = recordOfFinding({ ...FINDING, row: { dn: 'y'.repeat(7_000) } }, CHECK, SENDER)

    const shown = fitEvent(body, 2_000).body

    expect(shown['evidences']).toBeUndefined()
    expect(shown).toMatchObject({ compliance: { status_id: 3 }, unmapped: { rows: 2, truncated: true } })
  })
})

describe('a request of OTLP', () => {
  const sender = { service: 'heddle', instance: 'h:1', version: '1.2.3', mostBytes: 65_536 }
  const request = JSON.parse(otlpLogs([recordOfEntry(ENTRY, SENDER)], sender, AT.getTime() + 5))
  const [record] = request.resourceLogs[0].scopeLogs[0].logRecords

  it('has the fields of OCSF as attributes', () => {
    const values = Object.fromEntries(record.attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]))

    expect(values).toMatchObject({
      class_uid: '6003',
      'actor.user.name': 'olga',
      'src_endpoint.ip': '192.0.2.7',
      'metadata.uid': 'f00d',
      resources: '[{"type":"user","uid":"9"}]',
    })
  })

  it('has times and severity as the protocol writes them', () => {
    expect(record).toMatchObject({
      timeUnixNano: '1772442000123000000',
      observedTimeUnixNano: '1772442000128000000',
      severityNumber: 9,
      eventName: 'heddle.audit',
      body: { stringValue: 'User "zoë" was created' },
    })
  })
})

it('JSON in ASCII reads back as what it was', () => {
  const value = { a: 'zoë 🦊 \u0000 \u007f', b: ['ß'] }

  expect(JSON.parse(asciiJson(value))).toEqual(value)
  expect(asciiJson(value)).toMatch(/^[\x20-\x7e]+$/)
})
