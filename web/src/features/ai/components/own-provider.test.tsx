import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import type { OwnProvider } from '../api.ts'
import { OwnProviderSection } from './own-provider.tsx'

const provider = (more: Partial<Wire.AiProvider>): Wire.AiProvider => ({
  id: 'openai',
  display_name: 'OpenAI',
  requires_api_key: true,
  requires_base_url: false,
  requires_deployment_name: false,
  default_model: 'small',
  fallback_models: ['small', 'large'],
  ...more,
})
const PROVIDERS = [
  provider({}),
  provider({ id: 'ollama', display_name: 'Ollama', requires_api_key: false, requires_base_url: true }),
]
const OWN: OwnProvider = {
  provider: 'openai',
  model: 'large',
  base_url: null,
  azure_deployment_name: null,
  has_api_key: true,
  is_configured: true,
  updated_at: '2026-11-22T06:30:00.000+00:00',
  etag: '"own-1"',
}

function shown(own: OwnProvider) {
  const api = new SimulatedApi()
  api.answers(({ ai }) => ai.provider.models({ provider: 'openai' }), {
    source: 'live',
    models: ['small', 'large', 'huge'],
    recommended: 'small',
  })
  return { ...show(<OwnProviderSection own={own} providers={PROVIDERS} platform={undefined} />, { api }), api }
}

describe("a provider of one's own", () => {
  it('keeps the saved key unless another is typed, and overwrites no newer choice', async () => {
    const { user, api } = shown(OWN)
    api.answers(({ ai }) => ai.provider.replace({ provider: 'openai' }), OWN)
    await screen.findByText(/A key is saved/)
    await screen.findByText(/3 models, as the provider lists them now/)

    const model = screen.getByRole('combobox', { name: 'Model' })
    await user.clear(model)
    await user.type(model, 'huge')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await screen.findByText('Saved your provider.')
    const [sent] = api.requests.filter(({ method }) => method === 'PUT')
    expect(sent?.body).toEqual({ provider: 'openai', model: 'huge', base_url: null, azure_deployment_name: null })
    expect(sent?.headers.get('if-match')).toBe('"own-1"')
  })

  it('never puts a key into an address', async () => {
    const { user, api } = shown(OWN)
    await screen.findByText(/3 models/)
    api.answers(({ ai }) => ai.provider.test(), { status: 'failure', message: 'The key is refused.' })

    await user.type(screen.getByLabelText('API key'), 'sk-secret')
    await user.click(screen.getByRole('button', { name: 'Test' }))

    await screen.findByText('The test failed. The key is refused.')
    expect(api.sentTo(({ ai }) => ai.provider.test())).toMatchObject([{ api_key: 'sk-secret', model: 'large' }])
    expect(JSON.stringify(api.requests.map(({ query, path }) => [query, path]))).not.toContain('sk-secret')
  })

  it('says that the saved key does not go to another address', async () => {
    const { user } = shown(OWN)
    await screen.findByText(/A key is saved/)

    await user.type(screen.getByRole('textbox', { name: 'Base URL' }), 'http://proxy')

    screen.getByText(/belongs to another provider or address/)
  })

  it('is a choice to begin with, and shows where the server finds a fault', async () => {
    const { user, api } = shown(null)
    api.refuses(({ ai }) => ai.provider.replace({ provider: 'openai' }), 400, { base_url: ['Not an address.'] })
    screen.getByText(/There is no provider for everybody/)

    await user.click(screen.getByRole('button', { name: 'Set up your own' }))
    await user.click(screen.getByRole('combobox', { name: 'Provider' }))
    await user.click(screen.getByRole('option', { name: /OpenAI/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await screen.findByText('Not an address.')
    expect(screen.getByRole('textbox', { name: 'Base URL' }).getAttribute('aria-invalid')).toBe('true')
  })
})
