import { type ApiClient, clientOf } from './api-client.ts'

const TOKENS = '/api/auth/tokens/'
const PERMISSION = 'queries.view_savedquery'

/** A program's way in: a token that may only look at queries, used for one call and deleted. */
export async function showToken(api: ApiClient, url: string): Promise<void> {
  const created = await api.post<{ id: string; token: string; prefix: string }>(TOKENS, {
    name: 'demo',
    permissions: [PERMISSION],
  })
  const program = clientOf(url, created.token)
  const { count } = await program.get<{ count: number }>('/api/queries/saved-queries/')
  await api.delete(`${TOKENS}${created.id}/`)
  console.log(
    `\nAPI token ${created.prefix}… (${TOKENS}), only for ${PERMISSION}: lists ${count} saved queries, then is deleted.`,
  )
}
