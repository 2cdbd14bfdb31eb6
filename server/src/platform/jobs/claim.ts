/** One attempt at a job, as the queue knows it: it can be settled only until another process takes the job over. */
export type Claim = { readonly id: string; readonly retryCount: number }
export type ClaimedJob = Claim & { readonly data: unknown; readonly lane: string }
/** What one look at a queue has found, and whether more jobs wait, as far as it could see. */
export type Found = { readonly found: readonly ClaimedJob[]; readonly leavesSome: boolean }
