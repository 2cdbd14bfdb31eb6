import { inArray } from 'drizzle-orm'
import { type KnownReferences, columnReferences } from '@heddle/domain/automation/check-columns.ts'
import type { SharedDefinition } from '@heddle/domain/automation/resolve-columns.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import {
  automationColumnTemplates as columnTemplates,
  automationRegexPatterns as patterns,
  automationValidationLists as lists,
} from '../automation-templates.tables.ts'

/**
 * What definitions refer to, also through their column templates, as far as it exists. Locks it against deletion until
 * the transaction ends.
 */
export async function lockKnownReferences(tx: Executor, definitions: readonly unknown[]): Promise<KnownReferences> {
  const templates = await lockColumnTemplates(tx, columnReferences(definitions).column_template)
  const shared = [...templates.values()]
  const ids = columnReferences([...definitions, ...shared])
  const foundLists = await lockLists(tx, ids.validation_list)
  return {
    templates,
    lists: foundLists,
    patterns: await lockPatterns(tx, ids.regex_pattern),
    values: await readValues(tx, [...foundLists.keys()], [...definitions, ...shared]),
  }
}

async function lockColumnTemplates(tx: Executor, ids: readonly string[]): Promise<Map<string, SharedDefinition>> {
  if (ids.length === 0) return new Map()
  const { id, definition } = columnTemplates
  const found = await tx
    .select({ id, definition })
    .from(columnTemplates)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('key share')
  return new Map(found.map((row) => [row.id, row.definition]))
}

async function lockPatterns(tx: Executor, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string; pattern: string }>()
  const { id, name, pattern } = patterns
  const found = await tx
    .select({ id, name, pattern })
    .from(patterns)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('key share')
  return new Map(found.map((row) => [row.id, row]))
}

/** The lists without their values, which may be many. */
export async function lockLists(tx: Executor, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string }>()
  const { id, name } = lists
  const found = await tx
    .select({ id, name })
    .from(lists)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('key share')
  return new Map(found.map((row) => [row.id, row]))
}

/** Of each list only those values that are some column's default: nothing else is checked when columns are saved. */
async function readValues(
  tx: Executor,
  ids: readonly string[],
  definitions: readonly unknown[],
): Promise<KnownReferences['values']> {
  const defaults = definitions.flatMap((definition) =>
    textsOf((definition as { readonly default?: unknown } | null)?.default),
  )
  if (ids.length === 0 || defaults.length === 0) return new Map()
  const known = new Map<string, Set<string>>()
  for (const id of ids) {
    const [row] = await tx
      .select({ values: lists.values })
      .from(lists)
      .where(inArray(lists.id, [id]))
    const values = new Set(row?.values)
    known.set(id, new Set(defaults.filter((text) => values.has(text))))
  }
  return known
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value, ...value.split(',').map((part) => part.trim())]
    : Array.isArray(value)
      ? value.filter((item) => typeof item === 'string')
      : []
