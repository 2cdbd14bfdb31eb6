import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleTemplate } from '../../../testing/wire-samples.ts'
import { TemplateActions } from './template-actions.tsx'

const TEMPLATE = sampleTemplate()

it('offers an editor to launch a template and to see its requests, and nothing else', async () => {
  const permissions = ['automation.launch_template', 'automation.view_request']
  const { user } = show(<TemplateActions template={TEMPLATE} />, { permissions })

  await user.click(screen.getByRole('button', { name: 'Actions for Add VLANs' }))

  expect(screen.getByRole('link', { name: 'Launch Add VLANs' })).toBeTruthy()
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Requests'])
})

it('offers nothing to those who may only look', () => {
  show(<TemplateActions template={TEMPLATE} isOpen />, { permissions: ['automation.view_template'] })

  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.queryAllByRole('button')).toEqual([])
})

it('says why a template with requests under way was not deleted', async () => {
  const api = new SimulatedApi()
  api.refuses(({ automation }) => automation.templates.remove('t-1'), 409, {
    detail: '2 requests of it have not ended.',
    code: 'pending_requests',
  })
  const { user } = show(<TemplateActions template={TEMPLATE} />, { api, permissions: ['automation.delete_template'] })

  await user.click(screen.getByRole('button', { name: 'Actions for Add VLANs' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  expect((await screen.findByRole('alert')).textContent).toBe('2 requests of it have not ended.')
})
