import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { CompareReply, Snapshot } from '@heddle/contract/history.ts'
import { pageInput, pageQuery, picked } from './paging.ts'
import { tool } from './tool.ts'

const ListInput = Type.Object(
  { saved_query: Uuid, controller_connection: Type.Optional(Uuid), ...pageInput },
  { additionalProperties: false },
)
const ListedCapture = Type.Pick(Snapshot, ['id', 'captured_at', 'controller_connection', 'row_count', 'annotation'])

export const listCapturesTool = tool({
  name: 'list_captures',
  title: 'List captures',
  description: 'Captures of a saved query, the newest first. `compare_captures` says what changed between two.',
  input: ListInput,
  output: Type.Object({ count: Type.Integer(), results: Type.Array(ListedCapture) }),
  effect: 'reads',
  run: async ({ operations }, call, { page, page_size, ...filter }) =>
    picked(
      await operations.call('GET /api/history/snapshots/', call, {
        query: { ...pageQuery({ ...(page && { page }), ...(page_size && { page_size }) }), ...filter },
      }),
      Object.keys(ListedCapture.properties),
    ),
})

const CompareInput = Type.Object(
  { snapshot_a: Uuid, snapshot_b: Uuid, limit: Type.Optional(Type.Integer({ minimum: 1 })) },
  { additionalProperties: false },
)

export const compareCaptures = tool({
  name: 'compare_captures',
  title: 'Compare captures',
  description: 'Which rows were added, removed or changed between two captures of one query, and which columns.',
  input: CompareInput,
  output: CompareReply,
  effect: 'reads',
  run: async ({ operations, rowsPerCall }, call, { limit = rowsPerCall, ...sides }) =>
    (await operations.call('GET /api/history/compare/', call, {
      query: { ...sides, limit: String(Math.min(limit, rowsPerCall)) },
    })) as object,
})
