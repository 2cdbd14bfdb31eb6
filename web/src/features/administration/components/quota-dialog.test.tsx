import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { QuotaDialog } from './quota-dialog.tsx'

const group = (quota: Partial<Wire.GroupReply['quota']>): Wire.GroupReply => ({
  ...{ id: 3, name: 'Editors', role_template: 'editor', member_count: 2, permissions: [], scim: null },
  quota: { ai_analysis_daily: 10, queries_max: 100, can_use_ai_builder: true, ...quota },
})
type Operations = Parameters<Parameters<SimulatedApi['sentTo']>[0]>[0]
const read = ({ auth }: Operations) => auth.groups.get(3)
const update = ({ auth }: Operations) => auth.groups.update(3, {})

/** The dialog, after another administrator has set another number of questions. */
async function showConflict() {
  const api = new SimulatedApi()
  const closed: true[] = []
  api.answers(read, group({}), { etag: '"first"' })
  api.refuses(update, 412, { detail: 'The object has changed since it was read.' })
  const { user } = show(<QuotaDialog id={3} onClose={() => closed.push(true)} />, { api })
  const field = await screen.findByLabelText<HTMLInputElement>('Most saved queries')
  await user.clear(field)
  await user.type(field, '250')
  api.answers(read, group({ ai_analysis_daily: 25 }), { etag: '"second"' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const notice = within(await screen.findByRole('alert'))
  await notice.findByText('AI requests per day')
  return { api, user, notice, closed }
}
const tags = ({ requests }: SimulatedApi) =>
  requests.filter(({ method }) => method === 'PATCH').map(({ headers }) => headers.get('if-match'))

it('shows what somebody else changed meanwhile, and saves over it only when that is asked for', async () => {
  const { api, user, notice, closed } = await showConflict()
  expect(notice.getByRole('definition').textContent).toBe('10→25')
  expect(screen.getByLabelText<HTMLInputElement>('Most saved queries').value).toBe('250')
  api.answers(update, group({ ai_analysis_daily: 25, queries_max: 250 }))

  await user.click(notice.getByRole('button', { name: 'Save mine' }))

  await waitFor(() => expect(closed).toEqual([true]))
  expect(tags(api)).toEqual(['"first"', '"second"'])
})

it('begins anew with what somebody else saved', async () => {
  const { api, user, notice } = await showConflict()

  await user.click(notice.getByRole('button', { name: 'Take theirs' }))

  expect(screen.getByLabelText<HTMLInputElement>('Most saved queries').value).toBe('100')
  expect(screen.queryByRole('alert')).toBeNull()
  api.answers(update, group({ ai_analysis_daily: 25 }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(tags(api)).toEqual(['"first"', '"second"']))
})
