import { randomUUID } from 'node:crypto'
import { type ChannelCreate, type ChannelEvents, type ChannelPatch, MOST_CHANNELS } from '@heddle/contract/channels.ts'
import { ALL_EVENTS } from '@heddle/domain/channel/takes-occurrence.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretPlace, SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import { FieldErrors, Forbidden, orNotFound } from '../../kernel/errors.ts'
import type { Precondition } from '../../kernel/versions.ts'
import type { Note } from '../audit/index.ts'
import { faultOfSecret, faultOfTarget, makeSecret, shownTarget, usualTarget } from './channel-values.ts'
import { editedChannelParts } from './channels.presenter.ts'
import {
  countOwned,
  deleteChannel,
  insertChannel,
  lockChannel,
  lockGroupExists,
  updateChannel,
} from './channels.store.ts'
import type { ChannelRow } from './channels.tables.ts'
import { skipWaiting } from './deliveries.store.ts'

export type ChangeParts = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly note: Note
  readonly clock: Clock
}

/** How long the secret before a rotation signs too. */
const BOTH_SIGN_MS = DAY

export const targetPlace = (row: string): SecretPlace => ({
  table: 'notification_channels',
  column: 'target_sealed',
  row,
})
export const secretPlace = (row: string): SecretPlace => ({
  table: 'notification_channels',
  column: 'secret_sealed',
  row,
})
export const previousPlace = (row: string): SecretPlace => ({
  table: 'notification_channels',
  column: 'previous_secret_sealed',
  row,
})

/** One's own, or an administrator's that of a group. */
export const mayChange = (
  caller: Pick<Caller, 'id' | 'isAdmin'>,
  row: Pick<ChannelRow, 'ownerId' | 'groupId'>,
): boolean => (row.groupId === null ? row.ownerId === caller.id : caller.isAdmin)

export function requireOwner(caller: Caller, row: Pick<ChannelRow, 'ownerId' | 'groupId'>): void {
  if (!mayChange(caller, row)) throw new Forbidden('Only administrators change and read the channel of a group.')
}

/** Returns its id, and the secret if it is new. */
export async function createChannel(
  parts: ChangeParts,
  caller: Caller,
  body: ChannelCreate,
): Promise<{ id: string; secret: string | null }> {
  const { type, enabled = true, target = usualTarget(type), secret } = body
  const groupId = body.group ?? null
  if (groupId !== null && !caller.isAdmin) throw new Forbidden('Only administrators create the channel of a group.')
  const faults = await faultsOf(parts, { type, target, secret }, true)
  return parts.database.transaction(async (tx) => {
    const owner = { ownerId: groupId === null ? caller.id : null, groupId }
    if (groupId !== null && !(await lockGroupExists(tx, groupId))) faults.group = ['This group does not exist.']
    else if ((await countOwned(tx, owner)) >= MOST_CHANNELS)
      faults.non_field_errors = [`There are ${MOST_CHANNELS} channels already, the most for one owner.`]
    if (Object.keys(faults).length > 0 || target === undefined) throw new FieldErrors(faults)
    const id = randomUUID()
    const made = type === 'webhook' && secret === undefined ? makeSecret() : null
    const events = eventsAfter(ALL_EVENTS, body.events)
    await insertChannel(tx, {
      ...{ id, name: body.name, type, ...owner, enabled, events, createdAt: parts.clock.now() },
      ...sealedTarget(parts, id, target),
      secretSealed: sealedSecret(parts, id, made ?? secret) ?? null,
    })
    const content = { type, group: groupId, enabled, events, target: shownTarget(target) }
    await parts.note(tx, 'channel_create', { id, name: body.name }, 'was created', content)
    return { id, secret: made }
  })
}

export type ChannelChange = { readonly body: ChannelPatch; readonly ifMatch: Precondition }

