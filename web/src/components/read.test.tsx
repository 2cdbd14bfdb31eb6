import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Read } from './read.tsx'

afterEach(() => vi.restoreAllMocks())

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

function Part({ name, read }: { readonly name: string; readonly read: () => string }) {
  const found = useQuery({ queryKey: [name], queryFn: read, networkMode: 'always' })
  return (
    <Read of={found} failure="It could not be read." permission="queries.view_savedquery">
      {(text) => <p>{text}</p>}
    </Read>
  )
}

const cutOff = () => screen.queryAllByText(/The server cannot be reached/)

/** Two parts, of which the first can be closed. */
function Page({ reads }: { readonly reads: Readonly<Record<'runs' | 'tasks', () => string>> }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      {isOpen && <Part name="runs" read={reads.runs} />}
      <Part name="tasks" read={reads.tasks} />
      <button type="button" onClick={() => setIsOpen(false)}>
        Close
      </button>
    </>
  )
}

it('says once that a page of several parts is of an earlier time, and reads all of them again', async () => {
  const reads = { runs: vi.fn(() => 'three runs'), tasks: vi.fn(() => 'two tasks') }
  const { user } = show(<Page reads={reads} />)
  await screen.findByText('two tasks')
  setOnline(false)

  expect(cutOff()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await vi.waitFor(() => expect([reads.runs, reads.tasks].map(({ mock }) => mock.calls.length)).toEqual([2, 2]))
  setOnline(true)
  expect(cutOff()).toHaveLength(0)
})

it('says it in the next part once the first one is gone', async () => {
  const { user } = show(<Page reads={{ runs: () => 'three runs', tasks: () => 'two tasks' }} />)
  await screen.findByText('two tasks')
  setOnline(false)
  await user.click(screen.getByRole('button', { name: 'Close' }))

  expect(cutOff()).toHaveLength(1)
})
