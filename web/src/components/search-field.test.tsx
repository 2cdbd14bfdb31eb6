import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

describe('the field that searches a list', () => {
  it('searches once typing has paused', async () => {
    const { type, searched } = await opened()

    type('w')
    await pause(200)
    type('web')
    await pause(200)
    expect(searched).toEqual([])
    await pause(100)

    expect(searched).toEqual(['web'])
  })

  it('does not take back the page that was chosen before typing had paused', async () => {
    const { type, searched, router, arrive } = await opened()

    type('web')
    await act(async () => screen.getByRole('link', { name: 'Administration' }).click())
    await pause(1000)
    expect(searched).toEqual([])
    arrive()

    expect(await screen.findByText('Users and groups')).toBeTruthy()
    expect(router.state.location.href).toBe('/administration')
  })

  it('searches after all where the page was not left', async () => {
    const { type, searched, router } = await opened()

    type('web')
    await act(async () => screen.getByRole('link', { name: 'Administration' }).click())
    await act(async () => router.navigate({ to: '/' }))
    await pause(300)

    expect(searched).toEqual(['web'])
  })
})

const pause = async (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

/** A list with a search field, and a link to a page that arrives when it is let. */
async function opened() {
  const searched: string[] = []
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  const root = createRootRoute({ component: Outlet })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <SearchField label="Search queries" value="" onSearch={onSearch} />
        <Link to="/administration/">Administration</Link>
      </>
    ),
  })
  const query = createRoute({
    getParentRoute: () => root,
    path: '/administration/',
    loader: () => arrival,
    component: () => <p>Users and groups</p>,
  })
  const router = createRouter({ routeTree: root.addChildren([list, query]), history: createMemoryHistory() })
  function onSearch(text: string) {
    searched.push(text)
    void router.navigate({ to: '/', search: { search: text } })
  }
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  const type = (text: string) => {
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  return { type, searched, router, arrive }
}
