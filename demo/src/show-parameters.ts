import type { Heddle } from '@heddle/client'

/** Declares the variable of a query, with choices from the rows of another one, and runs it with one of them. */
export async function showParameters(
  { queries: { savedQueries } }: Heddle,
  { query, tenants }: { query: string; tenants: string },
): Promise<void> {
  const choices_from = { saved_query: tenants, column: 'name' }
  const tenantOf = (value?: string) => [
    { name: 'tenant', label: 'Tenant', required: true, choices_from, ...(value !== undefined && { default: value }) },
  ]
  await savedQueries.update(query, { parameters: tenantOf() })
  const { choices, count } = await savedQueries.parameters.choices(query, 'tenant')
  const tenant = String(choices.at(-1))
  const run = await savedQueries.execute(query, { variables: { tenant } })
  console.log(`\nParameter "tenant": ${count} choices (${choices.slice(0, 5).join(', ')}…)`)
  // Run works at once, and the list offers the others.
  await savedQueries.update(query, { parameters: tenantOf(tenant) })
  console.log(`Run with ${tenant}: ${run.status}, ${run.row_count} rows`)
}
