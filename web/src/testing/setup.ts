import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { clearToasts } from '../components/toasts.tsx'
import { takeUnexpectedRequests } from './simulated-api.ts'

// Only what fails waits that long: a machine that is busy with something else must not turn a test red.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  globalThis.fetch = () => Promise.reject(new TypeError('tests of components have no network'))
})

afterEach(() => {
  cleanup()
  clearToasts()
  localStorage.clear()
  sessionStorage.clear()
  expect(takeUnexpectedRequests(), 'requests that no test prepared').toEqual([])
})
