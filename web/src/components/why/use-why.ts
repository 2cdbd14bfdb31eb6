import { useQuery } from '@tanstack/react-query'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../lib/session/context.tsx'
import type { WhyObject, WhyQuestion } from './question.ts'

export type WhyAnswers = {
  /** What a capture says. */
  readonly then: Wire.WhyThen | undefined
  /** What the fabric says; undefined where it was not asked. */
  readonly now: Wire.WhyReply | undefined
  /** Why the fabric could not be asked, where a capture says something all the same. */
  readonly failure: Error | undefined
}

/** Asks about an object once it is known which. */
export function useWhy({ queryId, asked, snapshot }: WhyQuestion, object: WhyObject | undefined) {
  const { queries, history } = useHeddle()
  const mayRun = useMay('queries.execute_savedquery')

  const ask = async (dn: string, body: Omit<Wire.WhyBody, 'dn'>): Promise<Wire.WhyReply> => {
    if (queryId !== undefined) return queries.savedQueries.why(queryId, { ...body, dn })
    return queries.why({ ...body, dn } as Wire.WhyDraftBody)
  }

  async function answer({ dn, controller }: WhyObject): Promise<WhyAnswers> {
    if (snapshot === undefined) return { then: undefined, now: await ask(dn, asked), failure: undefined }
    const then = await history.snapshots.why(snapshot, { dn, ...(controller !== undefined && { controller }) })
    if (!mayRun) return { then, now: undefined, failure: undefined }
    return ask(dn, then.asked).then(
      (now) => ({ then, now, failure: undefined }),
      (failure: unknown) => ({ then, now: undefined, failure: failure as Error }),
    )
  }

  return useQuery({
    queryKey: ['why', queryId, asked, snapshot, object],
    queryFn: () => answer(object!),
    enabled: object !== undefined,
    retry: false,
    // It is about this moment.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
