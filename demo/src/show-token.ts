import { createHeddle, type Heddle } from '@heddle/client'

const PERMISSION = 'queries.view_savedquery'

/** A program's way in: a token that may only look at queries, used for one call and deleted. */
export async function showToken({ auth }: Heddle, url: string): Promise<void> {
  const { id, token, prefix } = await auth.tokens.create({ name: 'demo', permissions: [PERMISSION] })
  const program = createHeddle({ baseUrl: url, token })
  const { count } = await program.queries.savedQueries.list()
  await auth.tokens.remove(id)
  console.log(
    `\nAPI token ${prefix}… (/api/auth/tokens/), only for ${PERMISSION}: lists ${count} saved queries, then is deleted.`,
  )
}
