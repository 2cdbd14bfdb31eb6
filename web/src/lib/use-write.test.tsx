import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
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
