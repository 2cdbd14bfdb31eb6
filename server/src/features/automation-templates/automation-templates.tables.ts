import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ColumnDefinition, ExecutionMode, VALIDATION_LIST_SOURCES } from '@heddle/contract/automation-templates.ts'
import { instant } from '../../platform/sql/columns.ts'
import { automationConnections } from '../automation-connections/index.ts'
import { groups, users } from '../users/index.ts'

const createdBy = () => integer().references(() => users.id, { onDelete: 'set null' })
const audited = () => ({ createdBy: createdBy(), createdAt: instant().notNull(), updatedAt: instant().notNull() })

export const automationCategories = pgTable(
  'automation_categories',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull(),
    parentId: integer().references((): AnyPgColumn => automationCategories.id),
    createdBy: createdBy(),
  },
  (table) => [index('automation_categories_parent_idx').on(table.parentId)],
)

/** A column definition that template schemas refer to. */
export const automationColumnTemplates = pgTable('automation_column_templates', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  /** Without name and column template. */
  definition: jsonb().$type<Omit<ColumnDefinition, 'name' | 'column_template'>>().notNull(),
  ...audited(),
})

export const automationValidationLists = pgTable('automation_validation_lists', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  sourceType: text().$type<(typeof VALIDATION_LIST_SOURCES)[number]>().notNull(),
  /** No foreign key: a deleted query leaves the values it gave last. */
  sourceQueryId: uuid(),
  sourceColumn: text(),
  values: jsonb().$type<string[]>().notNull(),
  /** When the values of a bound list were read; null for a static one. */
  refreshedAt: instant(),
  ...audited(),
})

export const automationRegexPatterns = pgTable('automation_regex_patterns', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  pattern: text().notNull(),
  ...audited(),
})

export const automationTemplates = pgTable(
  'automation_templates',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    categoryId: integer().references(() => automationCategories.id),
    connectionId: uuid()
      .notNull()
      .references(() => automationConnections.id),
    jobTemplateId: integer().notNull(),
    executionMode: text().$type<ExecutionMode>().notNull(),
    rowConcurrency: integer().notNull(),
    schema: jsonb().$type<ColumnDefinition[]>().notNull(),
    /** As given; those that columns refer to need not be among them. */
    validationLists: uuid().array().notNull(),
    /** Only for members of its groups. Stays when the last of them is deleted: that opens the template to nobody. */
    isRestricted: boolean().notNull(),
    ...audited(),
  },
  (table) => [
    // One on the natural order of names is in migration `natural_order`.
    index('automation_templates_category_idx').on(table.categoryId),
    index('automation_templates_connection_idx').on(table.connectionId),
  ],
)

export type ReferenceKind = 'validation_list' | 'regex_pattern' | 'column_template'

/**
 * What templates and column templates refer to, so that nothing in use is deleted: the ids in their definitions and in
 * `validation_lists`, kept beside them.
 */
export const automationReferences = pgTable(
  'automation_references',
  {
    /** A template or a column template. */
    referrerId: uuid().notNull(),
    kind: text().$type<ReferenceKind>().notNull(),
    referenceId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.referrerId, table.kind, table.referenceId] }),
    index('automation_references_reference_idx').on(table.referenceId),
  ],
)

/** Groups whose members see and launch a restricted template. */
export const automationTemplateGroups = pgTable(
  'automation_template_groups',
  {
    templateId: uuid()
      .notNull()
      .references(() => automationTemplates.id, { onDelete: 'cascade' }),
    groupId: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.templateId, table.groupId] }),
    index('automation_template_groups_group_idx').on(table.groupId),
  ],
)
