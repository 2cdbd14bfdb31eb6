import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { Pager } from '../../../components/table.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../access-words.ts'
import { TOKENS_PER_PAGE, tokensOf } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { ScimSection } from '../components/scim-section.tsx'
import { TokenTable } from '../components/token-table.tsx'

const route = getRouteApi('/inside/auth/tokens')

/** What programs of all users sign in with. */
export function TokensPage() {
  const search: Partial<Record<string, string>> = route.useSearch()
  const navigate = route.useNavigate()
  const page = Math.max(1, Math.trunc(Number(search.page ?? 1)) || 1)
  const order = search.ordering ?? '-created_at'
  const found = useQuery(tokensOf(useHeddle(), { all: true, page, ordering: order }))
  return (
    <AdministrationPage title={words.tokens} note={found.data && words.tokenCount(found.data.count)}>
      <Read of={found} failure={words.tokensFailure} permission="administrators" goesStale>
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.noTokens}>{words.noTokensText}</EmptyState>
          ) : (
            <section className={styles.section}>
              <p>{words.tokensText}</p>
              <TokenTable
                tokens={results}
                showsOwner
                order={order}
                onOrder={(ordering) => void navigate({ search: { ordering } })}
              />
              <Pager
                page={page}
                pageSize={TOKENS_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
              />
            </section>
          )
        }
      </Read>
      <ScimSection />
    </AdministrationPage>
  )
}
