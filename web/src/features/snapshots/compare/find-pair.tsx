import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../../../components/button.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { captureList } from '../../../resources/history.ts'
import { snapshotDetail } from '../api.ts'
import type { CompareAddress } from './compare-search.ts'
import { pairIn } from './pair-in.ts'
import { words } from './words.ts'

type Props = {
  readonly address: CompareAddress
  readonly onFound: (pair: Pick<CompareAddress, 'a' | 'b'>) => void
}

/** An address that names a query, or one side: the newest pair in which something changed, or the other side of it. */
export function FindPair({ address, onFound }: Props) {
  const heddle = useHeddle()
  const known = address.a ?? address.b
  const capture = useQuery({ ...snapshotDetail(heddle, known ?? ''), enabled: known !== undefined })
  const query = address.savedQuery ?? capture.data?.saved_query
  const found = useQuery({ ...captureList(heddle, query ?? ''), enabled: query !== undefined })
  const pair = found.data && pairIn(found.data.results, address)
  useEffect(() => {
    if (pair) onFound(pair)
    // oxlint-disable-next-line react/exhaustive-deps -- Once for what was found.
  }, [pair?.a, pair?.b])
  return (
    <Page title={words.title} trail={<Link to="/history">{words.trail}</Link>}>
      {query === undefined && known === undefined ? (
        <Nothing query={undefined} text={words.noneText} />
      ) : (
        <>
          {query === undefined && (
            <Read of={capture} failure={words.failure} permission="history.view_snapshot">
              {() => null}
            </Read>
          )}
          {query !== undefined && (
            <Read of={found} failure={words.failure} permission="history.view_snapshot">
              {({ count }) =>
                pair ? null : <Nothing query={query} text={count === 1 ? words.oneOnly : words.noneText} />
              }
            </Read>
          )}
        </>
      )}
    </Page>
  )
}

const Nothing = ({ query, text }: { readonly query: string | undefined; readonly text: string }) => (
  <EmptyState
    title={words.none}
    action={
      <Link to="/history" search={query === undefined ? {} : { saved_query: query }} className={buttonClass()}>
        {words.openHistory}
      </Link>
    }
  >
    {text}
  </EmptyState>
)
