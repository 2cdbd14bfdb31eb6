import { ServerErrorBody } from '@heddle/contract/common.ts'
import type { ScimGroupReply, ScimUserReply } from '@heddle/contract/scim.ts'
import { Type } from 'typebox'
import { withListedToken } from '../../kernel/access.ts'
import { documented, Reply } from '../../platform/http/route.ts'
import type { ScimListQuery } from './asking/asked.ts'
import type { ListedPage } from './asking/listing.ts'
import { project, readProjection } from './asking/projection.ts'
import { LIST } from './discovery.ts'
import { SCIM } from './scim-address.ts'
import { scimDialect } from './scim-dialect.routes.ts'
import { type Base, namesVersion } from './versions.ts'

/** What all routes of SCIM say alike. */
export const shared = { access: withListedToken('users.scim'), dialect: scimDialect } as const
export const TAG = 'Provisioning (SCIM)'
export const TAKEN = { uniqueness: 'Something else has that name, address or externalId.' }
export const BUSY = documented(ServerErrorBody, 'The group kept changing while this was tried.')
export const ETAG = { ETag: 'The version, as in `meta.version`.' }
export const NOT_MODIFIED = { 304: Type.Null({ description: 'The version is the one of `If-None-Match`.' }) }

/** What the address of the request has before the path of these routes. */
export const baseOf = ({ href }: URL): Base => href.slice(0, href.toLowerCase().indexOf(SCIM))

type Resource = ScimUserReply | ScimGroupReply
type Projected = Pick<ScimListQuery, 'attributes' | 'excludedAttributes'>

export const scimTarget = (id: number, headers: { readonly 'if-match'?: string | undefined }) => ({
  id,
  ifMatch: headers['if-match'],
})

export const listAnswer = <R>({ total, rows, startIndex }: ListedPage<R> & { readonly startIndex: number }) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: rows.length,
  Resources: [...rows],
})

const versionHeader = ({ meta }: Resource): Record<string, string> =>
  meta?.version === undefined ? {} : { etag: meta.version }

export function created(resource: Resource, publicUrl: string | undefined): Reply {
  const location = resource.meta!.location!
  const isOurs = publicUrl !== undefined && location.startsWith(publicUrl)
  return new Reply(201, resource, {
    ...versionHeader(resource),
    location: isOurs ? location : new URL(location).pathname,
  })
}

/** Without a body for a client that has this version. */
export function found(resource: Resource, asked: Projected, ifNoneMatch: string | undefined): Reply {
  const headers = versionHeader(resource)
  if (headers.etag !== undefined && namesVersion(ifNoneMatch, headers.etag)) return new Reply(304, null, headers)
  return new Reply(200, project(resource, readProjection(asked)), headers)
}

export function changed({ resource, isChanged }: { resource: Resource; isChanged: boolean }, asked: Projected): Reply {
  const [body, headers] = [project(resource, readProjection(asked)), versionHeader(resource)]
  return isChanged ? new Reply(200, body, headers) : Reply.unchanged(200, body, headers)
}
