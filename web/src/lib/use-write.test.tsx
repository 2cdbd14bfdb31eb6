import { linkOptions } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { SimulatedApi } from '../testing/simulated-api.ts'
import { sampleProfile } from '../testing/wire-samples.ts'
import { useWrite } from './use-write.ts'

it('sends one request for clicks within one frame, and another once it has ended', async () => {
  const answers: (() => void)[] = []
  function Sender() {
    const { mutate, isPending } = useWrite({
      mutationFn: () => new Promise<void>((resolve) => answers.push(resolve)),
    })
    return (
      <button type="button" onClick={() => mutate()}>
        {isPending ? 'Sending' : 'Send'}
      </button>
    )
  }
  show(<Sender />)
  const button = screen.getByRole('button')

  button.click()
  button.click()
  await screen.findByText('Sending')
  button.click()
  expect(answers).toHaveLength(1)
  await act(async () => answers[0]?.())
  await screen.findByText('Send')
  button.click()

  await waitFor(() => expect(answers).toHaveLength(2))
  await act(async () => answers[1]?.())
})

it.each([
  { what: 'shows what came of it', goes: undefined, then: '/queries/execution-logs' },
  { what: 'leaves who has gone elsewhere where they are', goes: '/history', then: '/history' },
])('$what', async ({ goes, then }) => {
  const answer = Promise.withResolvers<void>()
  const invalidated: string[] = []
  function Starter() {
    const { mutate } = useWrite({
      mutationFn: () => answer.promise,
      onSuccess: () => void invalidated.push('runs'),
      next: () => linkOptions({ to: '/queries/execution-logs' }),
    })
    return (
      <button type="button" onClick={() => mutate()}>
        Run
      </button>
    )
  }
  const api = new SimulatedApi()
  api.answers(({ auth }) => auth.profile.get(), sampleProfile())
  const { router } = show(<Starter />, { api })
  await act(async () => screen.getByRole('button').click())
  if (goes !== undefined) await act(async () => router.navigate({ to: goes }))

  await act(async () => answer.resolve())

  await waitFor(() => expect(invalidated).toEqual(['runs']))
  expect(router.latestLocation.pathname.replace(/\/$/, '')).toBe(then)
})
