import type { ChangeRow } from './changes.tables.ts'

/** One whose closing failed may be closed again: the fabric may have been out of reach. */
export const canClose = ({ status }: ChangeRow, capturedBefore: number): boolean =>
  status === 'open' || (status === 'failed' && capturedBefore > 0)
