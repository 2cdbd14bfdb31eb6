import type { ReactNode } from 'react'

/**
 * One 16 px drawing for each area and tool, in lines: beside its word, above it where the navigation is narrow, and
 * alone on a telephone.
 */
const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  Home: <path d="M2.5 7.5 8 2.5l5.5 5M4 6.5v7h8v-7M6.5 13.5v-4h3v4" />,
  Queries: (
    <>
      <rect x="1.5" y="2.5" width="5" height="4" rx="1" />
      <rect x="9.5" y="9.5" width="5" height="4" rx="1" />
      <path d="M6.5 4.5h2.5a2 2 0 0 1 2 2v3" />
    </>
  ),
  Runs: <path d="M4.5 2.8v10.4L13 8z" />,
  Schedules: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.5 1.5" />
    </>
  ),
  Checks: <path d="M2 4.2l1.4 1.4 2.4-2.8M2 11.2l1.4 1.4 2.4-2.8M8.5 4.5H14M8.5 11.5H14" />,
  History: <path d="M2.5 3.5v3.5H6M2.7 7a5.5 5.5 0 1 1-.2 2.5M8 5v3.2l2.2 1.3" />,
  Classes: (
    <>
      <rect x="5.5" y="1.5" width="5" height="4" rx="1" />
      <rect x="1.5" y="10.5" width="5" height="4" rx="1" />
      <rect x="9.5" y="10.5" width="5" height="4" rx="1" />
      <path d="M8 5.5V8M4 10.5V8h8v2.5" />
    </>
  ),
  Automation: <path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z" />,
  Settings: (
    <>
      <path d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7" />
      <circle cx="11" cy="4.5" r="2" />
      <circle cx="5" cy="11.5" r="2" />
    </>
  ),
  More: (
    <>
      <circle cx="3.5" cy="8" r="1" />
      <circle cx="8" cy="8" r="1" />
      <circle cx="12.5" cy="8" r="1" />
    </>
  ),
  Find: <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3l3.7 3.7" />,
  Account: (
    <>
      <circle cx="8" cy="5" r="2.8" />
      <path d="M2.5 14c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5" />
    </>
  ),
  Administration: <path d="M8 1.5 13.5 4v4c0 3.2-2.2 5.3-5.5 6.5C4.7 13.3 2.5 11.2 2.5 8V4zM6 8l1.5 1.5L10.5 6.5" />,
}

export const AreaIcon = ({ name }: { readonly name: string }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {DRAWINGS[name] ?? <circle cx="8" cy="8" r="3" />}
  </svg>
)
