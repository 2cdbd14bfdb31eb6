import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { show } from '../../../testing/show.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { AuditSettingsForm } from './settings-form.tsx'

const SETTINGS = {
  groups: { authentication: true, api_access: false },
  retention_days: { authentication: 365, query_execution: 90 },
  content_max_bytes: 10_485_760,
  compress_threshold_bytes: 1_048_576,
  etag: '"read"',
} as unknown as Wire.AuditSettingsGetReply & { readonly etag: string }

it('sends only what was changed, and shows what the server finds wrong with it', async () => {
  const api = new SimulatedApi()
  api.refuses(({ audit }) => audit.settings.update({}), 400, {
    'retention_days.query_execution': ['0: expected 1 to 3650.'],
  })
  const { user } = show(<AuditSettingsForm settings={SETTINGS} />, { api })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-disabled')).toBe('true')

  await user.click(screen.getByRole('checkbox', { name: 'api access' }))
  const days = screen.getByRole('textbox', { name: 'query execution' })
  await user.clear(days)
  await user.type(days, '0')
  await user.click(save)

  await screen.findByText('query_execution: 0: expected 1 to 3650.')
  expect(api.sentTo(({ audit }) => audit.settings.update({}))).toEqual([
    { groups: { api_access: true }, retention_days: { query_execution: 0 } },
  ])
})
