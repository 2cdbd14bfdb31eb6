import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleCheck } from '../../../testing/wire-samples.ts'
import { CheckSettings } from './check-settings.tsx'

const TARGET = { name: 'target', label: 'Target release', type: 'text', required: true, default: null }

function showSettings(check: Wire.InstalledCheck) {
  const api = new SimulatedApi()
  api.answers(({ queries }) => queries.savedQueries.get(check.saved_query), { parameters: [TARGET] } as never)
  api.answers(({ packs }) => packs.checks('up', check.id), check)
  const happened: string[] = []
  const shown = show(<CheckSettings pack="up" check={check} onClose={() => happened.push('closed')} />, { api })
  return { ...shown, happened, sent: () => api.sentTo(({ packs }) => packs.checks('up', check.id)) }
}

it('sets a severity and values of parameters', async () => {
  const { user, happened, sent } = showSettings(sampleCheck({ id: 'P1' }))

  await user.click(screen.getByRole('combobox', { name: 'Severity' }))
  await user.click(await screen.findByRole('option', { name: /^critical/ }))
  await user.type(await screen.findByLabelText('Target release'), '6.0(9c)')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(happened).toEqual(['closed']))
  expect(sent()).toEqual([{ severity: 'critical', parameters: { target: '6.0(9c)' } }])
})

it('takes what the pack says where a value is emptied', async () => {
  const overrides = { enabled: null, severity: 'low' as const, parameters: { target: '6.0(9c)' } }
  const { user, sent } = showSettings(sampleCheck({ id: 'P1', severity: 'low', overrides }))

  await user.click(screen.getByRole('combobox', { name: 'Severity' }))
  await user.click(await screen.findByRole('option', { name: 'As the pack says' }))
  await user.clear(await screen.findByLabelText('Target release'))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(sent()).toEqual([{ severity: null, parameters: null }]))
})
