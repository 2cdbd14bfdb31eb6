import { type DiffRules, resolveStrategy } from '@heddle/domain/snapshot/diff-rules.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import {
  type Capture,
  type Captured,
  CaptureLost,
  type SnapshotOrder,
  type OnCommit,
  type ArchiveContext,
  type StoredRows,
} from './archive-types.ts'
import { deleteCapture, findPrevious, holdManifest, renewCapture } from './captures.store.ts'
import { countChanges, type CountedChanges } from './count-changes.ts'
import { insertSnapshot, lockLineage } from './lineages.store.ts'
import { sourceOf } from './read-chunks.ts'
import { encodeManifestAfter, type NewManifest, storeManifest } from './store-manifest.ts'
import { createSnapshotId } from './snapshot-id.ts'

type Work = {
  readonly parts: ArchiveContext
  readonly open: Capture
  readonly order: SnapshotOrder
  readonly stored: StoredRows
  readonly onCommit: OnCommit
}
type Against = { readonly previous: SnapshotRow | undefined; readonly changes: CountedChanges | undefined }

/**
 * Creates the snapshot. If another capture was committed in the meantime, the changes are recounted against that one.
 */
export async function commitCapture(
  parts: ArchiveContext,
  open: Capture,
  order: SnapshotOrder,
  stored: StoredRows,
  onCommit: OnCommit,
): Promise<Captured> {
  const work = { parts, open, order, stored, onCommit }
  const manifest = await encodeManifestAfter(sourceOf(parts), stored.entries, open.previous)
  for (let previous = open.previous; ;) {
    const changes = previous && (await countChanges(parts, previous, stored, rulesOf(order, previous, stored)))
    const outcome = await parts.database.transaction((tx) => commit(tx, work, manifest, { previous, changes }))
    if ('captured' in outcome) return outcome.captured
    previous = outcome.previous
  }
}

function rulesOf({ rules, columns }: SnapshotOrder, previous: SnapshotRow, { totals }: StoredRows): DiffRules {
  const match = rules.keyFields
    ? { keyFields: rules.keyFields }
    : resolveStrategy(rules.strategy, previous, { columns, ...totals })
  return { match, ignoreFields: rules.ignoreFields }
}

type Outcome = { readonly captured: Captured } | { readonly previous: SnapshotRow | undefined }

async function commit(
  tx: Executor,
  work: Work,
  manifest: NewManifest,
  { previous, changes }: Against,
): Promise<Outcome> {
  const { parts, open, order, onCommit } = work
  if (!(await lockLineage(tx, open.lineageId))) throw new CaptureLost()
  const newest = await findPrevious(tx, open.lineageId, order.facts.capturedAt)
  if (newest?.id !== previous?.id) {
    if (!(await renewCapture(tx, open.id, parts.clock.now()))) throw new CaptureLost()
    if (newest !== undefined) await holdManifest(tx, open.id, newest.manifestId)
    return { previous: newest }
  }
  if (!(await deleteCapture(tx, open.id))) throw new CaptureLost()
  const { manifestId, storedBytes } = await storeManifest(tx, open, manifest)
  const added = work.stored.storedBytes + storedBytes
  const snapshot = await insertSnapshot(tx, { ...toSnapshot(work, changes), manifestId, storedBytes: added })
  const captured = { snapshot, previousId: previous?.id ?? null, changedRows: changes?.changedRows ?? [] }
  await onCommit(tx, captured)
  return { captured }
}

function toSnapshot({ open, order, stored }: Work, changes: CountedChanges | undefined) {
  const { savedQueryId, controllerConnectionId, controllerConnectionIds, columns, facts } = order
  return {
    ...facts,
    ...stored.totals,
    id: createSnapshotId(facts.capturedAt),
    lineageId: open.lineageId,
    savedQueryId,
    controllerConnectionId,
    controllerConnectionIds: controllerConnectionIds ? [...controllerConnectionIds] : null,
    columns,
    changes: changes?.counts ?? null,
  }
}
