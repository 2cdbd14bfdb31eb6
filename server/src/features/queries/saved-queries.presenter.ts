import type { Static } from 'typebox'
import type { SavedQuery, SavedQueryListItem, SavedQueryVersion, VersionEntry } from '@heddle/contract/queries.ts'
import { timestamp } from '../../kernel/instants.ts'
import { guidanceOf } from './guidance.ts'
import type { CategoryRow } from './query-categories.store.ts'
import type { QueryRow, VersionRow, VersionSummary } from './saved-queries.store.ts'

/** The list has the same from the database: see `saved-query-list.store.ts`. */
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
