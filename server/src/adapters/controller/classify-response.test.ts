import { describe, expect, it } from 'vitest'
import { classifyResponse } from './classify-response.ts'

function judge(status: number, text: string) {
  return classifyResponse({ ok: true, status, body: new TextEncoder().encode(text) })
}

function controllerError(code: string, text: string): string {
  return JSON.stringify({ totalCount: '1', imdata: [{ error: { attributes: { code, text } } }] })
}

const HTML = '<html><head><title>503 Service Temporarily Unavailable</title></head><body>s3cret page</body></html>'

describe('a controller error', () => {
  it.each([
    [401, '401', 'Username or password is incorrect - FAILED local authentication', 'login_failed', 'log_in'],
    [403, '403', 'Token was invalid (Error: Token timeout)', 'login_failed', 'log_in'],
    [400, '403', 'Token was invalid (Error: Token timeout)', 'login_failed', 'log_in'],
    [400, '400', 'Request failed, unresolved class for fvTenantt', 'unknown_class', 'give_up'],
    [400, '122', 'class fvTenantt not found', 'unknown_class', 'give_up'],
    [400, '12', 'Invalid query. Unknown class fvTenantt', 'unknown_class', 'give_up'],
    [400, '121', "Prop 'nam' not found in class 'fvTenant' property table", 'bad_filter', 'give_up'],
    [400, '301', "Incorrect filter format for faultInst.code, value 'F999999' is not valid", 'bad_filter', 'give_up'],
    [400, '301', 'no such filter type allbit', 'bad_filter', 'give_up'],
    [400, '301', 'Number of filter expressions cannot exceed maximum allowed (20)', 'bad_filter', 'give_up'],
    [400, '107', 'Invalid DN uni/tx-a, wrong rn prefix tx- at position 4', 'bad_filter', 'give_up'],
    [400, '400', 'Unable to process the query, result dataset is too big', 'too_big', 'give_up'],
    [503, '503', 'Unable to process the query, result dataset is too big', 'too_big', 'give_up'],
    [503, '503', 'Unable to deliver the message, Resolve timeout', 'controller_timeout', 'give_up'],
    [
      503,
      '503',
      'Unable to deliver the message, Resolve timeout from (type/num/svc/shard) = apic:1:7:1',
      'controller_timeout',
      'give_up',
    ],
    [503, '503', 'Unable to deliver the message, destination is not available', 'busy', 'retry'],
    [200, '102', 'configured object ((Dn0)) not found', 'bad_filter', 'give_up'],
    [500, '1', 'internal error', 'busy', 'retry'],
  ])('with status %s, code %s and text %j is reported as %s', (status, code, text, reason, next) => {
    const verdict = judge(status, controllerError(code, text))

    expect(verdict).toEqual({
      ok: false,
      next,
      failure: { reason, message: `The controller answered: ${text} (error ${code})`, code, httpStatus: status },
    })
  })

  it('is recognized with the keys in another order and with spaces', () => {
    const verdict = judge(
      400,
      '{ "imdata" : [ {"error":{"attributes":{"code":"400","text":"Request failed, unresolved class for x"}}}], "totalCount":"1"}',
    )

    expect(verdict).toMatchObject({ ok: false, failure: { reason: 'unknown_class' } })
  })

  it('is cut to one line of 300 characters', () => {
    const verdict = judge(400, controllerError('301', 'long\n'.repeat(200)))

    expect(verdict).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/^[^\n]{299}…$/) } })
  })
})

describe('a response that is not from a controller', () => {
  it.each([
    [302, '', 'unreachable', 'give_up'],
    [401, HTML, 'login_failed', 'log_in'],
    [403, HTML, 'login_failed', 'log_in'],
    [405, HTML, 'busy', 'retry'],
    [429, '', 'busy', 'retry'],
    [502, HTML, 'busy', 'retry'],
    [503, HTML, 'busy', 'retry'],
    [504, HTML, 'busy', 'retry'],
    [404, '<html><title>Cisco APIC</title></html>', 'busy', 'retry'],
    [404, HTML, 'unreachable', 'give_up'],
    [414, HTML, 'bad_filter', 'give_up'],
    [200, HTML, 'unreachable', 'give_up'],
    [200, '{"status":"ok"}', 'unreachable', 'give_up'],
    [200, '[]', 'unreachable', 'give_up'],
    [200, '', 'unreachable', 'give_up'],
  ])('with status %s and body %j is classified as %s, and its body is not shown', (status, body, reason, next) => {
    const verdict = judge(status, body)

    expect(verdict).toMatchObject({
      ok: false,
      next,
      failure: { reason, httpStatus: status, message: expect.stringContaining(String(status)) },
    })
    expect(JSON.stringify(verdict)).not.toContain('s3cret')
  })
})

describe('a body', () => {
  it.each([
    '{"totalCount":"0","imdata":[]}',
    '{"totalCount":"1","imdata":[{"fvTenant":{"attributes":{"dn":"uni/tn-a"}}}]}\n',
    '{"imdata":[{"fvTenant":{"attributes":{"dn":"uni/tn-a"}}}],"totalCount":"1"}',
    '{"totalCount":"0","subscriptionId":"72057611234574337","imdata":[]}',
    '{"imdata":[{"name":"DefaultAuth","type":"DefaultAuth"}]}',
  ])('that is complete is passed on: %j', (text) => {
    const verdict = judge(200, text)

    expect(verdict).toEqual({ ok: true, status: 200, body: new TextEncoder().encode(text) })
  })

  it.each([
    '{"totalCount":"2","imdata":[{"fvTenant":{"attri',
    '{"totalCount":"2","imdata":[{"fvTenant":{"attributes":{"dn":"uni/tn-a"}}}',
  ])('that was truncated is requested again: %j', (text) => {
    const verdict = judge(200, text)

    expect(verdict).toMatchObject({
      ok: false,
      next: 'retry',
      failure: { reason: 'unreachable', message: "The controller's response was truncated." },
    })
  })
})
