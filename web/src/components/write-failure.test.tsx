import { HeddleError } from '@heddle/client'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { toastFailure } from './toasts.tsx'
import { WriteFailure } from './write-failure.tsx'

const failed = (status: number, facts = {}) => new HeddleError('The server is full.', status, facts)

afterEach(() => vi.useRealTimers())

describe('a change that the server did not take', () => {
  it('says what, why and where the work is, and has a request id to copy', async () => {
    const error = failed(500, { body: { request_id: 'req-7' } })
    const { user } = show(<WriteFailure what="Not saved." kept="Your edits are kept in this browser." error={error} />)

    const bar = screen.getByRole('alert')
    expect(bar.textContent).toContain('Not saved. The server is full. Your edits are kept in this browser.')
    await user.click(screen.getByRole('button', { name: 'Copy the request id' }))
    await screen.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe('req-7')
  })

  it('is sent again once the server allows it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const handleRetry = vi.fn()
    show(<WriteFailure what="Not saved." error={failed(429, { retryAfter: 9 })} onRetry={handleRetry} />)

    const button = screen.getByRole('button', { name: 'Try again in 9 s' })
    button.click()
    act(() => void vi.advanceTimersByTime(9_250))
    const ready = screen.getByRole('button', { name: 'Try again' })
    ready.click()

    expect([button.getAttribute('aria-disabled'), handleRetry.mock.calls.length]).toEqual([null, 1])
  })

  it.each([
    [400, false],
    [403, false],
    [401, true],
    [0, true],
    [503, true],
  ])('that was refused with %i is offered again: %s', (status, isOffered) => {
    show(<WriteFailure what="Not saved." error={failed(status)} onRetry={() => undefined} />)

    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(isOffered)
  })

  it('replaces what was said of the attempt before, also where it has no place of its own', async () => {
    show(null)

    act(() => toastFailure('Not captured.', failed(503)))
    act(() => toastFailure('Not captured.', failed(500)))

    await waitFor(() => expect(screen.getAllByText('Not captured.')).toHaveLength(1))
  })
})
