/** One attempt at a job, as the queue knows it: it can be settled only until another process takes the job over. */
export type Claim = { readonly id: string; readonly retryCount: number }
export type ClaimedJob = Claim & { readonly data: unknown; readonly lane: string }
