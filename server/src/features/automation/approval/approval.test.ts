import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../kernel/caller.ts'
import { DAY } from '../../../kernel/durations.ts'
import { type Approvals, startApprovals } from '../../../testing/automation/start-approvals.ts'

let app: Approvals
let requester: Caller
let operator: Caller
let colleague: Caller
let superuser: Caller
let template: string
beforeAll(async () => {
  app = await startApprovals()
  requester = await app.caller('editor')
  operator = await app.caller('operator')
  colleague = await app.caller('operator')
  superuser = await app.caller('editor', { isSuperuser: true })
  template = await app.newTemplate()
})
afterAll(() => app.stop())

const { signal } = new AbortController()
const approve = (caller: Caller, id: string, note = '') => app.approval.approve(caller, id, note, signal)
const refused = (code: string) => ({ body: expect.objectContaining({ code }) })
const newRequest = (by = requester) => app.request(template, by)

describe('a request that waits for approval', () => {
  it('is started by the approval of somebody else, who is recorded', async () => {
    const id = await newRequest()
    expect(await app.read(id)).toMatchObject({ status: 'pending', started_at: null, approval_status: 'waiting' })

    await approve(operator, id, 'looks right')

    expect(await app.read(id)).toMatchObject({
      status: 'pending',
      started_at: expect.any(Date),
      approval_status: 'approved',
      approval_decided_by: operator.username,
      approval_decided_at: expect.any(Date),
      approval_note: 'looks right',
    })
    expect(await app.executionsOf(id)).toEqual([{ status: 'pending', launch: 'queued' }])
    expect(await app.sql('select action from audit_entries where target_id = $1 order by id', [id])).toEqual([
      { action: 'request_launch' },
      { action: 'request_approve' },
    ])
  })

  it('ends as cancelled when it is declined, and launches nothing', async () => {
    const id = await newRequest()

    await app.approval.decline(operator, id, 'not today')

    expect(await app.read(id)).toMatchObject({
      status: 'cancelled',
      approval_status: 'declined',
      approval_note: 'not today',
    })
    expect(await app.executionsOf(id)).toEqual([{ status: 'cancelled', launch: 'dropped' }])
    expect(
      await app.sql(`select username from audit_entries where action = 'request_decline' and target_id = $1`, [id]),
    ).toHaveLength(1)
  })

  it('is not decided by its requester, whatever their role, unless that is a superuser', async () => {
    const [own, supers] = [await newRequest(operator), await newRequest(superuser)]

    await expect(approve(operator, own)).rejects.toMatchObject(refused('own_request'))
    await expect(app.approval.decline(operator, own, '')).rejects.toMatchObject(refused('own_request'))
    await approve(superuser, supers)

    expect(await app.read(own)).toMatchObject({ approval_status: 'waiting' })
    expect(await app.read(supers)).toMatchObject({ approval_status: 'approved' })
  })

  it('is decided once, however many decide at the same time', async () => {
    const id = await newRequest()

    const outcomes = await Promise.allSettled([
      approve(operator, id),
      app.approval.decline(colleague, id, ''),
      approve(superuser, id),
    ])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refused('already_decided'))
    const decisions = `select from audit_entries where action in ('request_approve', 'request_decline') and target_id = $1`
    expect(await app.sql(decisions, [id])).toHaveLength(1)
  })

  it('cannot be decided again, nor where there is nothing to decide', async () => {
    const [decided, plain] = [await newRequest(), await app.request(template, requester, { needsApproval: false })]
    await approve(operator, decided)

    await expect(app.approval.decline(colleague, decided, '')).rejects.toMatchObject(refused('already_decided'))
    await expect(approve(operator, plain)).rejects.toMatchObject(refused('not_waiting'))
    await expect(approve(operator, '00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({ name: 'NotFound' })
  })

  it.each([
    ['another job template', { job_template_id: 8 }],
    ['another mode', { execution_mode: 'per_row' }],
    ['another schema', { schema: JSON.stringify([{ name: 'bd', required: false }]) }],
  ])('is not approved once its template has %s, but can be declined', async (_what, change) => {
    const changing = await app.newTemplate()
    const id = await app.request(changing, requester)
    const [[column, value]] = Object.entries(change) as [[string, unknown]]
    await app.sql(`update automation_templates set ${column} = $1 where id = $2`, [value, changing])

    await expect(approve(operator, id)).rejects.toMatchObject(refused('template_changed'))
    await app.approval.decline(operator, id, '')

    expect(await app.read(id)).toMatchObject({ status: 'cancelled' })
  })

  it('is approved although its template has another name and runs more jobs at once', async () => {
    const changing = await app.newTemplate()
    const id = await app.request(changing, requester)
    await app.sql(`update automation_templates set name = 'renamed', row_concurrency = 9 where id = $1`, [changing])

    await approve(operator, id)

    expect(await app.read(id)).toMatchObject({ approval_status: 'approved' })
  })

  it('is not approved once its requester may no longer launch, or is gone', async () => {
    const [inactive, viewer, deleted] = [
      await app.caller('editor'),
      await app.caller('editor'),
      await app.caller('editor'),
    ]
    const ids = [await newRequest(inactive), await newRequest(viewer), await newRequest(deleted)]
    await app.sql('update users set is_active = false where id = $1', [inactive.id])
    await app.sql('delete from group_members where user_id = $1', [viewer.id])
    await app.sql('delete from users where id = $1', [deleted.id])

    for (const id of ids) await expect(approve(operator, id)).rejects.toMatchObject(refused('requester_not_allowed'))
    for (const id of ids) await app.approval.decline(operator, id, '')

    for (const id of ids) expect(await app.read(id)).toMatchObject({ status: 'cancelled' })
  })

  it('is declined after seven days', async () => {
    const id = await newRequest()

    await app.clock.leap(7 * DAY - 1)
    await app.approval.expireWaiting()
    expect(await app.read(id)).toMatchObject({ approval_status: 'waiting' })
    await app.clock.leap(1)
    await app.approval.expireWaiting()

    expect(await app.read(id)).toMatchObject({
      status: 'cancelled',
      approval_status: 'declined',
      approval_decided_by: null,
    })
    expect(
      await app.sql(`select username from audit_entries where action = 'request_decline' and target_id = $1`, [id]),
    ).toEqual([{ username: 'system' }])
  })
})

describe('notices of approval', () => {
  const link = (id: string) => `/automation/requests/${id}`
  const about = async (caller: Caller, id: string) =>
    (await app.noticesOf(caller.id)).filter((notice) => notice.link === link(id))

  it('ask active users who may approve and see the template, but not the requester', async () => {
    const restricted = await app.newTemplate({ isRestricted: true })
    const inactive = await app.caller('operator', { isActive: true })
    await app.sql('update users set is_active = false where id = $1', [inactive.id])
    const approver = await app.caller('viewer', { permissions: ['automation.approve_request'] })
    const [open, hidden] = [await newRequest(operator), await app.request(restricted, requester)]

    const asked = expect.objectContaining({ category: 'automation_execution', severity: 'warning' })
    const whoOf = async (id: string) => {
      const everybody = [requester, operator, colleague, superuser, inactive, approver]
      const found = await Promise.all(everybody.map((one) => about(one, id)))
      for (const notices of found) for (const notice of notices) expect(notice).toEqual(asked)
      return everybody.filter((_, index) => found[index]!.length === 1)
    }
    expect(await whoOf(open)).toEqual([colleague, superuser, approver])
    expect(await whoOf(hidden)).toEqual([superuser])
  })

  it('tell the requester of the decision, once', async () => {
    const [approved, declined] = [await newRequest(), await newRequest()]

    await approve(operator, approved, 'go ahead')
    await app.approval.decline(operator, declined, 'too late')

    expect(await about(requester, approved)).toMatchObject([
      {
        title: 'Request from "Rename bridge domains" was approved',
        severity: 'info',
        body: expect.stringContaining('go ahead'),
      },
    ])
    expect(await about(requester, declined)).toMatchObject([
      {
        title: 'Request from "Rename bridge domains" was declined',
        severity: 'warning',
        body: expect.stringContaining('too late'),
      },
    ])
  })
})
