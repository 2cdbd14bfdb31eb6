import type { ReviewBody } from '@heddle/contract/reviews.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { findSnapshot } from '../archive/index.ts'
import type { Audit } from '../audit/index.ts'
import { deleteReviews, listReviews, measureReviews, putReviews, type ReviewedPair } from './reviews.store.ts'

type Parts = { readonly database: Database; readonly audit: Audit; readonly clock: Clock }
type Pair = Pick<ReviewBody, 'snapshot_a' | 'snapshot_b'>
export type Review = Awaited<ReturnType<typeof listReviews>>[number]

export type ReviewsService = {
  readonly list: (pair: Pair) => Promise<readonly Review[]>
  /** Marks rows as reviewed, or takes the marks away; answers with all that are marked then. */
  readonly mark: (caller: Caller, body: ReviewBody) => Promise<readonly Review[]>
}

/** As many as a comparison lists: 10,000 of each kind. */
const MOST_REVIEWS = 30_000
/** All are answered at once: those of 30,000 usual DNs. */
const MOST_REVIEW_BYTES = 4_000_000

export function createReviewsService(parts: Parts): ReviewsService {
  const { db } = parts.database
  return {
    list: async (pair) => {
      const { snapshot_a: a, snapshot_b: b } = pair
      for (const id of [a, b]) orNotFound(await findSnapshot(db, id.toLowerCase()))
      return listReviews(db, inOrder(pair))
    },
    mark: (caller, body) => mark(parts, caller, body),
  }
}

/** What differs between two captures is the same in both directions. */
function inOrder({ snapshot_a: a, snapshot_b: b }: Pair): ReviewedPair {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()].sort() as [string, string]
  return { first, second }
}

async function mark({ database, audit, clock }: Parts, caller: Caller, body: ReviewBody): Promise<readonly Review[]> {
  const pair = inOrder(body)
  const isReviewed = body.reviewed ?? true
  const rows = body.rows.map(({ key, fields = [] }) => ({ key, fields }))
  return database.transaction(async (tx) => {
    await requireSnapshots(tx, body)
    if (isReviewed) await putReviews(tx, pair, rows, { reviewedBy: caller.id, reviewedAt: clock.now() })
    else {
      const keys = rows.map(({ key }) => key)
      await deleteReviews(tx, pair, keys)
    }
    const { count, bytes } = await measureReviews(tx, pair)
    if (count > MOST_REVIEWS || bytes > MOST_REVIEW_BYTES) {
      const most = `${MOST_REVIEWS} reviewed rows, whose keys and fields take ${MOST_REVIEW_BYTES / 1_000_000} MB`
      throw new FieldErrors({ rows: [`A comparison has at most ${most}.`] })
    }
    await audit.record(tx, {
      action: 'snapshot_review',
      description: `${caller.username} ${isReviewed ? 'marked changes as reviewed' : 'took the marks of reviewed changes away'}`,
      target: { type: 'snapshot', id: body.snapshot_b.toLowerCase() },
      metadata: { compared_with: body.snapshot_a.toLowerCase(), reviewed: isReviewed, rows: rows.length },
      content: { keys: rows.slice(0, MOST_RECORDED).map(({ key }) => key) },
    })
    return listReviews(tx, pair)
  })
}

const MOST_RECORDED = 50

async function requireSnapshots(tx: Executor, body: Pair): Promise<void> {
  const faults: Record<string, string[]> = {}
  for (const field of ['snapshot_a', 'snapshot_b'] as const)
    if (!(await findSnapshot(tx, body[field].toLowerCase()))) faults[field] = ['This snapshot does not exist.']
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
}
