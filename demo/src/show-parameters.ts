import type { ApiClient } from './api-client.ts'

type Choices = { choices: string[]; count: number }
type Run = { status: string; row_count: number }

const QUERIES = '/api/queries/saved-queries/'

/** Declares the variable of a query, with choices from the rows of another one, and runs it with one of them. */
export async function showParameters(
  api: ApiClient,
  { query, tenants }: { query: string; tenants: string },
): Promise<void> {
  const choices_from = { saved_query: tenants, column: 'name' }
  await api.patch(`${QUERIES}${query}/`, {
    parameters: [{ name: 'tenant', label: 'Tenant', required: true, choices_from }],
  })
  const { choices, count } = await api.get<Choices>(`${QUERIES}${query}/parameters/tenant/choices/`)
  const tenant = choices.at(-1)
  const run = await api.post<Run>(`${QUERIES}${query}/execute/`, { variables: { tenant } })
  console.log(`\nParameter "tenant": ${count} choices (${choices.slice(0, 5).join(', ')}…)`)
  console.log(`Run with ${tenant}: ${run.status}, ${run.row_count} rows`)
}
