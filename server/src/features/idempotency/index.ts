import { defineFeature } from '../../platform/feature.ts'
import { usersFeature } from '../users/index.ts'
import { createIdempotencyService } from './idempotency.service.ts'

/** Requests that may be sent again: `Idempotency-Key`. */
export const idempotencyFeature = defineFeature({
  name: 'idempotency',
  needs: { users: usersFeature },
  sealedColumns: [{ table: 'idempotency_keys', column: 'answer_sealed', idColumn: 'id' }],
  create: ({ database, secrets, clock }) => createIdempotencyService({ database, secrets, clock }),
  prepare: (keys) => keys.prepare(),
  start: (keys) => keys.start(),
  close: async (keys) => keys.stop(),
  upkeep: (keys) => [{ name: 'delete-old-idempotency-keys', cron: '20 * * * *', work: keys.deleteOld }],
})
