import type { Look } from './look.ts'

/** Packs, a run of one, and a check. */
export const CHECK_LOOKS: readonly Look[] = [
  {
    name: 'checks-packs',
    path: '/packs/',
    act: (page) => page.getByRole('table', { name: 'Packs' }).waitFor(),
  },
  {
    name: 'checks-pack',
    path: '/packs/aci-hygiene/',
    act: (page) => page.getByRole('table', { name: 'Checks' }).waitFor(),
  },
  {
    name: 'checks-start',
    path: '/queries/checks/?pack=aci-hygiene',
    act: (page) => page.getByRole('group', { name: 'Groups' }).waitFor(),
  },
  {
    name: 'checks-run',
    path: ({ checkRun }) => `/queries/checks/${checkRun}/`,
    act: (page) => page.getByRole('region', { name: 'Findings' }).waitFor(),
    docs: 'checks.png',
  },
  {
    name: 'checks-check',
    path: ({ failedCheck }) => `/history/checks/?saved_query=${failedCheck}`,
    act: (page) => page.getByRole('region', { name: 'Findings' }).waitFor(),
  },
]