export async function changeChannel(
  parts: ChangeParts,
  caller: Caller,
  id: string,
  { body, ifMatch }: ChannelChange,
): Promise<string> {
  const { name, enabled, target, secret } = body
  return parts.database.transaction(async (tx) => {
    const row = await lockOwn(tx, caller, id)
    ifMatch.check(editedChannelParts({ ...row, target: row.targetShown }))
    const faults = await faultsOf(parts, { type: row.type, target, secret }, false)
    if (row.type === 'pagerduty' && target !== undefined && secret === undefined)
      faults.secret = ['Enter the integration key again: it is not sent to another address.']
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    const events = eventsAfter(row.events, body.events)
    await updateChannel(tx, row.id, {
      ...onlyGiven({ name, enabled }),
      events,
      ...(target !== undefined && sealedTarget(parts, row.id, target)),
      ...(secret !== undefined && { secretSealed: sealedSecret(parts, row.id, secret)!, ...NO_PREVIOUS }),
      ...(enabled === true && row.state === 'disabled' && { state: 'ok' as const, lastError: null }),
    })
    if (enabled === false) await skipWaiting(tx, row.id, 'The channel was disabled.')
    const content = {
      ...onlyGiven({ name, enabled }),
      events,
      ...(target !== undefined && { target: shownTarget(target) }),
      changed_secret: secret !== undefined,
    }
    await parts.note(tx, 'channel_update', { id: row.id, name: name ?? row.name }, 'was changed', content)
    return row.id
  })
}

export async function removeChannel({ database, note }: ChangeParts, caller: Caller, id: string): Promise<null> {
  await database.transaction(async (tx) => {
    const row = await lockOwn(tx, caller, id)
    await deleteChannel(tx, row.id)
    await note(tx, 'channel_delete', row, 'was deleted')
  })
  return null
}

/** A new secret for a webhook; the one before signs beside it for a day. */
export async function rotateSecret(
  parts: ChangeParts,
  caller: Caller,
  id: string,
): Promise<{ secret: string; previousUntil: Date }> {
  const { database, secrets, note, clock } = parts
  return database.transaction(async (tx) => {
    const row = await lockOwn(tx, caller, id)
    if (row.type !== 'webhook' || row.secretSealed === null)
      throw FieldErrors.nonField('Only webhooks have a secret that signs.')
    const secret = makeSecret()
    const previousUntil = new Date(clock.now().getTime() + BOTH_SIGN_MS)
    const previous = secrets.open(row.secretSealed, secretPlace(row.id))
    await updateChannel(tx, row.id, {
      secretSealed: secrets.seal(secret, secretPlace(row.id)),
      previousSecretSealed: secrets.seal(previous, previousPlace(row.id)),
      previousUntil,
    })
    await note(tx, 'channel_rotate', row, 'got a new secret')
    return { secret, previousUntil }
  })
}

export async function lockOwn(tx: Executor, caller: Caller, id: string): Promise<ChannelRow> {
  const row = orNotFound(await lockChannel(tx, caller, id.toLowerCase()))
  requireOwner(caller, row)
  return row
}

type Checked = {
  readonly type: ChannelCreate['type']
  readonly target: ChannelCreate['target'] | undefined
  readonly secret: string | undefined
}

const NO_PREVIOUS = { previousSecretSealed: null, previousUntil: null }

async function faultsOf(
  { outbound }: ChangeParts,
  { type, target, secret }: Checked,
  isNew: boolean,
): Promise<Record<string, string[]>> {
  const ofTarget = isNew || target !== undefined ? await faultOfTarget(outbound, type, target) : undefined
  const ofSecret = faultOfSecret(type, secret, isNew)
  return {
    ...(ofTarget !== undefined && { target: [ofTarget] }),
    ...(ofSecret !== undefined && { secret: [ofSecret] }),
  }
}

const eventsAfter = (before: ChannelEvents, given: Partial<ChannelEvents> = {}): ChannelEvents => ({
  ...before,
  ...onlyGiven(given),
})

function sealedTarget({ secrets }: ChangeParts, id: string, target: NonNullable<ChannelCreate['target']>) {
  return { targetSealed: secrets.seal(JSON.stringify(target), targetPlace(id)), targetShown: shownTarget(target) }
}

const sealedSecret = ({ secrets }: ChangeParts, id: string, secret: string | undefined): string | undefined =>
  secret === undefined ? undefined : secrets.seal(secret, secretPlace(id))
