import type { Act } from './load.ts'

const ROWS = 3

let markers = 0
const nextMarker = (): string => `row-${(markers += 1)}`

/** Starts a job for each of a few rows; no row is ever asked for again. */
export const launch: Act = async ({ gateway, ledger, prepared }) => {
  const rows = Array.from({ length: ROWS }, () => ({ marker: nextMarker() }))
  const { status, body } = await gateway.post(`/api/automation/templates/${prepared.template}/launch/`, { rows })
  if (status === 201) ledger.launches.set(body.id, rows.map(({ marker }) => marker)) // prettier-ignore
}
