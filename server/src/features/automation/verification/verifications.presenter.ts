import type { Verification } from '@heddle/contract/automation.ts'
import { keyColumns } from '@heddle/domain/automation/key-columns.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { ListedVerification } from './verifications.store.ts'

type Shown = Omit<ListedVerification, 'requestId'>

export const presentVerification = ({
  spec,
  status,
  executionId,
  rows,
  error,
  checkedAt,
  blame,
}: Shown): Verification => ({
  status,
  expect: spec.expect,
  by: [...keyColumns(spec)],
  execution: executionId,
  checked_at: timestamp(checkedAt),
  rows,
  error,
  // Absent, not null: a proof of a check from before this was read keeps its hash.
  ...(blame && { blame }),
})
