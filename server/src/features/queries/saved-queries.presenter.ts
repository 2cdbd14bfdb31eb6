import type { Static } from 'typebox'
import type { SavedQuery, SavedQueryListItem, SavedQueryVersion, VersionEntry } from '@heddle/contract/queries.ts'
import { timestamp } from '../../kernel/instants.ts'
import { JsonText, writeJson } from '../../platform/text/json-text.ts'
import { guidanceOf } from './guidance.ts'
import type { CategoryRow } from './query-categories.store.ts'
import type { ListedQuery, QueryRow, VersionRow, VersionSummary } from './saved-queries.store.ts'

function presentListItem(row: QueryRow): Static<typeof SavedQueryListItem> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.categoryId,
    controller_connection: row.controllerConnectionId,
    controller_connection_name: row.connectionName,
    nodes: row.nodes,
    edges: row.edges,
    post_processors: row.postProcessors,
    expect: row.expect,
    parameters: row.parameters,
    ...guidanceOf(row),
    current_version: String(row.currentVersion),
    current_version_hash: row.currentVersionHash,
    pack: row.pack,
    is_favorite: row.isFavorite,
    created_by: row.createdByName,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}

/** An item of a list as JSON: what is on its canvas is passed on as the database holds it. */
export const writeListItem = ({ nodes, edges, postProcessors, expect, parameters, ...row }: ListedQuery): string =>
  writeJson({
    ...presentListItem({ ...row, nodes: [], edges: [], postProcessors: [], expect: null, parameters: [] }),
    nodes: new JsonText(nodes),
    edges: new JsonText(edges),
    post_processors: new JsonText(postProcessors),
    expect: new JsonText(expect),
    parameters: new JsonText(parameters),
  })

export function presentQuery(row: QueryRow, history: readonly VersionSummary[]): SavedQuery {
  return { ...presentListItem(row), version_history: history.map(presentVersion) }
}

export function presentVersion(row: VersionSummary): VersionEntry {
  return {
    version: String(row.version),
    before_hash: row.beforeHash,
    after_hash: row.afterHash,
    changed_at: timestamp(row.changedAt),
    changed_by: row.changedBy,
    changes: row.changes,
  }
}

export function presentVersionBody(row: VersionRow): Static<typeof SavedQueryVersion> {
  return { ...presentVersion(row), nodes: row.nodes, edges: row.edges, post_processors: row.postProcessors }
}

export function presentCategory(row: CategoryRow) {
  return { id: row.id, name: row.name, parent: row.parentId, query_count: row.queryCount, children: row.children }
}
