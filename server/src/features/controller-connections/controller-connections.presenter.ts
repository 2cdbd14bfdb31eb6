import type {
  ConnectionBudget,
  ConnectionFacts,
  ControllerConnection,
} from '@heddle/contract/controller-connections.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { BudgetState, ReadFacts } from './controller-connections.service.ts'
import type { VisibleControllerConnection } from './controller-connections.store.ts'

/** Row to wire shape, without the password. */
export function presentConnection(row: VisibleControllerConnection): ControllerConnection {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    hosts: row.hosts,
    username: row.username,
    has_password: row.hasPassword,
    verify_ssl: row.verifySsl,
    ca_certificate: row.caCertificate,
    is_default: row.isDefault,
    max_parallel_requests: row.maxParallelRequests,
    max_requests_per_minute: row.maxRequestsPerMinute,
    last_tested_at: timestamp(row.lastTestedAt),
    last_test_status: row.lastTestStatus,
    last_test_message: row.lastTestMessage,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}

export const presentFacts = ({ facts, readAt }: ReadFacts): ConnectionFacts => ({
  ...facts,
  switch_versions: [...facts.switch_versions],
  read_at: timestamp(readAt),
})

export function presentBudget({ row, shared, use }: BudgetState): ConnectionBudget {
  return {
    max_parallel_requests: row.maxParallelRequests,
    max_requests_per_minute: row.maxRequestsPerMinute,
    effective: { max_parallel_requests: shared.parallel, max_requests_per_minute: shared.perMinute },
    shared_with: shared.connections.filter((id) => id !== row.id),
    counted_over: use.isShared ? 'all_processes' : 'this_process',
    processes: use.processes,
    in_flight: use.taken,
    requests_last_minute: use.takenLastMinute,
    waiting: {
      requests: use.waiting.requests,
      runs: use.waiting.runs,
      longest_wait_ms: Math.round(use.waiting.longestMs),
    },
    refusals: { last_hour: use.refusedLastHour, last_at: timestamp(use.refusedAt) },
  }
}
