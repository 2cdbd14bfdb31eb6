/** A migration that was changed after somebody may have applied it. */
export type Superseded = {
  readonly tag: string
  /** Of its earlier form. */
  readonly hash: string
  /** The hash of its present form. */
  readonly becomes: string
  /** What turns the effect of the earlier form into that of the present one. */
  readonly repairs: readonly string[]
}

/** This list does not grow: `released-migrations.test.ts` fails when a released migration is changed. */
export const SUPERSEDED: readonly Superseded[] = [
  {
    tag: '0002_runs_schedules_notifications',
    hash: '8e356c68a6c6b62465981bfd539be1a1d6cd4207e423920779c97901ecb60428',
    becomes: '3bc74d25d4493513bf0704e4000b692a91ab11320265503a9e3bdfa52ed2192e',
    repairs: [
      `create index if not exists executions_query_status_idx on executions using btree (saved_query_id, status, executed_at, id)`,
    ],
  },
]
