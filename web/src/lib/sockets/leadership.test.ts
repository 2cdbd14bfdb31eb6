import { afterEach, describe, expect, it, vi } from 'vitest'
import { seekLeadership } from './leadership.ts'

const open: AbortController[] = []
afterEach(() => open.splice(0).forEach((tab) => tab.abort()))

/** A tab, and whether it leads. */
function openTab(name: string, means: Parameters<typeof seekLeadership>[3]) {
  const tab = new AbortController()
  open.push(tab)
  let leads: AbortSignal | undefined
  seekLeadership(name, tab.signal, (signal) => (leads = signal), means)
  return { isLeading: () => leads !== undefined && !leads.aborted, close: () => tab.abort() }
}

describe.each([
  ['with locks', { locks: navigator.locks }],
  ['by messages', { openChannel: (name: string) => new BroadcastChannel(name) }],
])('the tabs of a browser, %s', (title, means) => {
  it('have one leader, and another one when it closes', async () => {
    const tabs = [1, 2, 3].map(() => openTab(title, means))
    const leaders = () => tabs.filter((tab) => tab.isLeading())
    await vi.waitFor(() => expect(leaders()).toHaveLength(1), 5_000)
    const [first] = leaders()
    first!.close()

    await vi.waitFor(() => expect(leaders()).toHaveLength(1), 5_000)
    expect(leaders()).not.toContain(first)
  })
})

it('that cannot talk to each other lead each for itself', () => {
  expect([openTab('x', {}), openTab('x', {})].map((tab) => tab.isLeading())).toEqual([true, true])
})
