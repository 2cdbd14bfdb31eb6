import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleTemplate } from '../../../testing/wire-samples.ts'
import { templateDraftOf } from './template-draft.ts'
import { TemplateForm } from './template-form.tsx'

const NAMES = ['offsetHeight', 'clientHeight'] as const
const BEFORE = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)!] as const)
// A window has a size, which the virtual rows of the preview ask for.
beforeEach(() => {
  for (const name of NAMES) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 400 })
})
afterEach(() => {
  for (const [name, property] of BEFORE) Object.defineProperty(HTMLElement.prototype, name, property)
})

type Operations = Parameters<Parameters<SimulatedApi['sentTo']>[0]>[0]
const create = ({ automation }: Operations) => automation.templates.create({} as never)
const update = ({ automation }: Operations) => automation.templates.update('t-1', {})
const STORED = sampleTemplate()

const card = (number: number) => within(screen.getByRole('group', { name: `Column ${number}` }))

it('finds job templates by name on the automation server, and says what is wrong with the one that was chosen', async () => {
  const api = new SimulatedApi()
  const entry = { description: '', playbook: 'epg.yml', can_start: true, takes_variables: true }
  const results = [
    { ...entry, id: 17, name: 'Deploy EPG' },
    { ...entry, id: 18, name: 'Nightly backup', takes_variables: false, can_start: false },
  ]
  api.answers(({ automation }) => automation.connections.jobTemplates('c-1'), {
    ...{ count: 2, next: null, previous: null, results },
  })
  const initial = { ...templateDraftOf(STORED), connection: 'c-1', job: '' }
  const { user } = show(<TemplateForm initial={initial} />, { api, permissions: ['automation.change_template'] })
  const field = screen.getByRole('combobox', { name: 'Job template' })

  await user.click(field)
  await user.click(await screen.findByRole('option', { name: /Nightly backup/ }))

  expect(await screen.findByText(/ignores the rows/)).toBeTruthy()
  expect(screen.getByText(/may not start this job template/)).toBeTruthy()
  await user.clear(field)
  await user.type(field, '4711{Enter}')
  expect((field as HTMLInputElement).value).toBe('4711')
  expect(screen.queryByText(/ignores the rows/)).toBeNull()
})

describe('the form of a template', () => {
  it('shows each fault at its field, wherever its column is by then', async () => {
    const api = new SimulatedApi()
    api.refuses(create, 400, {
      automation_job_template_id: ['Expected 1 or more.'],
      'schema.1.max': ['1: expected 9 or more.'],
      'schema.2': ['Expected another one.'],
    })
    const { user } = show(<TemplateForm initial={templateDraftOf(STORED)} />, { api })

    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Expected 1 or more.')
    await user.click(screen.getByRole('button', { name: 'Move vlan up' }))

    expect(card(1).getByLabelText<HTMLInputElement>('Column name').value).toBe('vlan')
    expect(card(1).getByText('1: expected 9 or more.')).toBeTruthy()
    expect(card(1).getByLabelText('At most').getAttribute('aria-invalid')).toBe('true')
    expect(card(2).queryByRole('alert')).toBeNull()
    expect(card(3).getByRole('alert').textContent).toBe('Expected another one.')
  })

  it('changes only what was read, and says so when somebody else was faster', async () => {
    const api = new SimulatedApi()
    api.refuses(update, 412, { detail: 'It was changed in the meantime.' })
    const { user } = show(<TemplateForm initial={templateDraftOf(STORED)} template={{ ...STORED, etag: '"then"' }} />, {
      api,
    })

    await user.type(screen.getByLabelText('Name'), ' again')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await screen.findByText(/It was changed in the meantime/)
    expect(api.requests.at(-1)?.headers.get('if-match')).toBe('"then"')
    expect(api.sentTo(update)[0]).toEqual({ name: 'Add VLANs again' })
  })

  it('shows the rows as they will be typed, and sends columns in their order', async () => {
    const api = new SimulatedApi()
    api.answers(create, STORED)
    const { user, router } = show(<TemplateForm initial={templateDraftOf(sampleTemplate({ schema: [] }))} />, { api })
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()

    await user.click(screen.getByRole('button', { name: 'Add column' }))
    await user.type(card(1).getByLabelText('Column name'), 'port')
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    await screen.findByLabelText('column 2, row 1')
    await user.click(screen.getByRole('button', { name: 'Remove column 2' }))
    await user.type(screen.getByLabelText('port, row 1'), 'eth1/1')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(navigate).toHaveBeenCalledWith({
        to: '/automation/templates/$id',
        params: { id: 't-1' },
        ignoreBlocker: true,
      }),
    )
    expect(api.sentTo(create)[0]).toMatchObject({
      schema: [{ name: 'port', field_type: 'text', required: false, unique: false }],
    })
  })
})
