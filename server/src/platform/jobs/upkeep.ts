/** Housekeeping that one process does for all, in small batches. Cron times are UTC. */
export type Upkeep = { readonly name: string; readonly cron: string; readonly work: () => Promise<unknown> }
