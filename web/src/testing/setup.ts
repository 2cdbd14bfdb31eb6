import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { clearToasts } from '../components/toasts.tsx'
import { takeUnexpectedRequests } from './simulated-api.ts'

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
