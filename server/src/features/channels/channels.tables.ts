import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ChannelEvents, ChannelType, CHANNEL_STATES, DELIVERY_STATUSES } from '@heddle/contract/channels.ts'
import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import { instant } from '../../platform/sql/columns.ts'
import { controllerConnections } from '../controller-connections/index.ts'
import { savedQueries } from '../queries/index.ts'
import { groups, users } from '../users/index.ts'

/** What an occurrence is about, which decides who may learn of it. */
export type Subject = {
  readonly kind: 'task' | 'request' | 'waiting_request' | 'connection' | 'query' | 'check' | 'nothing'
  readonly id: string
}

/** Where news are sent: of a person, or of a group. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    type: text().$type<ChannelType>().notNull(),
    ownerId: integer().references(() => users.id, { onDelete: 'cascade' }),
    groupId: integer().references(() => groups.id, { onDelete: 'cascade' }),
    enabled: boolean().notNull(),
    events: jsonb().$type<ChannelEvents>().notNull(),
    /** A URL, which often is a credential, or a list of addresses; sealed, as JSON. */
    targetSealed: text().notNull(),
    /** What people see of it. */
    targetShown: jsonb().$type<string | readonly string[]>().notNull(),
    secretSealed: text(),
    /** The secret before the newest rotation, which signs too until then. */
    previousSecretSealed: text(),
    previousUntil: instant(),
    state: text().$type<(typeof CHANNEL_STATES)[number]>().notNull().default('ok'),
    lastError: text(),
    /** Its receiver had a private address at the newest attempt. */
    isInternal: boolean().notNull().default(false),
    /** Who delivers at present, until then unless renewed: a process that died does not. */
    leaseToken: uuid(),
    leasedUntil: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('notification_channels_owner_idx').on(table.ownerId, table.createdAt),
    index('notification_channels_group_idx').on(table.groupId, table.createdAt),
    check('notification_channels_one_owner', sql`num_nonnulls(${table.ownerId}, ${table.groupId}) = 1`),
  ],
)

/** What a channel does not take for a while. */
export const notificationChannelMutes = pgTable(
  'notification_channel_mutes',
  {
    channelId: uuid()
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    /** Null: everything. */
    savedQueryId: uuid().references(() => savedQueries.id, { onDelete: 'cascade' }),
    /** Null: until the query passes. */
    until: instant(),
  },
  (table) => [
    uniqueIndex('notification_channel_mutes_key').on(
      table.channelId,
      sql`coalesce(${table.savedQueryId}, '00000000-0000-0000-0000-000000000000')`,
    ),
    index('notification_channel_mutes_query_idx').on(table.savedQueryId),
  ],
)

/** Messages of channels: those that wait, and for some time a record of the others. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    id: uuid().primaryKey(),
    channelId: uuid()
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    /** The order within the channel. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The same for all messages about one occurrence. */
    eventId: uuid().notNull(),
    occurrence: jsonb().$type<Occurrence>().notNull(),
    subject: jsonb().$type<Subject>().notNull(),
    status: text().$type<(typeof DELIVERY_STATUSES)[number]>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** From when on it counts: its creation, or the newest replay. */
    wantedAt: instant().notNull(),
    firstAttemptAt: instant(),
    attemptedAt: instant(),
    /** Null once it is settled. */
    nextAttemptAt: instant(),
    responseStatus: integer(),
    responseText: text(),
    /** What answered has a private address. */
    isInternal: boolean().notNull().default(false),
    error: text(),
    durationMs: integer(),
  },
  (table) => [
    index('notification_deliveries_waiting_idx')
      .on(table.channelId, table.position)
      .where(sql`${table.status} = 'waiting'`),
    index('notification_deliveries_channel_idx').on(table.channelId, table.position),
    index('notification_deliveries_created_idx').on(table.createdAt, table.id),
  ],
)

/** Controllers that could not be used when they were last tested or asked. */
export const connectionFaults = pgTable('connection_faults', {
  connectionId: uuid()
    .primaryKey()
    .references(() => controllerConnections.id, { onDelete: 'cascade' }),
  since: instant().notNull(),
})

/** Findings for which a channel of PagerDuty has an open incident. */
export const notificationIncidents = pgTable(
  'notification_incidents',
  {
    channelId: uuid()
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    /** The id of the finding, which is the key of the incident. */
    finding: text().notNull(),
    /** The query and connection whose next run decides about it. */
    topic: text().notNull(),
    title: text().notNull(),
    openedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.finding] }),
    index('notification_incidents_topic_idx').on(table.channelId, table.topic),
  ],
)

export type ChannelRow = typeof notificationChannels.$inferSelect
export type DeliveryRow = typeof notificationDeliveries.$inferSelect
export type MuteRow = typeof notificationChannelMutes.$inferSelect
